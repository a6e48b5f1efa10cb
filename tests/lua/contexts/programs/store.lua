local units = require "units"
local M = {}
M.size = units.double(4)
function M.add(a, b)
  if a > b then
    return a + b
  end
  return units.double(b)
end
function M.unused() end
return M
