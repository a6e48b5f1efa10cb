-- A coroutine yields inside pcall, and then fails there. pcall catches the error, and the coroutine continues.
-- show: c
local function fail()
  coroutine.yield()
  error("x", 0)
end
local function work()
  pcall(fail)
  string.len("")
end
local co = coroutine.wrap(work)
co()
co()
--> 1 enter main chunk of yield_across_pcall_error.lua
--> 1 enter [C] coroutine.wrap
--> 1 exit 1 to main chunk of yield_across_pcall_error.lua
--> 1 enter [C] wrapped coroutine
--> 2 enter work
--> 2 enter [C] pcall
--> 2 enter fail
--> 2 enter [C] coroutine.yield
--> 1 exit 1 to main chunk of yield_across_pcall_error.lua
--> 1 enter [C] wrapped coroutine
--> 2 exit 1 to fail
--> 2 enter [C] error
--> 2 exit 2 to [C] pcall
--> 2 exit 1 to work
--> 2 enter [C] string.len
--> 2 exit 1 to work
--> 2 exit 1 to nothing
--> 1 exit 1 to main chunk of yield_across_pcall_error.lua
--> 1 exit 1 to nothing
