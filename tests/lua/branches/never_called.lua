-- The branches of uncalled functions are known, also those of functions inside them.
local function never(x)
  if x then --: 0 ? 0/0
    return function(y) return y or 1 end --: 0 ? 0/0
  end
  for i = 1, x do print(i) end --: 0 ? 0/0
end --: 1
