-- events.lua - run a script of events/ and compare what the library was told with the lines "--> ..." in it.
--   -- show: ct            what is compared (bindings/log/event_log.c)
--   -- options: ...        of the library
--   -- lua: ...            words before the script on the command line
--   -- start: by itself    the script starts the session, not we
--   -- asan: ...           options of the sanitizer
--   -- once: ...           instead of lines: a pattern that is told once
--   -- often: yes           it may be told more than once
--   -- order: any          the lines are sorted first
--   -- never: ...          with it: a pattern that is not told
local process = require "process"

local script = arg[1]
local text = process.read(script)
local function header(name)
  return process.header(text, name)
end

-- A line that begins with --layout> or --public> is for the one way of reading frames alone.
local way = os.getenv "QII_LAYOUT" or "layout"
local expected = {}
for only, line in text:gmatch "%-%-(%a*)> ?([^\n]*)" do
  if only == "" or only == way then
    expected[#expected + 1] = line .. "\n"
  end
end
expected = table.concat(expected)

-- Versions of a file are marked by hashes of their code, which another Lua may have otherwise: here by numbers.
local function number_versions(lines)
  local numbers, count = {}, 0
  return lines:gsub("@(%x%x%x%x%x%x%x%x)%f[%X]", function(mark)
    if not numbers[mark] then
      count = count + 1
      numbers[mark] = "@" .. count
    end
    return numbers[mark]
  end)
end

-- What is different from run to run: only this must be told, once.
local once = header "once"

local log = os.tmpname()
local code, out, err = process.run(process.event_line(script, header "options", header "show", log, os.getenv "QII_LOG_LIBRARY"))
local told = number_versions(process.read(log))
os.remove(log)

if code ~= 0 or err ~= "" then
  io.write("exit status ", code, "\n", out, err, "\n")
  os.exit(1)
end
if once ~= "" then
  local _, times = told:gsub(once, "")
  if (times == 1 or (times > 1 and header "often" ~= "")) and (header "never" == "" or not told:find(header "never")) then
    os.exit(0)
  end
  expected = once .. "\n"
end
local function sorted(lines)
  local list = {}
  for line in lines:gmatch "[^\n]*\n" do
    list[#list + 1] = line
  end
  table.sort(list)
  return table.concat(list)
end
if header "order" == "any" then
  told, expected = sorted(told), sorted(expected)
end
if told ~= expected then
  io.write("expected:\n", expected, "\ntold:\n", told)
  os.exit(1)
end
