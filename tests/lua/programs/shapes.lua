--- Shapes and their areas.
-- @module shapes
local shapes = {}

--- The area of a circle.
-- @number radius
-- @treturn number area
-- @usage shapes.circle(2)
function shapes.circle(radius)
  return math.pi * radius ^ 2
end

--- A square.
-- @type Square
local Square = {}
Square.__index = Square

--- Its area.
function Square:area(unused)
  local side, also_unused = self.side
  return side * sid
end

return shapes
