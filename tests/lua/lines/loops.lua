-- The header of a `for` loop, numeric or generic, runs once before the loop and once after each round.
for i = 1, 3 do --: 4
  local x = i --: 3
end
for _ in pairs { 1, 2 } do --: 3
end --: 1
local n = 0 --: 1
while n < 2 do --: 3
  n = n + 1 --: 2
end
repeat
  n = n - 1 --: 2
until n == 0 --: 2
goto done --: 1
n = 5 --: 0
::done::
n = 6 --: 1
