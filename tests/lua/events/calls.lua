-- Calls of Lua and C functions, each with one return.
-- show: c
local function inner() end
local function outer()
  inner()
  inner()
end
outer()
string.rep("x", 2)
--> 1 enter main chunk of calls.lua
--> 1 enter outer
--> 1 enter inner
--> 1 exit 1 to outer
--> 1 enter inner
--> 1 exit 1 to outer
--> 1 exit 1 to main chunk of calls.lua
--> 1 enter [C] string.rep
--> 1 exit 1 to main chunk of calls.lua
--> 1 exit 1 to nothing
