-- os.exit with the argument `close` closes the state, which ends the session.
-- show: ci
local function f() end
f()
os.exit(0, true)
--> start
--> 1 enter main chunk of exit_with_close.lua
--> 1 enter f
--> 1 exit 1 to main chunk of exit_with_close.lua
--> 1 enter [C] os.exit
--> 1 stop
