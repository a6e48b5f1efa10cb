-- The first instruction of a vararg function causes no event, so counting begins with the next instruction.
local function sum(...)
  local s = ... or 0 --: 3 ? 1/2
  for _, x in ipairs { ... } do --: 6 ? 3/3
    s = s + x --: 3
  end --: 3
  if s > 2 then return s end --: 3 ? 1/2
end --: 3
sum(1, 2) --: 1
sum(1) --: 1
sum() --: 1
