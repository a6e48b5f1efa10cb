-- A text that is loaded twice is one chunk. Of two equal functions in it, the second remains the second.
-- show: mc
local text = "return function() end, function() end"
for _ = 1, 2 do
  local first, second = load(text)()
  second()
  first()
end
--> method main chunk of same_line_again.lua events/same_line_again.lua: 3 4 5 6 7 8
--> 1 enter main chunk of same_line_again.lua
--> method [C] load -:
--> 1 enter [C] load
--> 1 exit 1 to main chunk of same_line_again.lua
--> method main chunk of "return function() end, f..." [string "return function() end, function() end"] 59c89a116ad263e5: 1
--> method <anonymous at "return function() end, f...":1> [string "return function() end, function() end"] 59c89a116ad263e5: 1
--> method <anonymous at "return function() end, f...":1> (2) [string "return function() end, function() end"] 59c89a116ad263e5: 1
--> 1 enter main chunk of "return function() end, f..."
--> 1 exit 1 to main chunk of same_line_again.lua
--> 1 enter <anonymous at "return function() end, f...":1> (2)
--> 1 exit 1 to main chunk of same_line_again.lua
--> 1 enter <anonymous at "return function() end, f...":1>
--> 1 exit 1 to main chunk of same_line_again.lua
--> 1 enter [C] load
--> 1 exit 1 to main chunk of same_line_again.lua
--> 1 enter main chunk of "return function() end, f..."
--> 1 exit 1 to main chunk of same_line_again.lua
--> 1 enter <anonymous at "return function() end, f...":1> (2)
--> 1 exit 1 to main chunk of same_line_again.lua
--> 1 enter <anonymous at "return function() end, f...":1>
--> 1 exit 1 to main chunk of same_line_again.lua
--> 1 exit 1 to nothing
