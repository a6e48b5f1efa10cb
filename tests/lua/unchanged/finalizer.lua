local object = setmetatable({}, { __gc = function() print "finalizer at the end" end })
local broken = setmetatable({}, { __gc = function() error "in a finalizer" end })
warn "@on"
warn "a warning"
