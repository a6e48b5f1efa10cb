local object = setmetatable({}, { __gc = function() print "finalizer" end })
local close = arg[2] == "close"
local code = tonumber(arg[1]) or arg[1] == "true"
local held <close> = setmetatable({}, { __close = function() print "closed" end })
os.exit(code, close)
