-- In a vararg function, line events begin after Lua has moved the frame.
local function sum(...)
  local s = 0 --: 2
  for _, x in ipairs { ... } do --: 5
    s = s + x --: 3
  end --: 2
  return s --: 2
end --: 1
sum(1, 2) --: 1
sum(3) --: 1
