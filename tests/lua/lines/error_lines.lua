-- The lines after an error are missed, and the line of pcall does not count twice.
local function fail()
  error("x") --: 1
  return 1 --: 0
end --: 1
local ok = pcall(fail) --: 1
local done = not ok --: 1
-- The called value comes from one of two lines, so Lua's message has no name for it, although only one line ran.
local function call(t)
  local value = (t.first and --: 1
    t.second)() --: 0
  return value --: 0
end --: 1
print(pcall(call, {})) --: 1
