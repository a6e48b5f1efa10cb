-- A function without debug information has no lines and no source, but is counted.
-- show: mcl
-- options: -granularity=line
local f = load(string.dump(function() return 1 end, true))
f()
f()
--> method main chunk of stripped.lua events/stripped.lua: 4 5 6
--> method <anonymous at stripped.lua:4> events/stripped.lua: 4
--> 1 enter main chunk of stripped.lua
--> 1 line 4
--> method [C] string.dump -:
--> 1 enter [C] string.dump
--> 1 exit 1 to main chunk of stripped.lua
--> method [C] load -:
--> 1 enter [C] load
--> 1 exit 1 to main chunk of stripped.lua
--> 1 line 5
--> method f ?:
--> 1 enter f
--> 1 exit 1 to main chunk of stripped.lua
--> 1 line 6
--> 1 enter f
--> 1 exit 1 to main chunk of stripped.lua
--> 1 exit 1 to nothing
