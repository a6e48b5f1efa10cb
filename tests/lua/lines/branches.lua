-- Both sides of a condition have executable lines; the lines of `else` and `end` are not executable.
local function choose(x)
  if x == 1 then --: 2
    return "one" --: 1
  elseif x == 2 then --: 1
    return "two" --: 1
  else
    return "many" --: 0
  end
end --: 1
choose(1) --: 1
choose(2) --: 1
