-- Several operands are on one line. An operand that never ran makes a branch missed, but not the line. The last line of
-- an expression is the line that stores its value.
local function word(x)
  return x and "yes" or "no" --: 2
end --: 1
word(true) --: 1
local text = word(true) --: 1
  and "a" --: 1
  or "b" --: 1
