-- Lines after an error are missed; the line of pcall does not run twice.
local function fail()
  error("x") --: 1
  return 1 --: 0
end --: 1
local ok = pcall(fail) --: 1
local done = not ok --: 1
-- The called value comes from one of two paths, so the message has no name for it, though the second did not run.
local function call(t)
  local value = (t.first and --: 1
    t.second)() --: 0
  return value --: 0
end --: 1
print(pcall(call, {})) --: 1
