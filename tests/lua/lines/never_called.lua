-- The lines of functions that are never called are missed, also those of functions inside them.
local function never()
  local x = 1 --: 0
  local function inside()
    return x --: 0
  end --: 0
  return inside --: 0
end --: 1
local function called()
  return 1 --: 1
end --: 1
called() --: 1
