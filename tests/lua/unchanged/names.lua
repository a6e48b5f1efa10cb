-- Error messages about values that come from one of several paths, and names of variables after the parameters.
local function call(a, b)
  return (a
    and b.first
    or b.second)(1)
end
local function index(a, b)
  local found = { a
    and b.first
    or b.second }
  return found[1].x.y
end
local function concatenate(a, b, ...)
  local c, d = ...
  return a .. (b
    and c
    or d) .. d.e
end
local function field(a)
  a = nil
  local b
  local c = b.x
  return c
end
for _, f in ipairs { call, index, concatenate, field } do
  for _, first in ipairs { false, 1 } do
    print(pcall(f, first, {}, {}))
    print(select(2, pcall(f, first, { second = {} }, nil, 4)))
  end
end
local function variables(a, b, ...)
  local c <const>, d = a, b
  for i = 1, 1 do
    local names = {}
    for n = -1, 12 do
      local name, value = debug.getlocal(1, n)
      names[#names + 1] = tostring(name) .. "=" .. (type(value) == "table" and "table" or tostring(value))
    end
    print(table.concat(names, " "))
    print(debug.setlocal(1, 4, "other"), debug.setlocal(1, 1, "one"), debug.setlocal(1, 40, 1), d, a)
  end
  return c
end
print(variables(1, 2, 3, 4))
print(debug.getlocal(variables, 1), debug.getlocal(variables, 2), debug.getlocal(variables, 3))
print(pcall(debug.getlocal, 1), pcall(debug.getlocal, 1, {}), pcall(debug.getlocal, 100, 1), pcall(debug.setlocal, 1, 1))
print(#string.dump(variables), #string.dump(variables, true), pcall(string.dump, print), pcall(string.dump))
print(load(string.dump(variables))(5, 6, 7))
