-- A jump leads to an instruction that passes all results to a call. The line of the call counts again on both paths.
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
