-- Lines that the compiler merges into other lines, or for which it makes no code, are not executable.
local a --: 1
local b
local c
local LIMIT <const> = 5
local d = LIMIT + 1 --: 1
local e, f =
  1, --: 1
  2 --: 1
do
  local g --: 1
  local h = nil
end
;
::label::
local function nothing()
end --: 2
nothing() --: 1
local i = d >
  LIMIT --: 1
if true then
  i = 1 --: 1
end
if false then --: 1
  i = 2 --: 0
end
while false do --: 1
  i = 3 --: 0
end
local j = not
  i --: 1
local k = function()
  return
    i, --: 0
    j --: 0
end --: 1
