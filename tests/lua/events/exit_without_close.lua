-- os.exit ends the process without closing the state. All events are recorded; the session ends while no thread runs.
-- show: ci
local function f() end
f()
os.exit(0)
--> start
--> 1 enter main chunk of exit_without_close.lua
--> 1 enter f
--> 1 exit 1 to main chunk of exit_without_close.lua
--> 1 enter [C] os.exit
--> 0 stop
