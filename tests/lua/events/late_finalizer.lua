-- When the state closes, first the session ends. Then older finalizers resume a coroutine that still has our hook,
-- although Lua has unloaded our module or is about to unload it.
-- show: ci
-- start: by itself
local co
setmetatable({}, { __gc = function() coroutine.resume(co) end })
local qii = require "qii"
qii.start {}
co = coroutine.create(function() coroutine.yield() string.len "" end)
coroutine.resume(co)
--> start
--> 1 follow main chunk of late_finalizer.lua
--> 1 follow [C] qii.start
--> 1 exit 1 to main chunk of late_finalizer.lua
--> 1 enter [C] coroutine.create
--> 1 exit 1 to main chunk of late_finalizer.lua
--> 1 enter [C] coroutine.resume
--> 2 enter <anonymous at late_finalizer.lua:9>
--> 2 enter [C] coroutine.yield
--> 1 exit 1 to main chunk of late_finalizer.lua
--> 1 exit 1 to nothing
--> 1 stop
