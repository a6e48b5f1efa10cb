-- A session may start in a coroutine. The main thread then waits for this coroutine.
-- show: ct
-- start: by itself
local qii = require "qii"
local function work()
  qii.start {}
  coroutine.yield()
end
local co = coroutine.wrap(work)
co()
co()
--> 1 create
--> 1 is main
--> 1 follow main chunk of start_in_coroutine.lua
--> 1 follow [C] wrapped coroutine
--> 2 create by 1 in [C] wrapped coroutine
--> 1 suspend resuming in [C] wrapped coroutine
--> 2 resume in nothing
--> 2 follow work
--> 2 follow [C] qii.start
--> 2 exit 1 to work
--> 2 enter [C] coroutine.yield
--> 2 suspend waiting in [C] coroutine.yield
--> 1 resume in [C] wrapped coroutine
--> 1 exit 1 to main chunk of start_in_coroutine.lua
--> 1 enter [C] wrapped coroutine
--> 1 suspend resuming in [C] wrapped coroutine
--> 2 resume in [C] coroutine.yield
--> 2 exit 1 to work
--> 2 exit 1 to nothing
--> 2 destroy at depth 0
--> 1 resume in [C] wrapped coroutine
--> 1 exit 1 to main chunk of start_in_coroutine.lua
--> 1 exit 1 to nothing
