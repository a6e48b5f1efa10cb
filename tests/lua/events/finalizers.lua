-- Lua runs finalizers without hooks: finalizers have no events, and later events are correct.
-- show: c
local function finish() end
local function after() end
setmetatable({}, { __gc = function() finish() end })
collectgarbage()
after()
--> 1 enter main chunk of finalizers.lua
--> 1 enter [C] setmetatable
--> 1 exit 1 to main chunk of finalizers.lua
--> 1 enter [C] collectgarbage
--> 1 exit 1 to main chunk of finalizers.lua
--> 1 enter after
--> 1 exit 1 to main chunk of finalizers.lua
--> 1 exit 1 to nothing
