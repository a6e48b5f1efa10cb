-- C code calls a function in the main thread while a coroutine runs, without a resume or yield. The coroutine then
-- counts as ended. When it continues, it is a new coroutine, whose open functions do not count as called again.
-- show: ct
local c = require "c_threads"
local function called() end
local function work()
  c.in_main(called)
  c.in_main(called)
end
local co = coroutine.wrap(work)
co()
called()
--> 1 create
--> 1 is main
--> 1 enter main chunk of c_main_thread.lua
--> 1 enter [C] require
--> 1 enter [C] package.searchers[1]
--> 1 exit 1 to [C] require
--> 1 enter [C] package.searchers[2]
--> 1 exit 1 to [C] require
--> 1 enter [C] package.searchers[3]
--> 1 exit 1 to [C] require
--> 1 enter [C] luaopen_c_threads
--> 1 exit 1 to [C] require
--> 1 exit 1 to main chunk of c_main_thread.lua
--> 1 enter [C] coroutine.wrap
--> 1 exit 1 to main chunk of c_main_thread.lua
--> 2 create by 1 in main chunk of c_main_thread.lua
--> 1 enter [C] wrapped coroutine
--> 1 suspend resuming in [C] wrapped coroutine
--> 2 resume in nothing
--> 2 is work
--> 2 enter work
--> 2 enter [C] c_threads.in_main
--> 2 destroy at depth 2
--> 1 resume in [C] wrapped coroutine
--> 1 enter called
--> 1 exit 1 to [C] wrapped coroutine
--> 3 create by 1 in [C] wrapped coroutine
--> 1 suspend resuming in [C] wrapped coroutine
--> 3 resume in nothing
--> 3 follow work
--> 3 enter [C] c_threads.in_main
--> 3 destroy at depth 2
--> 1 resume in [C] wrapped coroutine
--> 1 enter called
--> 1 exit 1 to [C] wrapped coroutine
--> 4 create by 1 in [C] wrapped coroutine
--> 1 suspend resuming in [C] wrapped coroutine
--> 4 resume in nothing
--> 4 destroy at depth 0
--> 1 resume in [C] wrapped coroutine
--> 1 exit 1 to main chunk of c_main_thread.lua
--> 1 enter called
--> 1 exit 1 to main chunk of c_main_thread.lua
--> 1 exit 1 to nothing
