-- Each operand that decides is a branch. The last operand is not a branch, and neither is a comparison that is stored.
local function word(x)
  return x and "yes" or "no" --: 2 ? 2/0
end --: 1
word(true) --: 1
word(1) --: 1
local function both(a, b)
  if a and b then return 1 end --: 3 ? 2/1 1/1
  if a or b then return 2 end --: 2 ? 1/1 0/1
  return not a --: 1
end --: 1
both(1, 1) --: 1
both(1, nil) --: 1
both(nil, nil) --: 1
local n = 2 --: 1
local same = n == 2 --: 1
local less = n < 1 or n > 1 --: 1 ? 1/0
n = n == 2 and 3 --: 1 ? 1/0
n = n or 4 --: 1 ? 0/1
local new = n and {} or 1 --: 1 ? 1/0
local filled = n and { n, key = n } or 1 --: 1 ? 1/0
local text = n and "a" .. n or 1 --: 1 ? 1/0
local sum = n and n + 1 or 1 --: 1 ? 1/0
local always = true --: 1
if always then n = 5 end --: 1 ? 1/0
local long = n
  and same --: 1 ? 1/0
  or less --: 1 ? 0/1
if n then end --: 1
