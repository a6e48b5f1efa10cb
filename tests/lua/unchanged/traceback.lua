local function level() return debug.traceback("message", 1) end
print((level()))
print(debug.traceback("x"))
string.gsub("x", "x", function() print(debug.traceback()) end)
local depth = 0
while debug.getinfo(depth, "S") do depth = depth + 1 end
print(depth, debug.getinfo(1, "S").short_src)
local t = setmetatable({}, { __index = function() print(debug.traceback()) end })
local _ = t.x
table.sort({ 3, 2, 1 }, function(a, b) if a == 1 then print(debug.traceback()) end return a < b end)
