-- A recursion reaches the limit of Lua's stack: the program gets Lua's error, and continues afterwards.
-- show: x
local function down(n) return 1 + down(n + 1) end
local ok, message = pcall(down, 1)
assert(not ok and message:find "stack overflow", message)
local function f() end
f()
