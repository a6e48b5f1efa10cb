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
-- The line of `for` contains only the call of the iterator, which is reached from the end of the body.
local function once(t, iterate)
  local found --: 1
  for key in ( --: 1
    iterate
  ), t do --: 1
    found = key --: 1
  end --: 1
  return found --: 1
end --: 1
once({ key = true }, next) --: 1
