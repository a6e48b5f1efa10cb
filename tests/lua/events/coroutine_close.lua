-- coroutine.close ends a suspended coroutine. A __close function that is then called counts as a new virtual thread.
-- show: ct
local function plain() coroutine.yield() end
local co = coroutine.create(plain)
coroutine.resume(co)
coroutine.close(co)
local closing = setmetatable({}, { __close = function() end })
local function holding()
  local held <close> = closing
  coroutine.yield()
end
co = coroutine.create(holding)
coroutine.resume(co)
coroutine.close(co)
--> 1 create
--> 1 is main
--> 1 enter main chunk of coroutine_close.lua
--> 1 enter [C] coroutine.create
--> 1 exit 1 to main chunk of coroutine_close.lua
--> 2 create by 1 in main chunk of coroutine_close.lua
--> 1 enter [C] coroutine.resume
--> 1 suspend resuming in [C] coroutine.resume
--> 2 resume in nothing
--> 2 is plain
--> 2 enter plain
--> 2 enter [C] coroutine.yield
--> 2 suspend waiting in [C] coroutine.yield
--> 1 resume in [C] coroutine.resume
--> 1 exit 1 to main chunk of coroutine_close.lua
--> 1 enter [C] coroutine.close
--> 2 destroy at depth 2
--> 1 exit 1 to main chunk of coroutine_close.lua
--> 1 enter [C] setmetatable
--> 1 exit 1 to main chunk of coroutine_close.lua
--> 1 enter [C] coroutine.create
--> 1 exit 1 to main chunk of coroutine_close.lua
--> 3 create by 1 in main chunk of coroutine_close.lua
--> 1 enter [C] coroutine.resume
--> 1 suspend resuming in [C] coroutine.resume
--> 3 resume in nothing
--> 3 is holding
--> 3 enter holding
--> 3 enter [C] coroutine.yield
--> 3 suspend waiting in [C] coroutine.yield
--> 1 resume in [C] coroutine.resume
--> 1 exit 1 to main chunk of coroutine_close.lua
--> 1 enter [C] coroutine.close
--> 3 destroy at depth 2
--> 4 create by 1 in [C] coroutine.close
--> 1 suspend resuming in [C] coroutine.close
--> 4 resume in nothing
--> 4 is getmetatable(closing).__close
--> 4 enter getmetatable(closing).__close
--> 4 exit 1 to nothing
--> 4 destroy at depth 0
--> 1 resume in [C] coroutine.close
--> 1 exit 1 to main chunk of coroutine_close.lua
--> 1 exit 1 to nothing
