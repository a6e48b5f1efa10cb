-- Functions that begin on one line are distinguished by their other lines. A file that is loaded again with another
-- text is another file, with functions of its own. If the text is equal, it is the same file.
-- show: mc
local one, two = load("return function() return 1 end, function()\n return 1 end", "@one_line")()
two() one()
local function version(text) return load(text, "@versions")() end
local old = version "local function f()\n return 1\nend\nreturn f"
local longer = version "local function f()\n return 1,\n 2\nend\nreturn f"
local other = version "local function f()\n return 2\nend\nreturn f"
local same_f = version "local function f()\n return 1\nend\n\nreturn f"
local again = version "local function f()\n return 1,\n 2\nend\nreturn f"
longer() old() other() same_f() again()
--> method main chunk of versions.lua events/versions.lua: 4 5 6 7 8 9 10 11 12
--> method version events/versions.lua: 6
--> 1 enter main chunk of versions.lua
--> method [C] load -:
--> 1 enter [C] load
--> 1 exit 1 to main chunk of versions.lua
--> method main chunk of one_line one_line: 1 2
--> method <anonymous at one_line:1> one_line: 1
--> method <anonymous at one_line:1> (2) one_line: 2
--> 1 enter main chunk of one_line
--> 1 exit 1 to main chunk of versions.lua
--> 1 enter <anonymous at one_line:1> (2)
--> 1 exit 1 to main chunk of versions.lua
--> 1 enter <anonymous at one_line:1>
--> 1 exit 1 to main chunk of versions.lua
--> 1 enter version
--> 1 enter [C] load
--> 1 exit 1 to version
--> method main chunk of versions versions: 3 4
--> method <anonymous at versions:1> versions: 2
--> 1 tail main chunk of versions
--> 1 exit 1 to main chunk of versions.lua
--> 1 enter version
--> 1 enter [C] load
--> 1 exit 1 to version
--> method main chunk of versions (2) versions@1: 4 5
--> method <anonymous at versions:1> (2) versions@1: 2 3
--> 1 tail main chunk of versions (2)
--> 1 exit 1 to main chunk of versions.lua
--> 1 enter version
--> 1 enter [C] load
--> 1 exit 1 to version
--> method main chunk of versions (3) versions@2: 3 4
--> method <anonymous at versions:1> (3) versions@2: 2
--> 1 tail main chunk of versions (3)
--> 1 exit 1 to main chunk of versions.lua
--> 1 enter version
--> 1 enter [C] load
--> 1 exit 1 to version
--> method main chunk of versions (4) versions@3: 3 5
--> method <anonymous at versions:1> (4) versions@3: 2
--> 1 tail main chunk of versions (4)
--> 1 exit 1 to main chunk of versions.lua
--> 1 enter version
--> 1 enter [C] load
--> 1 exit 1 to version
--> 1 tail main chunk of versions (2)
--> 1 exit 1 to main chunk of versions.lua
--> 1 enter <anonymous at versions:1> (2)
--> 1 exit 1 to main chunk of versions.lua
--> 1 enter <anonymous at versions:1>
--> 1 exit 1 to main chunk of versions.lua
--> 1 enter <anonymous at versions:1> (3)
--> 1 exit 1 to main chunk of versions.lua
--> 1 enter <anonymous at versions:1> (4)
--> 1 exit 1 to main chunk of versions.lua
--> 1 enter <anonymous at versions:1> (2)
--> 1 exit 1 to main chunk of versions.lua
--> 1 exit 1 to nothing
