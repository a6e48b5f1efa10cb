-- Functions on one line are distinguished, whether their code is equal (line 3) or different (line 4).
-- show: mc
local a, b = function() return 1 end, function() return 1 end
local c, d = function() return 1 end, function() return 2 end
local function make() return function() end end
b() a() d() c() make()()
--> method main chunk of same_line.lua events/same_line.lua: 3 4 5 6
--> method <anonymous at same_line.lua:3> events/same_line.lua: 3
--> method <anonymous at same_line.lua:3> (2) events/same_line.lua: 3
--> method <anonymous at same_line.lua:4> events/same_line.lua: 4
--> method <anonymous at same_line.lua:4> (2) events/same_line.lua: 4
--> method make events/same_line.lua: 5
--> method <anonymous at same_line.lua:5> events/same_line.lua: 5
--> 1 enter main chunk of same_line.lua
--> 1 enter <anonymous at same_line.lua:3> (2)
--> 1 exit 1 to main chunk of same_line.lua
--> 1 enter <anonymous at same_line.lua:3>
--> 1 exit 1 to main chunk of same_line.lua
--> 1 enter <anonymous at same_line.lua:4> (2)
--> 1 exit 1 to main chunk of same_line.lua
--> 1 enter <anonymous at same_line.lua:4>
--> 1 exit 1 to main chunk of same_line.lua
--> 1 enter make
--> 1 exit 1 to main chunk of same_line.lua
--> 1 enter <anonymous at same_line.lua:5>
--> 1 exit 1 to main chunk of same_line.lua
--> 1 exit 1 to nothing
