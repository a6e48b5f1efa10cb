-- A coroutine that resumes another coroutine waits for it. The inner coroutine yields across pcall.
-- show: ct
local function inner()
  pcall(coroutine.yield)
end
local function outer()
  local co = coroutine.wrap(inner)
  co()
  coroutine.yield()
  co()
end
local co = coroutine.wrap(outer)
co()
co()
--> 1 create
--> 1 is main
--> 1 enter main chunk of coroutine_nested.lua
--> 1 enter [C] coroutine.wrap
--> 1 exit 1 to main chunk of coroutine_nested.lua
--> 2 create by 1 in main chunk of coroutine_nested.lua
--> 1 enter [C] wrapped coroutine
--> 1 suspend resuming in [C] wrapped coroutine
--> 2 resume in nothing
--> 2 is outer
--> 2 enter outer
--> 2 enter [C] coroutine.wrap
--> 2 exit 1 to outer
--> 3 create by 2 in outer
--> 2 enter [C] wrapped coroutine
--> 2 suspend resuming in [C] wrapped coroutine
--> 3 resume in nothing
--> 3 is inner
--> 3 enter inner
--> 3 enter [C] pcall
--> 3 enter [C] coroutine.yield
--> 3 suspend waiting in [C] coroutine.yield
--> 2 resume in [C] wrapped coroutine
--> 2 exit 1 to outer
--> 2 enter [C] coroutine.yield
--> 2 suspend waiting in [C] coroutine.yield
--> 1 resume in [C] wrapped coroutine
--> 1 exit 1 to main chunk of coroutine_nested.lua
--> 1 enter [C] wrapped coroutine
--> 1 suspend resuming in [C] wrapped coroutine
--> 2 resume in [C] coroutine.yield
--> 2 exit 1 to outer
--> 2 enter [C] wrapped coroutine
--> 2 suspend resuming in [C] wrapped coroutine
--> 3 resume in [C] coroutine.yield
--> 3 exit 1 to [C] pcall
--> 3 exit 1 to inner
--> 3 exit 1 to nothing
--> 3 destroy at depth 0
--> 2 resume in [C] wrapped coroutine
--> 2 exit 1 to outer
--> 2 exit 1 to nothing
--> 2 destroy at depth 0
--> 1 resume in [C] wrapped coroutine
--> 1 exit 1 to main chunk of coroutine_nested.lua
--> 1 exit 1 to nothing
