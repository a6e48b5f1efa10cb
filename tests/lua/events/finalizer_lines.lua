-- Lua runs finalizers without hooks. Their lines are excluded at the end, unless they also ran outside of a finalizer.
-- show: x
-- order: any
-- options: -granularity=line
local first = { __gc = function(o)
  o.x = 1
  local function inside()
    return 2
  end
  inside()
end }
local M = {}
function M:close()
  self.open = nil
end
local function finalize(o)
  o.y = 1
end
local function both(o)
  o.z = 1
end
function M.__gc(o)

  o.n = 1
  return nil
end
local function one_line(o) o.x = 1 end
local function other(__gc)
  return __gc
end
local second = { __gc = finalize, other }
local third = { ["__gc"] = both }
first.__gc = M.close
local fourth = { __gc = one_line }
both {}
setmetatable({}, second)
--> exclude events/finalizer_lines.lua 6-10 a finalizer, which Lua runs without hooks
--> exclude events/finalizer_lines.lua 14-14 a finalizer, which Lua runs without hooks
--> exclude events/finalizer_lines.lua 17-17 a finalizer, which Lua runs without hooks
--> exclude events/finalizer_lines.lua 24-25 a finalizer, which Lua runs without hooks
