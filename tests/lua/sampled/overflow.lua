-- Recursion to the end of the stack.
local function down() return 1 + down() end
print(xpcall(down, function(message) return message .. ", handled" end))
