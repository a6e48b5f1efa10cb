-- A jump leads to what gives all of its results to a call on another line: that line is counted again, whichever way.
local function id(...) return ... end --: 13
local function calls(x, ...)
  id( --: 6
    id(x or 1)) --: 3
  id( --: 6
    x and 1 or 2, ...) --: 3
  return id( --: 6
    x and 1 or 2, ...) --: 3
end --: 1
calls(1) --: 1
calls(false, 2) --: 1
calls(nil, 3, 4) --: 1
