-- The header of a loop is a branch in each round: into the body, or past the loop.
for i = 1, 3 do --: 4 ? 3/1
  local x = i --: 3
end
for i = 1, 0 do --: 1 ? 0/1
  local x = i --: 0
end
for _ in pairs {} do --: 1 ? 0/1
  local x = 1 --: 0
end --: 1
for _ in pairs { 1, 2 } do --: 3 ? 2/1
end --: 1
for i = 1, 9 do --: 2 ? 2/0
  if i == 2 then break end --: 2 ? 1/1
end
for i = 1, --: 1 ? 1/0
  2 do --: 1
  goto out --: 1
end
::out::
local n = 0 --: 1
while n < 2 do --: 3 ? 2/1
  n = n + 1 --: 2
end
while true do
  n = n + 1 --: 3
  if n > 4 then break end --: 3 ? 2/1
end
repeat
  n = n - 1 --: 3
until n == 2 --: 3 ? 1/2
repeat local m = n until m == 2 --: 1 ? 1/0
::again::
n = n - 1 --: 2
if n > 0 then goto again end --: 2 ? 1/1
local function one() for _ = 1, 2 do end end --: 3 ? 2/1
one() --: 1
