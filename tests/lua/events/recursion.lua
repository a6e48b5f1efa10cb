-- In a recursion, each call has its own frame.
-- show: c
local function down(n)
  if n > 0 then down(n - 1) end
end
down(2)
--> 1 enter main chunk of recursion.lua
--> 1 enter down
--> 1 enter down
--> 1 enter down
--> 1 exit 1 to down
--> 1 exit 1 to down
--> 1 exit 1 to main chunk of recursion.lua
--> 1 exit 1 to nothing
