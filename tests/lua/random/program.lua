-- program.lua - the text of a random Lua program. Usage: lua5.4 -e 'package.path = "?.lua"' random/program.lua SEED
local expression = require "random.expression"
local statement = require "random.statement"
local text = require "random.text"

-- The beginning of all programs. Their output has no addresses, and does not depend on the order in which pairs()
-- returns names.
local beginning = [==[
local fuel = 200
local function spent() fuel = fuel - 1 return fuel < 0 end
local function word(value)
  local kind = math.type(value) or type(value)
  if kind == "float" then return ("%.14g"):format(value) end
  if kind == "string" then return ("%q"):format(#value > 2000 and value:sub(1, 2000) or value) end
  return kind == "table" and "table" or kind == "function" and "function" or kind == "thread" and kind or tostring(value)
end
local function show(...)
  for i = 1, select("#", ...) do io.write(word((select(i, ...))), " ") end
  io.write "\n"
  return ...
end
local function int(x) return math.tointeger(tonumber(x)) or 7 end
local function some(x) return x ~= 0 and x or 9 end
local function num(x) return type(x) == "number" and x or 11 end
local function cut(s) return #s > 60 and s:sub(1, 60) or s end
local function three() return 1, 2, 3 end
local function none() end
local function pass(...) return ... end
local function generate(n) for i = 1, n or 2 do coroutine.yield(i, i * 2) end end
local function closing(name, fails)
  return setmetatable({}, { __close = function(_, message)
    io.write("close ", name, " ", tostring(message):sub(1, 60):gsub("0x%x+", ""), "\n")
    if fails then error("in close " .. name, 0) end
  end })
end
local function closed_pairs(n)
  return function(_, i) if i < n then return i + 1, i end end, nil, 0, closing "pairs"
end
local meta = {}
local function value_of(x) return type(x) == "table" and rawget(x, "n") or tonumber(x) or 1 end
for _, event in ipairs { "add", "sub", "mul", "div", "mod", "pow", "idiv", "band", "bor", "bxor", "shl", "shr", "concat" } do
  meta["__" .. event] = function(a, b)
    if coroutine.isyieldable() and event ~= "mod" then coroutine.yield(event) end
    return event == "concat" and "joined" or value_of(a) * 2 + value_of(b)
  end
end
function meta.__unm(a) return -a.n end
function meta.__bnot(a) return a.n + 100 end
function meta.__len(a) return a.n end
function meta.__lt(a, b) if coroutine.isyieldable() then coroutine.yield "lt" end return value_of(a) < value_of(b) end
function meta.__le(a, b) return value_of(a) <= value_of(b) end
function meta.__eq(a, b) if coroutine.isyieldable() then coroutine.yield "eq" end
  return a.n == b.n end
function meta.__call(self, a, b) return type(b) == "number" and b < 6 and b + 1 or nil, self.n end
function meta.__index(_, key)
  if key == "method" then return function(self, x) return self.n + x end end
  if key == "other" then if coroutine.isyieldable() then coroutine.yield(key) end return 5 end
end
function meta.__newindex(t, key, value) rawset(t, key, value) end
local function object(n) return setmetatable({ n = n }, meta) end
local function drive(f, ...)
  local co = coroutine.create(f)
  local results = table.pack(coroutine.resume(co, ...))
  for i = 1, 12 do
    show(coroutine.status(co), table.unpack(results, 1, results.n))
    if coroutine.status(co) == "dead" then break end
    if i % 5 == 0 then show(debug.traceback(co)) end
    results = table.pack(coroutine.resume(co, i))
  end
  if fuel % 2 == 0 then show(coroutine.close(co)) end
end
local function show_locals()
  for i = 1, 300 do
    local name, value = debug.getlocal(2, i)
    if not name then break end
    io.write(name, "=", name:find "^%(" and "" or word(value), " ")
  end
  for i = 1, 3 do io.write(tostring(debug.getlocal(2, -i)), " ") end
  show(debug.getlocal(debug.getinfo(2, "f").func, 1))
end
local function set_local(i)
  local name, value = debug.getlocal(2, i)
  if name and math.type(value) == "integer" then debug.setlocal(2, i, value % 5) end
  for at = i + 1, i + 9 do
    name, value = debug.getlocal(2, at)
    if name and name:find "^[ns]%d" and type(value) == "string" then show(debug.setlocal(2, at, "set")) end
  end
end
local function show_lines()
  local list = {}
  if debug.getinfo(2, "l").currentline < 0 then return end -- stripped: some versions of Lua crash when they are asked for lines
  local info = debug.getinfo(2, "SLutn")
  for line in pairs(info.activelines) do list[#list + 1] = line end
  table.sort(list)
  show(table.concat(list, " "), info.linedefined, info.lastlinedefined, info.nups, info.nparams, info.isvararg, info.istailcall, info.name)
end
local function weak()
  local t = setmetatable({ {}, 7, {} }, { __mode = "v" })
  collectgarbage()
  return t[1], t[2], t[3]
end
local function traced(f, ...)
  local lines = {}
  local function hook(_, line) if #lines < 3000 then lines[#lines + 1] = line end end
  debug.sethook(hook, "l")
  local ok, message = pcall(f, ...)
  debug.sethook()
  show(ok, message, table.concat(lines, " "))
end
local function steps(f, ...)
  local list = {}
  local function hook(event)
    local info = debug.getinfo(2, "lrSt")
    if #list < 2000 then
      list[#list + 1] = ("%s:%d:%s:%s:%s"):format(event, info.what == "C" and 0 or info.currentline, info.ftransfer, info.ntransfer, info.istailcall)
    end
  end
  debug.sethook(hook, "cr")
  local ok = pcall(f, ...)
  debug.sethook()
  show(ok, table.concat(list, " "))
end
]==]

-- A function with more items than fit into an operand of an instruction: local variables, constants, counted lines.
local function large_function(t)
  t:put("local function ", t:declare("function", "large", true, { "number" }), "(a, ...)\n")
  local locals = t:pick { 0, 20, 150, 190 }
  for i = 1, locals do
    t:put("local x", i, " = ", i % 7 == 0 and "a" or i, t:chance(10) and "\n" or " ")
  end
  for i = 1, t:pick { 0, 300, 600 } do
    local condition = t:pick { "a == " .. i .. ".5 ", "a < " .. i .. " ", "not a " }
    t:put(t:pick { "a = a + " .. i .. ".25\n", "if " .. condition .. "then a = 1 end\n", "missing_" .. i .. " = a\n", "a = (function() return a end)()\n",
      "a = (missing_" .. i .. " or a) * 0.5\n", "io.write((a // 1) == 'n" .. i .. "' and 'x' or '')\n" })
  end
  t:put("return a, ", locals > 0 and "x" .. locals or "1", ", select('#', ...) end\n")
end

local function chunk_text(t, depth)
  local outside, parts, flat, names = t.variables, t.parts, t.flat, t.in_vararg
  t.variables, t.parts, t.flat, t.in_vararg = {}, {}, 0, true
  t:put "local spent, show, int, num, some, cut, three, none, pass, generate, closing, closed_pairs, object, drive, show_locals, set_local, show_lines, weak = ...\n"
  for _ = 1, t:number(1, 4) do
    statement.any(t, depth)
  end
  t:put("do return ", expression.results(t, 2), " end")
  local result = table.concat(t.parts)
  t.variables, t.parts, t.flat, t.in_vararg = outside, parts, flat, names
  return result
end

local helpers = "spent, show, int, num, some, cut, three, none, pass, generate, closing, closed_pairs, object, drive, show_locals, set_local, show_lines, weak"

local function write_function(t)
  t.functions = 0
  local name, parameters = t:name "f", {}
  if t:chance(20) then
    t:put("local ", name, " = load([=[", chunk_text(t, 2), "]=], '", t:pick { "=text", "@text.lua" }, t.names, "') ", name, " = ", name, " and (function(f) return function()\nreturn f(", helpers,
      ") end end)(", name, ")")
  else
    for i = 1, t:number(0, 3) do
      parameters[i] = t:pick { "number", "number", "string", "table", "object" }
    end
    t:put("local function ", name)
    statement.body_of_function(t, 3, parameters, t:chance(10))
  end
  t:declare("function", name, true, parameters)
  t:put "\n"
  return name, parameters
end

local function write_run(t, name, parameters)
  local arguments = expression.arguments(t, 1, parameters)
  t:put("fuel = ", t:number(5, 60), " show '", name, "'\n")
  t:put(t:pick { "show(pcall(%s", "show(xpcall(%s, debug.traceback", "drive(%s", "traced(%s", "steps(%s" }:format(name))
  local close = t.parts[#t.parts]:find "^show" and "))" or ")"
  t:put(arguments == "" and "" or ", " .. arguments, close, "\n")
  if t:chance(20) then -- call a copy of the function that shares all upvalues of the original, so that it finds helpers such as pass
    t:put(("do local g = load(string.dump(%s, %s)) for i = 1, 255 do if debug.getupvalue(%s, i) then debug.upvaluejoin(g, i, %s, i) end end fuel = 10 show(pcall(g, 1)) end\n")
      :format(name, t:pick { "true", "false" }, name, name))
  end
end

local function write_program(seed)
  local t = text.new(seed)
  t.careful = t:chance(50)
  t:put(beginning)
  if t:chance(20) then
    large_function(t)
  end
  for _ = 1, t:number(2, 5) do
    write_run(t, write_function(t))
  end
  t:put(t:pick { "", "", "os.exit(3, true)", "error 'the end'", "local nothing = nil ; nothing()", "os.exit(false)", "error({})" }, "\n")
  return table.concat(t.parts)
end

return write_program
