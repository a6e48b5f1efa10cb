-- lua5.4 -lqii starts a session before the script, which does not mention qii.
-- show: ci
-- start: by itself
-- lua: -lqii
local function f() end
f()
--> start
--> 1 enter main chunk of start_by_l.lua
--> 1 enter f
--> 1 exit 1 to main chunk of start_by_l.lua
--> 1 exit 1 to nothing
--> 1 stop
