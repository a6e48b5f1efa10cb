-- One line, several operands: an operand that was never taken concerns branches and not lines, and the last line of an
-- expression is the one that stores it.
local function word(x)
  return x and "yes" or "no" --: 2
end --: 1
word(true) --: 1
local text = word(true) --: 1
  and "a" --: 1
  or "b" --: 1
