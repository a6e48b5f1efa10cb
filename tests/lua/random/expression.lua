-- expression.lua - random expressions, as text. Most have the requested kind of value. The others may fail at run time.
local expression = {}

local integers = { "0", "1", "2", "3", "5", "7", "10", "64", "127", "128", "255", "256", "-1", "-3", "-128", "65536", "1000000",
  "0x7fffffffffffffff", "math.mininteger", "131072" }
local divisors = { table.unpack(integers, 2) }
local floats = { "0.5", "2.0", "-1.5", "1e15", "3.25", "1e308", "128.0", "0.1", "-0.0" }
local strings = { '""', '"a"', '"abc"', '"10"', '"0x10"', '"1e1"', '" 7 "', '"a string that is longer than forty characters are"', "'\\0\\255'" }
local arithmetic = { "+", "-", "*", "/", "//", "%", "^", "+", "-", "*" }
local bitwise = { "&", "|", "~", "<<", ">>" }
local comparisons = { "<", "<=", ">", ">=", "==", "~=" }

local kinds = { "number", "string", "table", "object", "condition", "missing" }

-- Return arguments for a function, mostly as many as it has parameters, and mostly of the kinds of these parameters.
function expression.arguments(t, depth, parameters, open)
  local list = {}
  parameters = t:chance(90) and parameters or {}
  for i = 1, math.max(#parameters, t:number(0, 2)) do
    list[i] = expression.of(t, parameters[i] or t:pick { "number", "number", "string", "table" }, depth - 1)
  end
  if open then
    list[#list + 1] = open
  end
  return table.concat(list, "," .. t:gap())
end

-- Return an expression with several values: `...`, or all results of a call. The call of a function that may never
-- return is on one line with the code that uses its results. If they were on different lines, byte code and hooks would
-- count these lines differently (doc/coverage.md).
local function open(t, depth)
  if t.in_vararg and t:chance(40) then
    return "..."
  elseif t:chance(60) then
    return t:pick { "three", "none", "pass", "table.unpack" } .. (t:chance(50) and "{1, 2}" or "(" .. t:gap() .. "{" .. t:gap() .. "3 })")
  end
  local f, parameters = t:variable "function"
  return f and t:on_one_line(function() return f .. "(" .. expression.arguments(t, depth - 1, parameters) .. ")" end) or "none()"
end

local function has_call(all)
  return not all:find "^%.%.%." and not (all:find "^three" or all:find "^none" or all:find "^pass" or all:find "^table%.unpack")
end

function expression.call(t, depth)
  local f, parameters = t:variable "function"
  f = f or "pass"
  if not t:chance(20) then
    return f .. "(" .. t:gap() .. expression.arguments(t, depth - 1, parameters) .. t:gap() .. ")"
  end
  local all = open(t, depth)
  if has_call(all) then
    return t:on_one_line(function() return f .. "(" .. expression.arguments(t, depth - 1, parameters, all) .. ")" end)
  end
  return f .. "(" .. t:gap() .. expression.arguments(t, depth - 1, parameters, all) .. t:gap() .. ")"
end

-- Return the values of a return statement.
function expression.results(t, depth)
  if t:chance(20) then
    return t:on_one_line(function() return expression.call(t, depth) end)
  end
  local all = t:chance(30) and open(t, depth)
  local function list()
    local first = expression.of(t, "number", depth)
    return all and first .. ", " .. all or t:chance(40) and first .. "," .. t:gap() .. expression.of(t, "string", depth) or first
  end
  return all and has_call(all) and t:on_one_line(list) or list()
end

-- Never divide by 0: up to Lua 5.4.4 the error names the right line only if hooks are set.
local function binary(t, operators, kind, depth)
  local operator, right = t:pick(operators), expression.of(t, kind, depth)
  right = (operator == "//" or operator == "%") and "some(" .. right .. ")" or right
  return "(" .. expression.of(t, kind, depth) .. t:gap() .. operator .. t:gap() .. right .. ")"
end

local function integer(t, depth)
  return t:chance(85) and "int(" .. expression.number(t, depth - 1) .. ")" or expression.number(t, depth - 1)
end

function expression.leaf(t)
  local variable = t:chance(60) and t:variable "number"
  return variable or t:pick(t:chance(75) and integers or floats)
end

local numbers = {
  function(t, depth) return binary(t, arithmetic, "number", depth - 1) end,
  function(t, depth) return "(" .. expression.number(t, depth - 1) .. t:gap() .. t:pick(arithmetic) .. " " .. t:pick(divisors) .. ")" end,
  function(t, depth) return "(" .. t:pick(t:chance(70) and integers or floats) .. t:gap() .. t:pick(arithmetic) .. " some(" .. expression.number(t, depth - 1) .. "))" end,
  function(t, depth) return "(" .. integer(t, depth) .. t:gap() .. t:pick(bitwise) .. t:gap() .. integer(t, depth) .. ")" end,
  function(t, depth) return "(" .. integer(t, depth) .. " " .. t:pick(bitwise) .. " " .. t:pick { "1", "3", "-2", "0xff", "70", "1000" } .. ")" end,
  function(t, depth) return "(" .. t:pick { "1", "2", "100" } .. " " .. t:pick(bitwise) .. t:gap() .. integer(t, depth) .. ")" end,
  function(t, depth) return "(" .. t:pick { "- ", "~ " } .. integer(t, depth) .. ")" end,
  function(t, depth) return "(#" .. expression.of(t, t:pick { "string", "table" }, depth - 1) .. ")" end,
  function(t, depth) return "(" .. expression.condition(t, depth - 1) .. t:gap() .. "and" .. t:gap() .. expression.number(t, depth - 1) ..
    t:gap() .. "or " .. expression.number(t, depth - 1) .. ")" end,
  function(t, depth) return "(" .. expression.call(t, depth) .. ")" end,
  function(t, depth) return "num(" .. expression.table(t, depth - 1) .. t:pick { ".x", "[1]", "[2]", "[int(" .. expression.leaf(t) .. ") % 4]", "['y']" } .. ")" end,
  function(t, depth) return "(" .. expression.object(t) .. " " .. t:pick(arithmetic) .. t:gap() .. expression.number(t, depth - 1) .. ")" end,
  function(t, depth) return "(" .. expression.number(t, depth - 1) .. t:gap() .. t:pick(t:chance(50) and bitwise or arithmetic) .. " " .. expression.object(t) .. ")" end,
  function(t, depth) return "(" .. expression.object(t) .. ":method(" .. expression.number(t, depth - 1) .. "))" end,
  function(t, depth) return "(" .. expression.object(t) .. "(" .. expression.number(t, depth - 1) .. "))" end,
  function(t) return expression.object(t) .. "." .. t:pick { "n", "other", "method_of_none" } end,
  function(t) return "(" .. t:pick { '"10"', '"0x10"', '"3"' } .. " " .. t:pick(t:chance(30) and bitwise or arithmetic) .. " some(" .. expression.leaf(t) .. "))" end,
  function(t) return t.in_vararg and "select('#', ...)" or "- 4" end,
  function(t, depth) return t.in_vararg and "num((...))" or expression.number(t, depth - 1) end,
  function() return "debug.getinfo(1, 'l').currentline" end,
  function(t, depth) return "((function(a" .. (t:chance(50) and ", ..." or "") .. ") return a" .. t:gap() .. "+ " .. t:name "" .. " end)(" .. expression.number(t, depth - 1) .. "))" end,
}

function expression.number(t, depth)
  return depth <= 0 and expression.leaf(t) or t:pick(numbers)(t, depth)
end

function expression.string(t, depth)
  local variable = t:variable "string"
  if depth <= 0 or t:chance(40) then
    return variable and t:chance(50) and variable or "(" .. t:pick(strings) .. ")"
  end
  return t:pick {
    function() return "(cut(" .. expression.of(t, "string", depth - 1) .. t:gap() .. ".. " .. expression.of(t, "number", depth - 1) .. t:gap() ..
      ".." .. t:gap() .. expression.of(t, "string", depth - 1) .. "))" end,
    function() return "(" .. expression.string(t, depth - 1) .. ":sub(2," .. t:gap() .. "5))" end,
    function() return "(('%5.1f'):format(" .. expression.number(t, depth - 1) .. "))" end,
    function() return "(cut(" .. expression.object(t) .. " .. " .. expression.string(t, depth - 1) .. "))" end,
    function() return "(" .. expression.condition(t, depth - 1) .. " and " .. expression.string(t, depth - 1) .. " or '')" end,
  }()
end

local conditions = {
  function(t, depth) return binary(t, comparisons, "number", depth - 1) end,
  function(t, depth) return "(" .. expression.number(t, depth - 1) .. " " .. t:pick(comparisons) .. t:gap() .. t:pick(t:chance(70) and integers or floats) .. ")" end,
  function(t, depth) return "(" .. t:pick(integers) .. t:gap() .. t:pick(comparisons) .. " " .. expression.number(t, depth - 1) .. ")" end,
  function(t, depth) return binary(t, comparisons, "string", depth - 1) end,
  function(t, depth) return "(" .. expression.string(t, depth - 1) .. t:pick { " == ", " ~= " } .. t:pick { "'a'", "nil", "false", "'10'" } .. ")" end,
  function(t) return "(" .. expression.object(t) .. t:gap() .. t:pick(comparisons) .. " " .. expression.object(t) .. ")" end,
  function(t, depth) return "(not " .. expression.condition(t, depth - 1) .. ")" end,
  function(t, depth) return "(" .. expression.condition(t, depth - 1) .. t:gap() .. t:pick { "and", "or" } .. t:gap() .. expression.condition(t, depth - 1) .. ")" end,
  function(t) return t:variable "table" and t:variable "table" .. ".none" or "true" end,
  function(t) return t:pick { "true", "false", "nil", "1", expression.leaf(t) } end,
  function(t, depth) return "(" .. expression.call(t, depth) .. ")" end,
}

function expression.condition(t, depth)
  return depth <= 0 and "(" .. expression.leaf(t) .. t:pick { " < ", " == ", " >= " } .. expression.leaf(t) .. ")" or t:pick(conditions)(t, depth)
end

-- Return as many table items as fit into one instruction, or more.
local function many_items(t)
  local items = {}
  for i = 1, t:pick { 49, 50, 51, 100, 260, 520 } do
    items[i] = (t:chance(3) and t:gap() or "") .. (t:chance(10) and expression.leaf(t) or i)
  end
  return table.concat(items, ",")
end

function expression.table(t, depth)
  local variable = t:variable "table"
  if variable and (depth <= 0 or t:chance(50)) then
    return variable
  end
  local all = t:chance(25) and open(t, depth)
  local function list()
    local items = {}
    for i = 1, depth <= 0 and 1 or t:number(0, 4) do
      items[i] = t:pick { "", "", "", "x = ", "y = ", "[1] = ", "['z'] = ", "[0.5] = " } .. expression.number(t, depth - 1)
    end
    if t:chance(4) and t.flat == 0 then
      items[#items + 1] = many_items(t)
    end
    if all then
      items[#items + 1] = all
    end
    return "{" .. t:gap() .. table.concat(items, t:pick { ",", ";" } .. t:gap()) .. t:gap() .. "}"
  end
  local text = all and has_call(all) and t:on_one_line(list) or list()
  return "(" .. text .. ")"
end

function expression.object(t)
  return t:variable "object" or "object(3)"
end

function expression.of(t, kind, depth)
  if t:chance(1) and not t.careful then
    kind = t:pick(kinds)
  end
  if kind == "missing" then
    return t:pick { "nil", "missing", "missing.field", "pass.field", t:variable "table" and t:variable "table" .. ".none" or "nil" }
  end
  return expression[kind](t, depth)
end

return expression
