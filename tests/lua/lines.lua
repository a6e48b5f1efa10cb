-- lines.lua - run a script of lines/ and compare the executable lines and their counts with the marks in it:
--   x = 1 --: 2     executable, ran twice; 0 = never
--   end             no mark = not executable
local process = require "process"

local script = arg[1]
local log = os.tmpname()
local command = process.line({ "lua5.4", script }, process.logging("-granularity=line", "ml", log))
local code, out, err = process.run(command)
if code ~= 0 or err ~= "" then
  io.write("exit status ", code, "\n", out, err)
  os.exit(1)
end

local counts = {}
for line in io.lines(log) do
  local file, lines = line:match "^method .- (%S+):([ %d]*)$"
  if file == script then
    for number in lines:gmatch "%d+" do
      counts[tonumber(number)] = counts[tonumber(number)] or 0
    end
  end
  local number = line:match "^%d+ line (%d+)$"
  if number then
    counts[tonumber(number)] = (counts[tonumber(number)] or -1e9) + 1
  elseif line:find "WRONG" then
    print(line)
    os.exit(1)
  end
end
os.remove(log)

local wrong, number = 0, 0
for text in io.lines(script) do
  number = number + 1
  local expected = tonumber(text:match "%-%-: (%d+)$")
  if counts[number] ~= expected then
    wrong = wrong + 1
    print(("%s:%d: expected %s, told %s: %s"):format(script, number, expected, counts[number], text))
  end
end
os.exit(wrong == 0)
