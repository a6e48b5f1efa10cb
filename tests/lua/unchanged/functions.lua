-- Lua's tables contain the same names as without qii.
for _, module in ipairs { "_G", "coroutine", "debug", "io", "os", "package", "string", "table", "math", "utf8" } do
  local names = {}
  for name, value in pairs(package.loaded[module]) do names[#names + 1] = name .. ":" .. type(value) end
  table.sort(names)
  print(module, table.concat(names, " "))
end
local loaded = {}
for name in pairs(package.loaded) do loaded[#loaded + 1] = name end
table.sort(loaded)
print(table.concat(loaded, " "))
