-- If a wrapped coroutine fails, the __close functions of its variables run in the coroutine after its frames were left.
-- show: ct
local closing = setmetatable({}, { __close = function() end })
local function work()
  local held <close> = closing
  error("x", 0)
end
pcall(coroutine.wrap(work))
--> 1 create
--> 1 is main
--> 1 enter main chunk of wrap_error_closes.lua
--> 1 enter [C] setmetatable
--> 1 exit 1 to main chunk of wrap_error_closes.lua
--> 1 enter [C] coroutine.wrap
--> 1 exit 1 to main chunk of wrap_error_closes.lua
--> 2 create by 1 in main chunk of wrap_error_closes.lua
--> 1 enter [C] pcall
--> 1 enter [C] wrapped coroutine
--> 1 suspend resuming in [C] wrapped coroutine
--> 2 resume in nothing
--> 2 is work
--> 2 enter work
--> 2 enter [C] error
--> 2 exit 1 to work
--> 2 exit 1 to nothing
--> 2 enter getmetatable(closing).__close
--> 2 exit 1 to nothing
--> 2 destroy at depth 0
--> 1 resume in [C] wrapped coroutine
--> 1 exit 1 to [C] pcall
--> 1 exit 1 to main chunk of wrap_error_closes.lua
--> 1 exit 1 to nothing
