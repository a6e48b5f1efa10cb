-- text.lua - the text of a random program while it is written: chances, variables in scope, ends of lines.
local text = {}
text.__index = text

-- The program is determined by the seed.
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

-- End a statement: mostly with a line's end, sometimes with many, since Lua stores lines as differences.
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

-- Call write without any line end in its text.
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

-- kind: "number", "string", "table", "object", or "function", which has parameters. Declared from here to the block's
-- end.
function text:declare(kind, name, constant, parameters)
  name = name or self:name(kind:sub(1, 1))
  self.variables[#self.variables + 1] = { name = name, kind = kind, constant = constant, parameters = parameters }
  return name
end

-- Return a variable of that kind that is in scope, and its parameters, or nil.
function text:variable(kind, to_assign)
  local found = {}
  for _, variable in ipairs(self.variables) do
    if variable.kind == kind and not (to_assign and variable.constant) then
      found[#found + 1] = variable
    end
  end
  -- Mostly the latest ones, which are locals; else upvalues.
  local low = self:chance(60) and math.max(1, #found - 4) or 1
  if found[1] then
    local variable = found[self:number(low, #found)]
    return variable.name, variable.parameters
  end
end

-- Call write, and forget its declarations afterwards.
function text:block(write)
  local count = #self.variables
  write()
  while #self.variables > count do
    table.remove(self.variables)
  end
end

return text
