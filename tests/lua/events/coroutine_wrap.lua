-- A wrapped coroutine passes its error to its caller, where pcall catches it.
-- show: ct
local function work()
  coroutine.yield()
  error("x", 0)
end
local f = coroutine.wrap(work)
f()
pcall(f)
--> 1 create
--> 1 is main
--> 1 enter main chunk of coroutine_wrap.lua
--> 1 enter [C] coroutine.wrap
--> 1 exit 1 to main chunk of coroutine_wrap.lua
--> 2 create by 1 in main chunk of coroutine_wrap.lua
--> 1 enter [C] wrapped coroutine
--> 1 suspend resuming in [C] wrapped coroutine
--> 2 resume in nothing
--> 2 is work
--> 2 enter work
--> 2 enter [C] coroutine.yield
--> 2 suspend waiting in [C] coroutine.yield
--> 1 resume in [C] wrapped coroutine
--> 1 exit 1 to main chunk of coroutine_wrap.lua
--> 1 enter [C] pcall
--> 1 enter [C] wrapped coroutine
--> 1 suspend resuming in [C] wrapped coroutine
--> 2 resume in [C] coroutine.yield
--> 2 exit 1 to work
--> 2 enter [C] error
--> 2 destroy at depth 2
--> 1 resume in [C] wrapped coroutine
--> 1 exit 1 to [C] pcall
--> 1 exit 1 to main chunk of coroutine_wrap.lua
--> 1 exit 1 to nothing
