-- random.lua - random programs run under qii as they do without it. Counters in the byte code and hooks count the same.
-- With --cover=hit, exactly the lines that ran are shown as run.
--   usage: random.lua QII FIRST LAST
-- Run the programs of these seeds. A program that differs is kept as random.SEED.lua, with its outputs.
local process = require "process"
local write_program = require "random.program"

local qii, first, last = arg[1], tonumber(arg[2]), tonumber(arg[3])
local lua = os.getenv "QII_LUA" or "lua5.4"

local function write(name, content)
  local file = assert(io.open(name, "wb"))
  file:write(content)
  file:close()
end

-- Remove differences that are permitted between runs or modes. Before Lua 5.4.5, the error of a division by an integer
-- 0 names an older line, unless our hook was called in between.
local function comparable(text, mode)
  if mode.calls_us and (text:find("attempt to perform 'n%", 1, true) or text:find("divide by zero", 1, true)) then
    text = text:gsub(":%d+:", ":LINE:")
  end
  return (text:gsub("0x%x%x%x%x%x%x+", "ADDRESS"))
end

local modes = {
  { name = "cover", options = { "--cover" }, counts = "lines" },
  { name = "branch", options = { "--cover=branch" }, counts = "branches" },
  { name = "hooks", calls_us = true, options = { "--cover=branch" }, variables = { QII_COUNT = "hooks" }, counts = "branches" },
  { name = "hit", calls_us = true, options = { "--cover=hit" }, counts = "lines" },
  { name = "public", calls_us = true, options = { "--cover" }, variables = { QII_LAYOUT = "public" }, counts = "lines" },
}

local function command(mode, program, data)
  local words = { qii, "lua", "--lua=" .. lua, "--quiet", "-o", data }
  table.move(mode.options, 1, #mode.options, #words + 1, words)
  words[#words + 1] = program
  local variables = { LD_PRELOAD = os.getenv "QII_PRELOAD" or "", ASAN_OPTIONS = "detect_leaks=0" }
  for name, value in pairs(mode.variables or {}) do
    variables[name] = value
  end
  return process.line(words, variables)
end

-- Return a sorted list of Lua functions, each with its calls and the counts of its lines and branches. Leave out the
-- hook functions of the program, and files of which nothing ran: hooks do not see these.
local function counts_of(data, what)
  local lines = [[([.lines[] | "\(.line):\(.count // 0)"] | join(" "))]]
  local branches = what == "branches" and [[ + " | " + ([.branches[] | "\(.line):\(.counts | join("/"))"] | join(" "))]] or ""
  local filter = [[[.methods[] | select(.file and .name != "hook") | "\(.file):\(.line) \(.name) \(.calls // 0): " + ]] .. lines .. branches .. "] | .[]"
  local pipe = io.popen(("%s export --format=json %s | jq -r %s"):format(process.quote(qii), process.quote(data), process.quote(filter)))
  local functions, ran, records = {}, {}, {}
  for record in pipe:lines() do
    local file = record:match "^(.-):"
    ran[file] = ran[file] or not record:find " 0: "
    records[#records + 1] = { file = file, text = record }
  end
  for _, record in ipairs(records) do
    functions[#functions + 1] = ran[record.file] and record.text or nil
  end
  table.sort(functions)
  return pipe:close() and table.concat(functions, "\n")
end

-- Apply `change` to the text of each function, and sort the functions again.
local function each_changed(text, change)
  local functions = {}
  for record in text:gmatch "[^\n]+" do
    functions[#functions + 1] = change(record)
  end
  table.sort(functions)
  return table.concat(functions, "\n")
end

local function without_branches(record)
  return (record:gsub(" | .*", ""))
end

local function ran_or_not(record)
  return (record:gsub(" [1-9]%d*: ", " 1: "):gsub("(%d:)[1-9]%d*", "%11"))
end

local function report(seed, what, expected, found)
  local name = "random." .. seed
  write(name .. ".expected", tostring(expected))
  write(name .. ".found", tostring(found))
  print(("seed %d: %s differs; see %s.lua, .expected, .found"):format(seed, what, name))
  return false
end

local function check(seed)
  local program = ("random.%d.lua"):format(seed)
  write(program, write_program(seed))
  local plain = { process.run(process.line { lua, program }) }
  if plain[3]:find("^[^\n]*: " .. program:gsub("%p", "%%%0") .. ":%d+: [^\n]* near ") then
    return report(seed, "grammar", "", plain[3])
  end
  local counts = {}
  for _, mode in ipairs(modes) do
    local data = ("random.%d.%s"):format(seed, mode.name)
    os.remove(data)
    local ours = { process.run(command(mode, program, data)) }
    for i, what in ipairs { "exit status", "stdout", "stderr" } do
      if comparable(tostring(plain[i]), mode) ~= comparable(tostring(ours[i]), mode) then
        return report(seed, mode.name .. ": " .. what, plain[i], ours[i])
      end
    end
    counts[mode.name] = counts_of(data, mode.counts)
    os.remove(data)
  end
  if counts.branch ~= counts.hooks then
    return report(seed, "counts of branches", counts.hooks, counts.branch)
  end
  local lines = each_changed(counts.hooks, without_branches)
  for _, name in ipairs { "cover", "public" } do
    if counts[name] ~= lines then
      return report(seed, "counts of lines, " .. name, lines, counts[name])
    end
  end
  local ran, hit = each_changed(lines, ran_or_not), each_changed(counts.hit, ran_or_not)
  if hit ~= ran then
    return report(seed, "what ran", ran, hit)
  end
  os.remove(program)
  return lines ~= ""
end

local wrong = 0
for seed = first, last do
  wrong = wrong + (check(seed) and 0 or 1)
end
print(("%d programs, %d differ"):format(last - first + 1, wrong))
os.exit(wrong == 0)
