-- A function on one line is hit by its definition; that it was never called is seen at its method.
local f = function() return 1 end --: 1
local g = function() return 2 end --: 2
g() --: 1
