-- statement.lua - random statements, as text. Each loop ends. Each function returns soon after `fuel`, a limit of calls,
-- is used up.
local expression = require "random.expression"

local statement = {}

local function of(t, kind)
  return expression.of(t, kind, t:number(0, 3))
end

local function body(t, depth)
  t:block(function()
    t:stop()
    for _ = 1, t:number(1, depth > 0 and 4 or 2) do
      statement.any(t, depth)
    end
  end)
end

function statement.declare(t)
  local kind = t:pick { "number", "number", "string", "table", "object" }
  if kind == "number" and t:chance(10) then -- instructions that set several registers to nil are merged
    t:put("local ", t:name "u", ", ", t:name "u", t:chance(50) and " = nil" or "")
    return
  end
  local values = of(t, kind) .. (t:chance(10) and ", " .. expression.leaf(t) or "")
  local constant = t:chance(8) and kind ~= "object"
  t:put("local ", t:declare(kind, nil, constant), constant and " <const>" or "", t:gap(), "= ", values)
end

function statement.declare_several(t)
  local call = t:chance(50) and expression.call(t, 1) or t.in_vararg and "..." or "three()"
  local first = of(t, "number")
  t:put("local ", t:declare "number", ", ", t:name "u", ", ", t:name "u", " = ", first, ",", t:gap(), call)
end

function statement.assign(t)
  local kind = t:pick { "number", "number", "string", "table" }
  local name = t:variable(kind, true)
  if not name then
    return statement.show(t)
  elseif t:chance(7) then
    t:put(name, " = nil ; local ", t:name "u", ", ", t:name "u")
  elseif t:chance(15) and t:variable("number", true) then
    t:put(name, ", ", t:variable("number", true), " = ", of(t, kind), ",", t:gap(), of(t, "number"))
  else
    t:put(name, t:gap(), "= ", of(t, kind))
  end
end

function statement.field(t)
  local name = t:variable "table" or t:variable "object"
  if not name then
    return statement.show(t)
  end
  t:put(name, t:pick { ".x", ".y", "[1]", "[int(" .. expression.leaf(t) .. ") % 5]", "[300]", "['a key']" }, " =", t:gap(),
    of(t, t:pick { "number", "number", "string", "missing" }))
end

function statement.show(t)
  if t:chance(20) then
    local all = expression.results(t, 1)
    t:put "show("
    t:put(all, ")")
    return
  end
  t:put("show(", of(t, t:pick { "number", "string", "condition", "table" }), ",", t:gap(), of(t, "number"), ")")
end

function statement.call(t)
  t:put(expression.call(t, 2))
end

function statement.branch(t, depth)
  t:put("if ", of(t, "condition"), t:gap(), "then ")
  body(t, depth - 1)
  while t:chance(30) do
    t:put(" elseif ", of(t, "condition"), " then ")
    body(t, depth - 1)
  end
  if t:chance(50) then
    t:put " else "
    body(t, depth - 1)
  end
  t:put " end"
end

local function leave(t)
  local way = t:pick { "break", "goto", "outer" }
  t:put("if ", of(t, "condition"), " then ")
  t:put(way == "goto" and t.next and "goto " .. t.next or way == "outer" and t.outer and "goto " .. t.outer or "break", " end")
end

-- Put a loop: `head` and `tail` surround its body, and `write` declares the first variables of the body. If `is_left`
-- is not false, the body may contain a statement that leaves the loop.
local function loop(t, depth, head, tail, write, is_left)
  local next_before, outer_before = t.next, t.outer
  local outer = t:chance(20) and t:name "out"
  local next = t:chance(40) and t:name "next"
  t.loops = t.loops + 1
  if outer then
    t:put("do ")
  end
  t.outer = outer or t.outer
  t:put(head)
  t:block(function()
    if write then
      write()
    end
    t:stop()
    if next then -- so that the scope of variables ends before the label
      t:put "do "
      t.next = next
    end
    t:block(function()
      for _ = 1, t:number(1, 3) do
        statement.any(t, depth - 1)
        if is_left ~= false and t:chance(20) then
          leave(t)
          t:stop()
        end
      end
    end)
    if next then
      t:put(" end ::", next, "::")
      t:stop()
    end
    t.next, t.outer = next_before, outer_before
    t:put(tail)
  end)
  if outer then
    t:put(" end ::", outer, "::")
  end
  t.loops = t.loops - 1
end

function statement.count_loop(t, depth)
  local name = t:name "i"
  local range = t:pick { "1, 3", "3, 1, -1", "1, 2, 0.5", "1.0, 0, -0.25", "1, 0", "5, 1", "math.maxinteger - 1, math.maxinteger",
    "math.mininteger, math.mininteger + 2, 2", "1, #" .. expression.table(t, 0) .. " % 5", "1, int(" .. expression.leaf(t) .. ") % 4", "3, 0, -2",
    "1, 2.7", "'1', 2" }
  loop(t, depth, "for " .. name .. " = " .. range .. t:gap() .. "do ", " end", function()
    t:declare("number", name, true)
  end)
end

function statement.each_loop(t, depth)
  local a, b = t:name "k", t:name "v"
  local over = t:pick { "ipairs {" .. t:gap() .. "4, 5, 6 }", "pairs { 7, 8 }", "closed_pairs(3)", "coroutine.wrap(generate), 3", "next, { 1, 2 }",
    "coroutine.wrap(function(n) for i = 1, 3 do coroutine.yield(i," .. t:gap() .. "n) end end)", "string.gmatch('a b', '%a')",
    "function(n, i) if i < n then return i + 1," .. t:gap() .. "n end end, 3, 0", "nil", "object(2), 1, 2" }
  loop(t, depth, "for " .. a .. ", " .. b .. " in" .. t:gap() .. over .. t:gap() .. "do ", " end", function()
    t:declare("number", b)
  end, over ~= "closed_pairs(3)") -- when a loop is left, Lua up to 5.4.4 may fail to close its variables
