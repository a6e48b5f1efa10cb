-- A line belongs to the function that runs it, also after a call in that line has returned.
-- show: cl
-- options: -granularity=line
local function f(x)
  local y = x
  return y
end
for i = 1, 2 do
  f(i)
end
--> 1 enter main chunk of line_events.lua
--> 1 line 7
--> 1 line 8
--> 1 line 9
--> 1 enter f
--> 1 line 5
--> 1 line 6
--> 1 exit 1 to main chunk of line_events.lua
--> 1 line 8
--> 1 line 9
--> 1 enter f
--> 1 line 5
--> 1 line 6
--> 1 exit 1 to main chunk of line_events.lua
--> 1 line 8
--> 1 line 10
--> 1 exit 1 to nothing
