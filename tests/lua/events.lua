-- events.lua - run a script of events/ and compare the library's events with the lines "--> ..." in it.
--   -- show: ct            what is compared (bindings/log/event_log.c)
--   -- options: ...        of the library
--   -- lua: ...            words before the script on the command line
--   -- start: by itself    the script starts the session itself
--   -- asan: ...           options of the sanitizer
--   -- once: ...           instead of lines: a pattern that is logged once
--   -- often: yes           it may be logged more than once
--   -- order: any          the lines are sorted first
--   -- never: ...          with once: a pattern that is not logged
local process = require "process"

local script = arg[1]
local text = process.read(script)
local function header(name)
  return process.header(text, name)
end

-- A line with --layout> or --public> applies to that method of reading frames alone.
local layout = os.getenv "QII_LAYOUT" or "layout"
local expected = {}
for only, line in text:gmatch "%-%-(%a*)> ?([^\n]*)" do
  if only == "" or only == layout then
    expected[#expected + 1] = line .. "\n"
  end
end
expected = table.concat(expected)

-- Versions of a file are marked by hashes of their code, which differ between versions of Lua: replace them by numbers.
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

-- If runs differ, only this pattern must be logged, once.
local once = header "once"

local log = os.tmpname()
local code, out, err = process.run(process.event_line(script, header "options", header "show", log, os.getenv "QII_LOG_LIBRARY"))
local logged = number_versions(process.read(log))
os.remove(log)

if code ~= 0 or err ~= "" then
  io.write("exit status ", code, "\n", out, err, "\n")
  os.exit(1)
end
if once ~= "" then
  local _, times = logged:gsub(once, "")
  if (times == 1 or (times > 1 and header "often" ~= "")) and (header "never" == "" or not logged:find(header "never")) then
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
  logged, expected = sorted(logged), sorted(expected)
end
if logged ~= expected then
  io.write("expected:\n", expected, "\nfound:\n", logged)
  os.exit(1)
end
