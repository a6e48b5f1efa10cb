-- When pcall catches an error, __close functions run above pcall. In the second round, all functions are known.
-- show: c
local closing = setmetatable({}, { __close = function() end })
local function fail()
  local held <close> = closing
  error("x", 0)
end
for _ = 1, 2 do
  pcall(fail)
end
--> 1 enter main chunk of error_closes.lua
--> 1 enter [C] setmetatable
--> 1 exit 1 to main chunk of error_closes.lua
--> 1 enter [C] pcall
--> 1 enter fail
--> 1 enter [C] error
--> 1 exit 2 to [C] pcall
--> 1 enter getmetatable(closing).__close
--> 1 exit 1 to [C] pcall
--> 1 exit 1 to main chunk of error_closes.lua
--> 1 enter [C] pcall
--> 1 enter fail
--> 1 enter [C] error
--> 1 exit 2 to [C] pcall
--> 1 enter getmetatable(closing).__close
--> 1 exit 1 to [C] pcall
--> 1 exit 1 to main chunk of error_closes.lua
--> 1 exit 1 to nothing
