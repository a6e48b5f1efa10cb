-- os.exit ends the process at once; all was told as it happened.
-- show: c
local function f() end
f()
os.exit(0)
--> 1 enter main chunk
--> 1 enter f
--> 1 exit 1 to main chunk
--> 1 enter [C] os.exit
