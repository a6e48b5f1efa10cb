-- One line, several operands: that one of them was never taken is no matter of lines but of branches, and the last line
-- of an expression is the one that stores it.
local function word(x)
  return x and "yes" or "no" --: 2
end --: 1
word(true) --: 1
local text = word(true) --: 1
  and "a" --: 1
  or "b" --: 1
