-- Two texts with the same short_src are two chunks. So are two chunks with long names and the same short_src.
-- show: c
local begin = ("-- the same for many characters "):rep(4)
load(begin .. "\nlocal function first() end first()")()
load(begin .. "\nlocal function second() end second()")()
local name = "@" .. ("d/"):rep(40)
load("local function third() end third()", name .. "a.lua")()
load("local function fourth() end fourth()", name .. "b.lua")()
--> 1 enter main chunk of long_sources.lua
--> 1 enter [C] string.rep
--> 1 exit 1 to main chunk of long_sources.lua
--> 1 enter [C] load
--> 1 exit 1 to main chunk of long_sources.lua
--> 1 enter main chunk of "-- the same for many cha..."
--> 1 enter first
--> 1 exit 1 to main chunk of "-- the same for many cha..."
--> 1 exit 1 to main chunk of long_sources.lua
--> 1 enter [C] load
--> 1 exit 1 to main chunk of long_sources.lua
--> 1 enter main chunk of "-- the same for many cha..." (2)
--> 1 enter second
--> 1 exit 1 to main chunk of "-- the same for many cha..." (2)
--> 1 exit 1 to main chunk of long_sources.lua
--> 1 enter [C] string.rep
--> 1 exit 1 to main chunk of long_sources.lua
--> 1 enter [C] load
--> 1 exit 1 to main chunk of long_sources.lua
--> 1 enter main chunk of a.lua
--> 1 enter <anonymous at a.lua:1>
--> 1 exit 1 to main chunk of a.lua
--> 1 exit 1 to main chunk of long_sources.lua
--> 1 enter [C] load
--> 1 exit 1 to main chunk of long_sources.lua
--> 1 enter main chunk of b.lua
--> 1 enter <anonymous at b.lua:1>
--> 1 exit 1 to main chunk of b.lua
--> 1 exit 1 to main chunk of long_sources.lua
--> 1 exit 1 to nothing
