-- Both sides of a condition have lines of their own; else and end have none.
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
