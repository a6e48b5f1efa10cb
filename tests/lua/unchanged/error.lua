local function inner(x) return x.field.field end
local function outer(x) local r = inner(x) return r end
io.stdout:write("before ")
outer {}
