-- The definition of a function over several lines is counted at its `end`, where the closure is made. An implicit
-- return at the `end` is counted there too.
local function falls_through(x)
  x = 1 --: 1
end --: 2
local function returns()
  do
    return 1 --: 1
  end
end --: 1
falls_through() --: 1
returns() --: 1
