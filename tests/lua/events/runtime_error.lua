-- Errors that Lua itself raises: in a function below pcall, in a for iterator, and in a metamethod.
-- show: c
local object = setmetatable({}, { __index = function(_, key) return key.x.y end })
local function iterate()
  for _ in function() return object[1] end do end
end
pcall(iterate)
--> 1 enter main chunk of runtime_error.lua
--> 1 enter [C] setmetatable
--> 1 exit 1 to main chunk of runtime_error.lua
--> 1 enter [C] pcall
--> 1 enter iterate
--> 1 enter <anonymous at runtime_error.lua:5>
--> 1 enter getmetatable(object).__index
--> 1 exit 3 to [C] pcall
--> 1 exit 1 to main chunk of runtime_error.lua
--> 1 exit 1 to nothing
