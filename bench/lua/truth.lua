-- truth.lua - count the calls and lines of a program with a hook in Lua, for comparison with qii's counts.
--
--   lua5.4 truth.lua OUTPUT SCRIPT [ARGUMENT...]
--
-- OUTPUT gets one line for each Lua function, C function and source line that was seen:
--   function  CALLS  SOURCE  LINEDEFINED  LASTLINEDEFINED  EXECUTABLE-LINES
--   c         CALLS  NAME
--   line      COUNT  SOURCE  LINE
-- with blanks and special bytes in SOURCE as \ddd. This file shares no code with the binding.
local getinfo, getlocal, getupvalue, sethook = debug.getinfo, debug.getlocal, debug.getupvalue, debug.sethook
local create, wrap, exit = coroutine.create, coroutine.wrap, os.exit
local own = getinfo(1, "S").source

local functions, lines, c_calls, c_names = {}, {}, {}, {}
local counting = true

for _, module in ipairs { "_G", "coroutine", "debug", "io", "math", "os", "package", "string", "table", "utf8" } do
  for name, value in pairs(package.loaded[module]) do
    if type(value) == "function" then
      c_names[value] = module == "_G" and name or module .. "." .. name
    end
  end
end

local lines_of = setmetatable({}, { __mode = "k" }) -- by function

local function executable_lines(f)
  if lines_of[f] then
    return lines_of[f]
  end
  local list = {}
  for line in pairs(getinfo(f, "L").activelines or {}) do
    list[#list + 1] = line
  end
  table.sort(list)
  lines_of[f] = table.concat(list, ",")
  return lines_of[f]
end

local function count_call()
  local info = getinfo(3, "Sf")
  if info.what == "C" then
    local name = c_names[info.func] or "?"
    c_calls[name] = (c_calls[name] or 0) + 1
  elseif info.source ~= own then
    local of_source = functions[info.source] or {}
    functions[info.source] = of_source
    -- Two functions may begin and end on the same lines, or come from different texts with the same name.
    local executable = executable_lines(info.func)
    local key = info.linedefined .. " " .. info.lastlinedefined .. " " .. executable
    local known = of_source[key]
    if not known then
      known = { calls = 0, lines = executable }
      of_source[key] = known
    end
    known.calls = known.calls + 1
  end
end

local hook

-- Fields of getinfo that the hook reads in a return event. When coroutine.create or coroutine.wrap returns, the hook is
-- set in the new coroutine, because a hook belongs to one coroutine.
local result = _VERSION ~= "Lua 5.3" and "fr" or "f"

-- Return the index of the returned value. Lua 5.3 does not provide the index. There the value is the last one before
-- the table of hooks, which the debug library pushes after it.
local function place_of_result(info)
  local place = 0
  while not info.ftransfer and getlocal(4, place + 2) do
    place = place + 1
  end
  return info.ftransfer or place
end

local function follow_coroutine()
  local info = getinfo(3, result)
  if info.func ~= create and info.func ~= wrap then
    return
  end
  local _, made = getlocal(3, place_of_result(info))
  if type(made) == "function" then
    _, made = getupvalue(made, 1)
  end
  if type(made) == "thread" then
    sethook(made, hook, "crl")
  end
end

function hook(event, line)
  if not counting then
    return
  elseif event == "line" then
    local source = getinfo(2, "S").source
    if source ~= own and line >= 0 then
      local of_source = lines[source] or {}
      lines[source] = of_source
      of_source[line] = (of_source[line] or 0) + 1
    end
  elseif event == "return" then
    follow_coroutine()
  else
    count_call()
  end
end

local function escape(text)
  return (text:gsub("[^%w%p]", function(c) return ("\\%03d"):format(c:byte()) end))
end

local function write(name)
  counting = false
  sethook()
  local out = assert(io.open(name, "w"))
  for source, of_source in pairs(functions) do
    for key, known in pairs(of_source) do
      out:write("function ", known.calls, " ", escape(source), " ", key:match "^%S+ %S+", " ", known.lines, "\n")
    end
  end
  for name_of_c, calls in pairs(c_calls) do
    out:write("c ", calls, " ", name_of_c, "\n")
  end
  for source, of_source in pairs(lines) do
    for line, count in pairs(of_source) do
      out:write("line ", count, " ", escape(source), " ", line, "\n")
    end
  end
  out:close()
end

local output, script = arg[1], arg[2]
os.exit = function(...)
  counting = false
  c_calls["os.exit"] = (c_calls["os.exit"] or 0) + 1
  write(output)
  exit(...)
end
c_names[os.exit] = "os.exit"

local words = { [-1] = arg[-1], [0] = script, table.unpack(arg, 3) }
arg = words
local chunk = assert(loadfile(script))
local function run(...)
  sethook(hook, "crl")
  chunk(...)
  counting = false
end
run(table.unpack(words))
write(output)
