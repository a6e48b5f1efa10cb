-- Lua disables hooks in a finalizer, but not in a coroutine that the finalizer resumes.
-- show: ct
local function work() string.len("") end
setmetatable({}, { __gc = function() coroutine.wrap(work)() end })
collectgarbage()
--> 1 create
--> 1 is main
--> 1 enter main chunk of coroutine_of_finalizer.lua
--> 1 enter [C] setmetatable
--> 1 exit 1 to main chunk of coroutine_of_finalizer.lua
--> 1 enter [C] collectgarbage
--> 2 create by 1 in [C] collectgarbage
--> 1 suspend resuming in [C] collectgarbage
--> 2 resume in nothing
--> 2 is work
--> 2 enter work
--> 2 enter [C] string.len
--> 2 exit 1 to work
--> 2 exit 1 to nothing
--> 2 destroy at depth 0
--> 1 resume in [C] collectgarbage
--> 1 exit 1 to main chunk of coroutine_of_finalizer.lua
--> 1 exit 1 to nothing
