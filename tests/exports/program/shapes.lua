local shapes = {}

function shapes.area(width, height)
  local function area(w, h)
    return w > 0 and w * h or 0
  end
  return area(width, height) + area(-1, height)
end

return shapes
