-- When a session starts, it adds the open frames without counting them as calls. Later it records their returns.
-- show: ci
-- start: by itself
local qii = require "qii"
local function inner()
  assert(qii.start { "-any=1", quiet = true })
  string.len("")
end
local function outer()
  inner()
  string.len("")
end
outer()
--> start -any=1 -quiet=yes
--> 1 follow main chunk of start_in_the_middle.lua
--> 1 follow outer
--> 1 follow inner
--> 1 follow [C] qii.start
--> 1 exit 1 to inner
--> 1 enter [C] assert
--> 1 exit 1 to inner
--> 1 enter [C] string.len
--> 1 exit 1 to inner
--> 1 exit 1 to outer
--> 1 enter [C] string.len
--> 1 exit 1 to outer
--> 1 exit 1 to main chunk of start_in_the_middle.lua
--> 1 exit 1 to nothing
--> 1 stop
