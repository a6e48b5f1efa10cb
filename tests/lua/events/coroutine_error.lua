-- A coroutine that dies of an error ends with its frames open.
-- show: ct
local function fail() error("x", 0) end
local function work() fail() return 1 end
coroutine.resume(coroutine.create(work))
--> 1 create
--> 1 is main
--> 1 enter main chunk of coroutine_error.lua
--> 1 enter [C] coroutine.create
--> 1 exit 1 to main chunk of coroutine_error.lua
--> 2 create by 1 in main chunk of coroutine_error.lua
--> 1 enter [C] coroutine.resume
--> 1 suspend resuming in [C] coroutine.resume
--> 2 resume in nothing
--> 2 is work
--> 2 enter work
--> 2 enter fail
--> 2 enter [C] error
--> 2 destroy at depth 3
--> 1 resume in [C] coroutine.resume
--> 1 exit 1 to main chunk of coroutine_error.lua
--> 1 exit 1 to nothing
