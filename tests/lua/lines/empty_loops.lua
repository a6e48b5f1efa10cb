local n = 0 --: 1
for _ = 1, 3 do end --: 3 ? 3/1
for _ = 1, 0 do end --: 1 ? 0/1
for _ in pairs { 1, 2 } do end --: 3 ? 2/1
while n < 2 do n = n + 1 end --: 3 ? 2/1
for key,
    value in
    pairs { --: 4 ? 2/1
      1, 2 --: 1
    } do --: 2
  n = n + key + value --: 2
end --: 1
local function straddle(a)
  a = nil --: 1
  local b
  return a, b --: 1
end --: 1
straddle(1) --: 1
