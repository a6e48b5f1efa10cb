-- counts.lua - run a script of events/ twice: as a profile, and with lines counted without a clock. In both runs the
-- library must get the same calls from the same frames, and the same coroutines. In the second run, some returns may be
-- missing.
local process = require "process"

local script = arg[1]

local function record(library, options)
  local log = os.tmpname()
  local code, out, err = process.run(process.event_line(script, options, "ctd", log, library))
  assert(code == 0 and err == "", out .. err)
  local events, exits = {}, 0
  for line in io.lines(log) do
    assert(not line:find "WRONG", line)
    if line:find "^%d+ exit" then
      exits = exits + 1
    elseif not line:find "^%d+ suspend" and not line:find "^%d+ resume" and not line:find "^%d+ destroy" then
      events[#events + 1] = line
    end
  end
  os.remove(log)
  return events, exits
end

local profile, returns = record(os.getenv "QII_LOG_LIBRARY", "")
local counts, shown = record(os.getenv "QII_LOG_COUNTS", "-granularity=line")
for i = 1, math.max(#profile, #counts) do
  if profile[i] ~= counts[i] then
    print(("%s, %d: a profile gets '%s', counts get '%s'"):format(script, i, profile[i], counts[i]))
    os.exit(1)
  end
end
assert(shown <= returns, "more exits than there are returns")
