-- The definition of a function on one line counts as a run of that line. Only its calls show whether it was called.
local f = function() return 1 end --: 1
local g = function() return 2 end --: 2
g() --: 1
