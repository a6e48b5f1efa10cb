-- Compare the tests that `qii tests --diff` names for changes of luacheck with those whose result changes. Each change
-- makes one line, chosen at random, raise an error; then luacheck's tests run again without qii. Half of the lines are
-- chosen among those that fewer than 5 % of the tests run. Fails if a test is missing, or if the superfluous ones are
-- more than 10 % of those whose result changes.
-- usage: lua5.4 changes.lua QII FOLDER CHANGES [SEED]; FOLDER is a copy of luacheck's sources, which is changed
local qii, folder, changes, seed = arg[1], arg[2], tonumber(arg[3]), tonumber(arg[4] or 31)
local here = arg[0]:match "^(.*)/" or "."

local function quote(word)
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

local function lines_of(command, input)
  if input then
    local file = assert(io.open(folder .. "/qii.input", "w"))
    file:write(input)
    file:close()
    command = command .. " <qii.input"
  end
  local pipe, lines = io.popen("cd " .. quote(folder) .. " && " .. command), {}
  for line in pipe:lines() do lines[#lines + 1] = line end
  pipe:close()
  return lines
end

local busted = "$(command -v busted) -o " .. quote(here .. "/results.lua") .. " 2>/dev/null"

-- Return the status of each test by its name.
local function run_tests(interpreter)
  local results, count = {}, 0
  for _, line in ipairs(lines_of(interpreter .. " " .. busted)) do
    local name, status = line:match "^test\t(.*)\t(%a+)$"
    if name then results[name], count = status, count + 1 end
  end
  return results, count
end

local function read(name)
  local file = assert(io.open(folder .. "/" .. name, "rb"))
  local text = file:read "a"
  file:close()
  return text
end

local function write(name, text)
  local file = assert(io.open(folder .. "/" .. name, "wb"))
  file:write(text)
  file:close()
end

-- Return the text with an error raised by a line, nil if that is not possible.
local function change(text, number)
  local at = 1
  for _ = 2, number do at = text:find("\n", at, true) + 1 end
  local before, line, after = text:sub(1, at - 1), text:match("^[^\n]*", at), nil
  after = text:sub(at + #line)
  local word = line:match "^%s*(%a+)"
  if not word or word == "end" or word == "else" or word == "elseif" or word == "until" then return end
  local new = line:match "^%s*" .. 'error("x") ' .. line:match "^%s*(.*)"
  if word == "return" then new = line:match "^%s*" .. 'do error("x") end ' .. line:match "^%s*(.*)" end
  local changed = before .. new .. after
  return load(changed) and changed, line, new
end

-- Return the lines of src that tests ran.
local function candidates()
  local found, file = {}, nil
  for _, line in ipairs(lines_of(quote(qii) .. " export --format=lcov qii.data/all")) do
    local number, count = line:match "^DA:(%d+),(%d+)"
    if line:find "^SF:" then
      file = line:match "/(src/luacheck/.*)$" or line:match "^SF:(src/luacheck/.*)$"
    elseif file and number and tonumber(count) > 0 then
      found[#found + 1] = { file, tonumber(number) }
    end
  end
  return found
end

local function sorted(set)
  local list = {}
  for name in pairs(set) do list[#list + 1] = name end
  table.sort(list)
  return list
end

-- Return the names of the tests that a patch affects, and their number.
local function affected(patch, tests)
  local named, count = {}, 0
  for _, name in ipairs(lines_of(quote(qii) .. " tests --diff=- qii.data/all 2>/dev/null", patch)) do
    if tests[name] then named[name], count = true, count + 1 end
  end
  return named, count
end

lines_of "rm -rf qii.data && mkdir qii.data"
local before, count = run_tests(quote(qii) .. " lua --cover --luacov=none --quiet --follow-child-processes -o qii.data/%p.qii")
assert(count > 400, "only " .. count .. " tests ran")
lines_of(quote(qii) .. " merge -o qii.data/all qii.data/*.qii")
for name, status in pairs(run_tests "lua5.4") do
  if before[name] ~= status then
    print("differs without qii, or by chance: " .. name)
    before[name] = nil
  end
end
local lines = candidates()
math.randomseed(seed)
local missing_sum, extra_sum, changed_sum, rare, done = 0, 0, 0, 0, 0

-- Make a change, run the tests, and compare.
local function try(file, text, changed, number, named)
  write(file, changed)
  local after = run_tests "lua5.4"
  write(file, text)
  local missing, extra, all = {}, {}, 0
  for name, status in pairs(before) do
    local differs = after[name] ~= status
    all = all + (differs and 1 or 0)
    if differs and not named[name] then missing[name] = true end
    if named[name] and not differs then extra[name] = true end
  end
  missing, extra = sorted(missing), sorted(extra)
  print(("%s:%d: %d tests change, %d missing, %d extra"):format(file, number, all, #missing, #extra))
  for i = 1, math.min(#missing, 5) do print("  missing: " .. missing[i]) end
  for i = 1, math.min(#extra, 5) do print("  extra: " .. extra[i]) end
  missing_sum, extra_sum, changed_sum = missing_sum + #missing, extra_sum + #extra, changed_sum + all
end

while done < changes do
  local file, number = table.unpack(lines[math.random(#lines)])
  local text = read(file)
  local changed, old, new = change(text, number)
  local patch = changed and
    ("--- a/%s\n+++ b/%s\n@@ -%d +%d @@\n-%s\n+%s\n"):format(file, file, number, number, old, new)
  local named, size = affected(patch or "", before)
  local is_rare = size * 20 < count
  if changed and size > 0 and (is_rare or done - rare < changes // 2) then
    done, rare = done + 1, rare + (is_rare and 1 or 0)
    try(file, text, changed, number, named)
  end
end
print(("%d changes, %d of lines that fewer than 5 %% of the tests run: %d tests change, %d missing, %d extra"):format(
  done, rare, changed_sum, missing_sum, extra_sum))
os.exit(missing_sum == 0 and extra_sum * 10 <= changed_sum)
