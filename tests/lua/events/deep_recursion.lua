-- Lua's own limit of its stack: the error is the program's, and afterwards all goes on.
-- show: x
local function down(n) return 1 + down(n + 1) end
local ok, message = pcall(down, 1)
assert(not ok and message:find "stack overflow", message)
local function f() end
f()
