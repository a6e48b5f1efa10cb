-- Functions that Lua calls by itself: metamethods, __call, __close.
-- show: c
local meta = {}
meta.__add = function(a) return a end
meta.__index = function(_, key) return key end
meta.__call = function(self, x) return x end
meta.__close = function() end
local object = setmetatable({}, meta)
local _ = object + 1
_ = object.field
object(1)
do
  local closed <close> = object
end
--> 1 enter main chunk of metamethods.lua
--> 1 enter [C] setmetatable
--> 1 exit 1 to main chunk of metamethods.lua
--> 1 enter meta.__add
--> 1 exit 1 to main chunk of metamethods.lua
--> 1 enter meta.__index
--> 1 exit 1 to main chunk of metamethods.lua
--> 1 enter meta.__call
--> 1 exit 1 to main chunk of metamethods.lua
--> 1 enter meta.__close
--> 1 exit 1 to main chunk of metamethods.lua
--> 1 exit 1 to nothing
