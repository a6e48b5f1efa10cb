-- Output handler of busted: print the status of each test by the name of its context, one a line. Tests of one name in a
-- file are numbered in the order in which they run.
return function()
  local busted = require "busted"
  local handler = require "busted.outputHandlers.base"()
  local counts = {}

  local function name_of(element)
    local file = element
    while file.descriptor ~= "file" do file = busted.parent(file) end
    local name = file.name:gsub("^%./", "") .. ": " .. handler.getFullName(element):gsub("[\r\n]", " ")
    counts[name] = (counts[name] or 0) + 1
    return counts[name] == 1 and name or name .. " [" .. counts[name] .. "]"
  end

  busted.subscribe({ "test", "end" }, function(element, _, status)
    io.stdout:write("test\t", name_of(element), "\t", status, "\n")
    return nil, true
  end)
  return handler
end
