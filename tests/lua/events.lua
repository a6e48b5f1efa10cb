-- events.lua - run a script of events/ and compare the library's events with the lines "--> ..." in it.
--   -- show: ct            kinds of events that are logged and compared (bindings/log/event_log.c)
--   -- options: ...        options of the library
--   -- lua: ...            words before the script on the command line
--   -- start: by itself    the script starts the session itself
--   -- asan: ...           options of the sanitizer
--   -- once: ...           a pattern that must be logged exactly once; the lines are not compared
--   -- often: yes          with once: the pattern may be logged more than once
--   -- order: any          the lines are sorted before they are compared
--   -- never: ...          with once: a pattern that must not be logged
local process = require "process"

local script = arg[1]
local text = process.read(script)
local function header(name)
  return process.header(text, name)
end

-- Lines that begin with --layout> or --public> are expected only if frames are read in that way (QII_LAYOUT).
local layout = os.getenv "QII_LAYOUT" or "layout"
local expected = {}
for only, line in text:gmatch "%-%-(%a*)> ?([^\n]*)" do
  if only == "" or only == layout then
    expected[#expected + 1] = line .. "\n"
  end
end
expected = table.concat(expected)

-- Replace the hashes in the names of file versions by numbers, since hashes of code differ between versions of Lua.
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

-- For scripts whose events differ from run to run: the only pattern that must be logged.
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
