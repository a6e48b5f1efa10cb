-- Threads made by C code: collected before their end could be checked, called without a resume, or run twice. If our
-- allocator reports freed threads, a suspended thread ends as soon as it is freed.
-- show: ct
local c = require "c_threads"
local function ends() end
local function yields() coroutine.yield() end
local function fails() error "x" end
c.once(ends)
c.once(fails)
c.call(ends)
c.again(ends, yields)
c.once(yields)
--> 1 create
--> 1 is main
--> 1 enter main chunk of c_threads.lua
--> 1 enter [C] require
--> 1 enter [C] package.searchers[1]
--> 1 exit 1 to [C] require
--> 1 enter [C] package.searchers[2]
--> 1 exit 1 to [C] require
--> 1 enter [C] package.searchers[3]
--> 1 exit 1 to [C] require
--> 1 enter [C] luaopen_c_threads
--> 1 exit 1 to [C] require
--> 1 exit 1 to main chunk of c_threads.lua
--> 1 enter [C] c_threads.once
--> 2 create by 1 in [C] c_threads.once
--> 1 suspend resuming in [C] c_threads.once
--> 2 resume in nothing
--> 2 is ends
--> 2 enter ends
--> 2 exit 1 to nothing
--> 2 destroy at depth 0
--> 1 resume in [C] c_threads.once
--> 1 exit 1 to main chunk of c_threads.lua
--> 1 enter [C] c_threads.once
--> 3 create by 1 in [C] c_threads.once
--> 1 suspend resuming in [C] c_threads.once
--> 3 resume in nothing
--> 3 is fails
--> 3 enter fails
--> 3 enter [C] error
--> 3 destroy at depth 2
--> 1 resume in [C] c_threads.once
--> 1 exit 1 to main chunk of c_threads.lua
--> 1 enter [C] c_threads.call
--> 4 create by 1 in [C] c_threads.call
--> 1 suspend resuming in [C] c_threads.call
--> 4 resume in nothing
--> 4 is ends
--> 4 enter ends
--> 4 exit 1 to nothing
--> 4 destroy at depth 0
--> 1 resume in [C] c_threads.call
--> 1 exit 1 to main chunk of c_threads.lua
--> 1 enter [C] c_threads.again
--> 5 create by 1 in [C] c_threads.again
--> 1 suspend resuming in [C] c_threads.again
--> 5 resume in nothing
--> 5 is ends
--> 5 enter ends
--> 5 exit 1 to nothing
--> 5 destroy at depth 0
--> 6 create by 5 in nothing
--> 6 resume in nothing
--> 6 is yields
--> 6 enter yields
--> 6 enter [C] coroutine.yield
--> 6 suspend waiting in [C] coroutine.yield
--> 1 resume in [C] c_threads.again
--> 1 exit 1 to main chunk of c_threads.lua
--> 1 enter [C] c_threads.once
--> 7 create by 1 in [C] c_threads.once
--> 1 suspend resuming in [C] c_threads.once
--> 7 resume in nothing
--> 7 is yields
--> 7 enter yields
--> 7 enter [C] coroutine.yield
--public> 7 suspend waiting in [C] coroutine.yield
--layout> 7 destroy at depth 2
--layout> 6 destroy at depth 2
--> 1 resume in [C] c_threads.once
--> 1 exit 1 to main chunk of c_threads.lua
--> 1 exit 1 to nothing
