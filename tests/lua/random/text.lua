-- text.lua - the text of a random program while it is written: chances, variables in scope, ends of lines.
local text = {}
text.__index = text

-- The same program for the same seed.
function text.new(seed)
  math.randomseed(seed)
  return setmetatable({ parts = {}, variables = {}, names = 0, flat = 0, loops = 0, functions = 0 }, text)
end

function text:chance(percent)
  return math.random(100) <= percent
end

function text:number(from, to)
  return math.random(from, to)
end

function text:pick(list)
  return list[math.random(#list)]
end

function text:put(...)
  for _, part in ipairs { ... } do
    self.parts[#self.parts + 1] = part
  end
end

-- The end of a statement: mostly that of a line, sometimes of many lines, since Lua keeps lines as differences.
function text:stop()
  if self.flat > 0 then
    self:put " ; "
  elseif self:chance(15) then
    self:put(self:pick { " ; ", "  " })
  else
    self:put(self:chance(1) and ("\n"):rep(self:number(120, 300)) or "\n")
  end
end

-- Between two words of an expression.
function text:gap()
  return self.flat == 0 and self:chance(7) and "\n" or " "
end

-- Call write with no end of a line in what it writes.
function text:on_one_line(write)
  self.flat = self.flat + 1
  local result = write()
  self.flat = self.flat - 1
  return result
end

function text:name(prefix)
  self.names = self.names + 1
  return prefix .. self.names
end

-- kind: "number", "string", "table", "object", "function", which has parameters. Known from here to the end of the block.
function text:declare(kind, name, constant, parameters)
  name = name or self:name(kind:sub(1, 1))
  self.variables[#self.variables + 1] = { name = name, kind = kind, constant = constant, parameters = parameters }
  return name
end

-- A variable of that kind that is in scope, and its parameters; nil without.
function text:variable(kind, to_assign)
  local found = {}
  for _, variable in ipairs(self.variables) do
    if variable.kind == kind and not (to_assign and variable.constant) then
      found[#found + 1] = variable
    end
  end
  -- Mostly those of late, which are locals; else upvalues.
  local low = self:chance(60) and math.max(1, #found - 4) or 1
  if found[1] then
    local variable = found[self:number(low, #found)]
    return variable.name, variable.parameters
  end
end

-- Call write; what it declares is forgotten after it.
function text:block(write)
  local count = #self.variables
  write()
  while #self.variables > count do
    table.remove(self.variables)
  end
end

return text
