-- Lines after an error are missed; the line of pcall is not run twice.
local function fail()
  error("x") --: 1
  return 1 --: 0
end --: 1
local ok = pcall(fail) --: 1
local done = not ok --: 1
