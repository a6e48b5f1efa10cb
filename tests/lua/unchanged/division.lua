-- Up to Lua 5.4.4, the error of an integer division by zero names the line of the last call, or of the function.
local function remainder(a, b)
  local kind = math.type(a)
  local both = { a, b }
  both.kind = kind
  return both[1]
    % both[2]
end
local function quotient(a,
    b)
  local c = a
  c = c // b
  return c
end
for _ = 1, 2 do
  print(pcall(remainder, 1, 0))
  print(pcall(quotient, 1, 0))
end
