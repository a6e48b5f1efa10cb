-- If a function is never called, its lines are missed, and so are the lines of functions inside it.
local function never()
  local x = 1 --: 0
  local function inside()
    return x --: 0
  end --: 0
  return inside --: 0
end --: 1
local function called()
  return 1 --: 1
end --: 1
called() --: 1
