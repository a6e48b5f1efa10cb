-- An error leaves frames without return events. They end when pcall returns. The handler of xpcall runs above them.
-- show: c
local function deep(n)
  if n == 0 then error("x", 0) end
  deep(n - 1)
  return n
end
local function handler(message)
  return message
end
pcall(deep, 1)
xpcall(deep, handler, 0)
local function next_one() end
next_one()
--> 1 enter main chunk of errors.lua
--> 1 enter [C] pcall
--> 1 enter deep
--> 1 enter deep
--> 1 enter [C] error
--> 1 exit 3 to [C] pcall
--> 1 exit 1 to main chunk of errors.lua
--> 1 enter [C] xpcall
--> 1 enter deep
--> 1 enter [C] error
--> 1 enter handler
--> 1 exit 1 to [C] error
--> 1 exit 2 to [C] xpcall
--> 1 exit 1 to main chunk of errors.lua
--> 1 enter next_one
--> 1 exit 1 to main chunk of errors.lua
--> 1 exit 1 to nothing
