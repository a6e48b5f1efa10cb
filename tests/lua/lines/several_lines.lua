-- Calls, tables and concatenations over several lines.
local function f(...) return ... end --: 3
f( --: 2
  1, --: 1
  f(2), --: 1
  3
) --: 1
local t = { --: 1
  a = 1, --: 1
  b = { --: 1
    2,
  }, --: 1
}
local s = "a"
  .. tostring(1) --: 1
  .. "b" --: 1
local long = [[
two
]] --: 1
