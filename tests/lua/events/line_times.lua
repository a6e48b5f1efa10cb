-- If lines are timed, each event charges the elapsed time to the line that ran.
-- show: clT
-- options: -granularity=line
local function f()
  return 1
end
f()
pcall(error)
--> 1 enter main chunk of line_times.lua
--> 1 line 6
--> 1 time 6
--> 1 line 7
--> 1 time 7
--> 1 enter f
--> 1 line 5
--> 1 time 5
--> 1 exit 1 to main chunk of line_times.lua
--> 1 time 7
--> 1 line 8
--> 1 time 8
--> 1 enter [C] pcall
--> 1 enter [C] error
--> 1 exit 1 to [C] pcall
--> 1 exit 1 to main chunk of line_times.lua
--> 1 time 8
--> 1 exit 1 to nothing
