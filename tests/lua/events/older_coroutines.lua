-- Coroutines older than the session have no hook. When they are resumed, they get it, and their open frames are added.
-- show: ct
-- start: by itself
local qii = require "qii"
local function work()
  coroutine.yield()
  string.len("")
end
local created, wrapped, new = coroutine.create(work), coroutine.wrap(work), coroutine.create(work)
coroutine.resume(created)
wrapped()
qii.start {}
coroutine.resume(created)
wrapped()
coroutine.resume(new)
qii.stop()
--> 1 create
--> 1 is main
--> 1 follow main chunk of older_coroutines.lua
--> 1 follow [C] qii.start
--> 1 exit 1 to main chunk of older_coroutines.lua
--> 1 enter [C] coroutine.resume
--> 2 create by 1 in [C] coroutine.resume
--> 1 suspend resuming in [C] coroutine.resume
--> 2 resume in nothing
--> 2 follow work
--> 2 follow [C] coroutine.yield
--> 2 suspend waiting in [C] coroutine.yield
--> 1 resume in [C] coroutine.resume
--> 1 suspend resuming in [C] coroutine.resume
--> 2 resume in [C] coroutine.yield
--> 2 exit 1 to work
--> 2 enter [C] string.len
--> 2 exit 1 to work
--> 2 exit 1 to nothing
--> 2 destroy at depth 0
--> 1 resume in [C] coroutine.resume
--> 1 exit 1 to main chunk of older_coroutines.lua
--> 1 enter [C] wrapped coroutine
--> 3 create by 1 in [C] wrapped coroutine
--> 1 suspend resuming in [C] wrapped coroutine
--> 3 resume in nothing
--> 3 follow work
--> 3 follow [C] coroutine.yield
--> 3 suspend waiting in [C] coroutine.yield
--> 1 resume in [C] wrapped coroutine
--> 1 suspend resuming in [C] wrapped coroutine
--> 3 resume in [C] coroutine.yield
--> 3 exit 1 to work
--> 3 enter [C] string.len
--> 3 exit 1 to work
--> 3 exit 1 to nothing
--> 3 destroy at depth 0
--> 1 resume in [C] wrapped coroutine
--> 1 exit 1 to main chunk of older_coroutines.lua
--> 1 enter [C] coroutine.resume
--> 4 create by 1 in [C] coroutine.resume
--> 1 suspend resuming in [C] coroutine.resume
--> 4 resume in nothing
--> 4 is work
--> 4 enter work
--> 4 enter [C] coroutine.yield
--> 4 suspend waiting in [C] coroutine.yield
--> 1 resume in [C] coroutine.resume
--> 1 exit 1 to main chunk of older_coroutines.lua
--> 1 enter [C] qii.stop
