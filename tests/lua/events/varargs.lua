-- Lua moves the frame of a vararg function before the call event. The frame's id does not change.
-- show: c
local function inner(...) return ... end
local function outer(...)
  local function nested(...) inner(...) end
  nested(...)
  return inner(...)
end
outer(1, 2, 3)
--> 1 enter main chunk of varargs.lua
--> 1 enter outer
--> 1 enter nested
--> 1 enter inner
--> 1 exit 1 to nested
--> 1 exit 1 to outer
--> 1 tail inner
--> 1 exit 1 to main chunk of varargs.lua
--> 1 exit 1 to nothing
