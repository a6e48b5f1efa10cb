-- Each coroutine is a virtual thread with the name of its function. A resume or yield is a switch of virtual threads.
-- show: ct
local function work(a)
  local b = coroutine.yield(a)
  return b
end
local co = coroutine.create(work)
coroutine.resume(co, 1)
coroutine.resume(co, 2)
--> 1 create
--> 1 is main
--> 1 enter main chunk of coroutines.lua
--> 1 enter [C] coroutine.create
--> 1 exit 1 to main chunk of coroutines.lua
--> 2 create by 1 in main chunk of coroutines.lua
--> 1 enter [C] coroutine.resume
--> 1 suspend resuming in [C] coroutine.resume
--> 2 resume in nothing
--> 2 is work
--> 2 enter work
--> 2 enter [C] coroutine.yield
--> 2 suspend waiting in [C] coroutine.yield
--> 1 resume in [C] coroutine.resume
--> 1 exit 1 to main chunk of coroutines.lua
--> 1 enter [C] coroutine.resume
--> 1 suspend resuming in [C] coroutine.resume
--> 2 resume in [C] coroutine.yield
--> 2 exit 1 to work
--> 2 exit 1 to nothing
--> 2 destroy at depth 0
--> 1 resume in [C] coroutine.resume
--> 1 exit 1 to main chunk of coroutines.lua
--> 1 exit 1 to nothing
