-- annotations.lua - the definitions for editors (library/qii.lua) contain exactly the functions of the module, with
-- their parameters.
--   usage: annotations.lua FILE; LUA_CPATH finds the module
local qii = require "qii"
local file = assert(io.open(arg[1]))
local text = file:read "a"
file:close()

local wrong = {}
local function check(good, ...)
  if not good then
    wrong[#wrong + 1] = table.concat({ ... }, " ")
  end
end

check(text:find "^%-%-%-@meta", "no ---@meta at the top")
local annotated = dofile(arg[1])
for name, value in pairs(qii) do
  if type(value) == "function" then
    check(type(annotated[name]) == "function", name, "has no annotation")
  else
    check(text:find("---@field " .. name .. " " .. type(value), 1, true), name, "is no field of the class")
  end
end
for paragraph in text:gmatch "[^\n].-\n\n" do
  local name = paragraph:match "\nfunction qii%.(%w+)"
  if name then
    check(type(qii[name]) == "function", name, "is not in the module")
    check(paragraph:find "\n%-%-%-@return" or paragraph:find "^%-%-%-@return", name, "has no ---@return")
    check(paragraph:match "%-%-%-@param (%w+)" == debug.getlocal(annotated[name], 1), name, "has another parameter")
    annotated[name] = nil
  end
end
check(next(annotated) == nil, "not understood:", (next(annotated)))
print(table.concat(wrong, "\n"))
os.exit(#wrong == 0)
