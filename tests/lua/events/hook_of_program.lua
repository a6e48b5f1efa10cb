-- A hook of the program is called just as it would be without qii, and events continue to be recorded.
-- show: c
local events = {}
local function f() end
debug.sethook(function(event, line) events[#events + 1] = event .. (line or "") end, "crl")
f()
debug.sethook()
f()
assert(table.concat(events, " ") == "return line6 call line4 return line7 call", table.concat(events, " "))
--> 1 enter main chunk of hook_of_program.lua
--> 1 enter [C] debug.sethook
--> 1 exit 1 to main chunk of hook_of_program.lua
--> 1 enter f
--> 1 exit 1 to main chunk of hook_of_program.lua
--> 1 enter [C] debug.sethook
--> 1 exit 1 to main chunk of hook_of_program.lua
--> 1 enter f
--> 1 exit 1 to main chunk of hook_of_program.lua
--> 1 enter [C] table.concat
--> 1 exit 1 to main chunk of hook_of_program.lua
--> 1 enter [C] table.concat
--> 1 exit 1 to main chunk of hook_of_program.lua
--> 1 enter [C] assert
--> 1 exit 1 to main chunk of hook_of_program.lua
--> 1 exit 1 to nothing
