-- A program replaces functions of Lua by its own functions. Lua's functions keep their names and properties.
-- show: ct
local resume, close = coroutine.resume, coroutine.close
coroutine.resume = function(...) return resume(...) end
debug, coroutine.close, string.len = nil, nil, nil
local co = coroutine.create(function() end)
coroutine.resume(co)
close(co)
--> 1 create
--> 1 is main
--> 1 enter main chunk of replaced_functions.lua
--> 1 enter [C] coroutine.create
--> 1 exit 1 to main chunk of replaced_functions.lua
--> 2 create by 1 in main chunk of replaced_functions.lua
--> 1 enter coroutine.resume
--> 1 enter [C] coroutine.resume
--> 1 suspend resuming in [C] coroutine.resume
--> 2 resume in nothing
--> 2 is <anonymous at replaced_functions.lua:6>
--> 2 enter <anonymous at replaced_functions.lua:6>
--> 2 exit 1 to nothing
--> 2 destroy at depth 0
--> 1 resume in [C] coroutine.resume
--> 1 exit 1 to coroutine.resume
--> 1 exit 1 to main chunk of replaced_functions.lua
--> 1 enter [C] coroutine.close
--> 1 exit 1 to main chunk of replaced_functions.lua
--> 1 exit 1 to nothing
