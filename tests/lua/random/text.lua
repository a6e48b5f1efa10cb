-- text.lua - the text of a random program while it is generated, with its random choices and the variables in scope.
local text = {}
text.__index = text

-- Begin the text of a program. The seed determines all random choices.
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

-- End a statement, mostly with a line feed. Sometimes write many line feeds, because Lua encodes large line differences
-- in another way.
function text:stop()
  if self.flat > 0 then
    self:put " ; "
  elseif self:chance(15) then
    self:put(self:pick { " ; ", "  " })
  else
    self:put(self:chance(1) and ("\n"):rep(self:number(120, 300)) or "\n")
  end
end

-- Put the space between two words of an expression.
function text:gap()
  return self.flat == 0 and self:chance(7) and "\n" or " "
end

-- Call `write`, which puts no line feed into the text meanwhile. Return its result.
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

-- Declare a variable whose scope ends with the current block. `kind` is "number", "string", "table", "object", or
-- "function", which has `parameters`. Return the variable's name.
function text:declare(kind, name, constant, parameters)
  name = name or self:name(kind:sub(1, 1))
  self.variables[#self.variables + 1] = { name = name, kind = kind, constant = constant, parameters = parameters }
  return name
end

-- Return the name of a variable of this kind that is in scope, and its parameters. Return nil if there is none.
function text:variable(kind, to_assign)
  local found = {}
  for _, variable in ipairs(self.variables) do
    if variable.kind == kind and not (to_assign and variable.constant) then
      found[#found + 1] = variable
    end
  end
  -- Mostly choose one of the latest variables, which are locals. The older variables are upvalues.
  local low = self:chance(60) and math.max(1, #found - 4) or 1
  if found[1] then
    local variable = found[self:number(low, #found)]
    return variable.name, variable.parameters
  end
end

-- Call `write`. The scope of the variables that it declares ends afterwards.
function text:block(write)
  local count = #self.variables
  write()
  while #self.variables > count do
    table.remove(self.variables)
  end
end

return text
