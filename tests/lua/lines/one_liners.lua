-- The definition of a function on one line counts as a hit; only its method shows that it was never called.
local f = function() return 1 end --: 1
local g = function() return 2 end --: 2
g() --: 1