end

function statement.while_loop(t, depth)
  local count = t:name "w"
  t:put("local ", count, " = 0 ")
  loop(t, depth, ("while %s < 4 and (%s) do %s = %s + 1 "):format(count, of(t, "condition"), count, count), " end")
end

function statement.repeat_loop(t, depth)
  local count, inside = t:name "w", t:name "n"
  t:put("local ", count, " = 0 ")
  loop(t, depth, ("repeat %s = %s + 1 local %s = %s "):format(count, count, inside, expression.leaf(t)),
    ("until %s > 3 or %s"):format(count, t:pick { inside .. " == 1", of(t, "condition"), "(function() return " .. inside .. " end)() == 2" }))
end

function statement.block(t, depth)
  t:put "do "
  if t:chance(60) then
    t:put("local ", t:name "c", " <close> = closing('", t:number(1, 99), "'", t:chance(20) and ", true" or "", ")")
    t:stop()
  end
  body(t, depth - 1)
  t:put " end"
end

-- Put the parameters and the body of a function, from "(" to "end".
function statement.body_of_function(t, depth, parameters, flat)
  local next, outer, loops, vararg = t.next, t.outer, t.loops, t.in_vararg
  t.next, t.outer, t.loops, t.functions = nil, nil, 0, t.functions + 1
  t.flat = t.flat + (flat and 1 or 0)
  t:block(function()
    local names = {}
    for i, kind in ipairs(parameters) do
      names[i] = t:declare(kind, t:name "p")
    end
    local nils = t:chance(20) and "last = nil local first, second show(last, first, second) " or ""
    names[#names + 1] = nils ~= "" and "last" or nil
    t.in_vararg = t:chance(25)
    if t.in_vararg then
      names[#names + 1] = "..."
    end
    t:put("(", table.concat(names, ", "), ") ", nils, "if spent() then return 0 end") -- one instruction sets `last`, `first` and `second` to nil
    body(t, depth)
    if t:chance(80) then
      t:put("return ", expression.results(t, 2))
      t:stop()
    end
    t:put "end"
  end)
  t.flat = t.flat - (flat and 1 or 0)
  t.next, t.outer, t.loops, t.in_vararg = next, outer, loops, vararg
end

function statement.inner_function(t, depth)
  if t.functions > 30 then
    return statement.assign(t)
  end
  local name = t:name "f"
  t:put("local function ", name)
  local parameters = { "number", t:pick { "number", "string", "table" } }
  statement.body_of_function(t, depth - 1, parameters, t:chance(30))
  t:declare("function", name, true, parameters)
end

function statement.protected(t, depth)
  t:put(t:pick { "show(pcall(function", "show(xpcall(function" })
  local traced = t.parts[#t.parts]:find "xpcall"
  statement.body_of_function(t, depth - 1, {}, t:chance(20))
  t:put(traced and ", debug.traceback))" or "))")
end

function statement.coroutine(t, depth)
  t:put "drive(function"
  statement.body_of_function(t, depth - 1, { "number" }, t:chance(20))
  t:put(")")
end

-- Put two closures per round of a loop, which share a variable of the loop.
function statement.closures(t)
  local list, value = t:name "l", t:name "n"
  t:put(("local %s = {} for i = 1, 3 do local %s = i"):format(list, value))
  t:stop()
  t:put(("%s[i] = { function() %s = %s + %s end,%sfunction() return %s end }"):format(list, value, value, expression.leaf(t), t:gap(), value))
  t:stop()
  t:put(("if i == 2 then %s end end for _, both in ipairs(%s) do both[1]() show(both[2]()) end"):format(t:pick { "break", "show(i)", "goto on" .. value }, list))
  t:put(" ::on" .. value .. "::")
  t:stop()
  t:put("do end")
end

function statement.yield(t)
  t:put("show(coroutine.isyieldable() and", t:gap(), "coroutine.yield(", of(t, "number"), "))")
end

function statement.look(t)
  t:put(t:pick { "show_locals()", "show(debug.getinfo(1, 'l').currentline)", "collectgarbage()", "collectgarbage 'step'", "set_local(1)",
    "collectgarbage 'generational'", "collectgarbage 'incremental'", "show(debug.traceback())", "show_lines()", "show(weak())" })
end

function statement.fail(t)
  t:put("if ", of(t, "condition"), " then ", t:pick { "error('thrown')", "error({})", "error('no place', 0)", "error()", "error('level', 2)", "missing()",
    "missing.field()", "local none ; none.field = 1", "local t = {} ; t.x.y = 1", "local t = {} ; t:none()", "local s = 'a' ; s()", "local s = {} ; return s < 1",
    "return #missing", "return {} .. 'x'" }, " end")
end

function statement.give_back(t)
  t:put("if ", of(t, "condition"), " then ")
  t:stop()
  t:put("return ", expression.results(t, 2), " end")
end

local simple = { "declare", "declare", "declare_several", "assign", "assign", "field", "show", "call", "yield", "look", "fail", "give_back" }
local compound = { "branch", "branch", "count_loop", "each_loop", "while_loop", "repeat_loop", "block", "inner_function", "protected",
  "coroutine", "closures" }

function statement.any(t, depth)
  local is_compound = depth > 0 and t:chance(45)
  statement[t:pick(is_compound and compound or simple)](t, is_compound and t.loops > 2 and 0 or depth)
  t:stop()
end

return statement
