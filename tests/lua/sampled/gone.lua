-- The file of a module is deleted after one of the module's functions was sampled.
local name = os.tmpname()
local file = assert(io.open(name, "w"))
file:write [[
local Gone = {}
function Gone.first() local x = 0 for i = 1, 10000 do x = x + i end return x end
function Gone.second() local x = 0 for i = 1, 10000 do x = x + i end return x end
function Gone.finish() end
setmetatable(Gone, { __gc = Gone.finish })
return Gone
]]
file:close()
local gone = dofile(name)
gone.first()
assert(os.remove(name))
gone.second()
