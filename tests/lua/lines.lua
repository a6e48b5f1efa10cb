-- lines.lua - run a script of lines/ and compare the executable lines and their counts with the marks in it:
--   x = 1 --: 2              executable, ran twice; 0 = never
--   end                      no mark = not executable
-- With QII_COVER=branch, compare the branches too:
--   if a and b then --: 2 ? 1/1 1/0    two branches: one was taken once and skipped once, the other was only taken once
local process = require "process"

local script = arg[1]
local with_branches = os.getenv "QII_COVER" == "branch"
local log = os.tmpname()
local command = process.line({ process.lua, script }, process.logging("-granularity=line", "ml", log, os.getenv "QII_LOG_LIBRARY"))
local code, out, err = process.run(command)
if code ~= 0 or err ~= "" then
  io.write("exit status ", code, "\n", out, err)
  os.exit(1)
end

-- `branches` has the branches of each line: by function, in the order in which the functions are registered, then by
-- position in the function.
local counts, branches, outcomes, ours = {}, {}, {}, {}

local function add_branches(name, lines)
  local index = 0
  for number in lines:gmatch "%d+" do
    index = index + 1
    number = tonumber(number)
    branches[number] = branches[number] or {}
    table.insert(branches[number], name .. " " .. index)
  end
end

for line in io.lines(log) do
  local name, file, lines = line:match "^method (.-) (%S+):([ %d]*)$"
  if file == script then
    ours[name] = true
    for number in lines:gmatch "%d+" do
      counts[tonumber(number)] = counts[tonumber(number)] or 0
    end
  end
  name, lines = line:match "^branches (.-):([ %d]*)$"
  if ours[name] then
    add_branches(name, lines)
  end
  local index, outcome, of = line:match "^%d+ outcome (%d+)%.(%d+) of (.-): %d+$"
  if index then
    local key = of .. " " .. index .. "." .. outcome
    outcomes[key] = (outcomes[key] or 0) + 1
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

local function found_branches(number)
  local found = {}
  for i, branch in ipairs(branches[number] or {}) do
    found[i] = ("%d/%d"):format(outcomes[branch .. ".1"] or 0, outcomes[branch .. ".2"] or 0)
  end
  return table.concat(found, " ")
end

local wrong, number = 0, 0
for text in io.lines(script) do
  number = number + 1
  local expected, marked = text:match "%-%-: (%d+) ?%??([ %d/]*)$"
  expected = tonumber(expected)
  marked = (marked or ""):match "^%s*(.*)$"
  local found = with_branches and script:find "^branches/" and found_branches(number) or marked
  if counts[number] ~= expected or found ~= marked then
    wrong = wrong + 1
    print(("%s:%d: found %s ? %s: %s"):format(script, number, counts[number], found, text))
  end
end
os.exit(wrong == 0)
