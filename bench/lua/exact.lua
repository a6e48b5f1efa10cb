-- exact.lua - compare qii's counts with true counts, for every function and every line of a program.
--
--   lua5.4 exact.lua QII profile|cover|branch|hit|together|truth SCRIPT [ARGUMENT...]
--
-- profile, cover   run the program once with truth.lua and once with `qii lua [--cover]`
-- branch           the same with --cover=branch, which must count the same lines
-- hit              the same with --cover=hit, which records whether lines ran, not how often
-- together         run the program once: truth.lua counts under `qii lua --cover`, whose hook calls the hook of truth.lua.
--                  This is for programs whose counts differ from run to run, for example by the order of pairs.
-- truth            only count with truth.lua, into the file named by QII_TRUTH. If that file exists, the other modes except
--                  `together` use it and do not run truth.lua, which takes several times as long as all the rest.
-- COUNTING_LUA names an interpreter that counts by itself (counting/build). The program then runs once in that
-- interpreter, under `qii lua`, and truth.lua is not used. The interpreter counts the calls of Lua functions, and records
-- whether lines ran.
-- QII_LUA names the interpreter (default: lua5.4).
-- QII_COUNT=hooks: lines are counted by hooks, which also count the calls of C functions.
-- QII_PRELOAD names a library to preload into the interpreter, such as the runtime of a sanitizer.
local qii, mode, script = arg[1], arg[2], arg[3]
local here = arg[0]:match "^(.*)/[^/]*$" or "."
local truth = here .. "/truth.lua"
local counting = os.getenv "COUNTING_LUA"
local lua = os.getenv "QII_LUA" or "lua5.4"

local function quote(word)
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

local function run(...)
  local line = {}
  for _, word in ipairs { ... } do
    line[#line + 1] = quote(word)
  end
  local command = table.concat(line, " ")
  local _, how, code = os.execute(command .. " >/dev/null")
  if how ~= "exit" or code > 3 then -- luacheck's exit status depends on its warnings
    io.stderr:write(command, ": ", how, " ", code, "\n")
    os.exit(2)
  end
end

-- Return a text with invalid UTF-8 bytes escaped as the tool does.
local function shown(text)
  local valid, bad = utf8.len(text)
  return valid and text or text:sub(1, bad - 1) .. ("\\x%02x"):format(text:byte(bad)) .. shown(text:sub(bad + 1))
end

-- Return the beginning of a text's first line, cut between characters.
local function beginning(text)
  local size = #text:match "^[^\0-\31]*":sub(1, 40)
  while size > 0 and size < #text and text:byte(size + 1) & 0xc0 == 0x80 do
    size = size - 1
  end
  return text:sub(1, size)
end

-- Name a source as bindings/lua/text/origin.c does: a file, a name, or a text by its first line and its FNV-1a hash.
local function file_of(source)
  if source:find "^[@=]" then
    return shown(source:sub(2))
  end
  local hash = 0xcbf29ce484222325
  for i = 1, #source do
    hash = (hash ~ source:byte(i)) * 0x100000001b3
  end
  local line = beginning(source)
  return ('[string "%s%s"] %016x'):format(shown(line), #line < #source and "..." or "", hash)
end

local function unescape(text)
  return (text:gsub("\\(%d%d%d)", function(code) return string.char(tonumber(code)) end))
end

local function add(counts, key, count)
  counts[key] = (counts[key] or 0) + tonumber(count)
end

local function read_truth(name)
  local functions, lines = {}, {}
  for record in io.lines(name) do
    local kind, count, rest = record:match "^(%a+) (%d+) (.*)$"
    if kind == "c" then
      add(functions, rest == "?" and "[C] others" or "[C] " .. rest, count)
    elseif kind == "line" then
      local source, line = rest:match "^(%S*) (%d+)$"
      add(lines, file_of(unescape(source)) .. ":" .. line, count)
    else
      local source, executable = rest:match "^(%S*) %S+ %S+ (%S*)$"
      add(functions, file_of(unescape(source)) .. ": " .. executable, count)
    end
  end
  return functions, lines
end

local function read_data(data, known)
  local flatten = [[.methods[] | [.name, .file // "", .calls, ([.lines[] | "\(.line):\(.count // 0)"] | join(","))] | @tsv]]
  local pipe = io.popen(("%s export --format=json %s | jq -r %s"):format(quote(qii), quote(data), quote(flatten)))
  local functions, lines = {}, {}
  for record in pipe:lines() do
    local name, file, calls, counts = record:match "^(.-)\t(.-)\t(%d+)\t(.*)$"
    file = file:gsub("@%x%x%x%x%x%x%x%x$", "") -- truth.lua merges all versions of a file
    file = file:gsub("\\(.)", { t = "\t", n = "\n", ["\\"] = "\\" })
    if name:find "^%[C%]" then
      add(functions, known[name] and name or "[C] others", calls)
    elseif not file:find("truth.lua", 1, true) then
      add(functions, file .. ": " .. counts:gsub(":%d+", ""), calls)
      for line, count in counts:gmatch "(%d+):(%d+)" do
        add(lines, file .. ":" .. line, count)
      end
    end
  end
  if not pipe:close() then
    io.stderr:write("export failed\n")
    os.exit(2)
  end
  return functions, lines
end

-- Match functions with unreachable lines. If a line has only an unreachable return or jump, truth.lua has this line,
-- but qii does not. So if truth.lua has a function that qii lacks, match it with a function of qii that has the same
-- file and first line, and whose lines are all lines of truth.lua's function. One function of qii may match two
-- functions of truth.lua, such as an inner function on the line where the outer function is called.
local function match_partial(expected, counted)
  local place = "^(.*: %d+)(.*)$"
  local others = {} -- functions of qii by file and first line
  for key, count in pairs(counted) do
    if expected[key] ~= count and key:find(place) then
      local first, rest = key:match(place)
      others[first] = others[first] or {}
      others[first][key] = rest
    end
  end
  local renamed = {}
  for key, count in pairs(expected) do
    local first, rest = key:match(place)
    for other, lines in pairs(not counted[key] and others[first] or {}) do
      local at = 1
      for line in lines:gmatch ",%d+" do
        local _, last = (rest .. ","):find(line .. ",", at, true)
        at = at and last
      end
      if at then
        expected[key] = nil
        renamed[#renamed + 1] = { other, count }
        break
      end
    end
  end
  for _, entry in ipairs(renamed) do
    add(expected, entry[1], entry[2])
  end
end

local function remove_c(functions)
  for key in pairs(functions) do
    functions[key] = not key:find "^%[C%]" and functions[key] or nil
  end
end

-- Remove functions in files that qii did not record. Such functions exist because the interpreter runs a few functions
-- before the program.
local function remove_others(expected, counted_lines)
  local files = {}
  for key in pairs(counted_lines) do
    files[key:match "^(.*):%d+$"] = true
  end
  for key in pairs(expected) do
    expected[key] = files[key:match "^(.*): ?[%d,]*$"] and expected[key] or nil
  end
end

local function ran_or_not(counts)
  for key, count in pairs(counts) do
    counts[key] = math.min(count, 1)
  end
end

-- Compare counts. Functions and lines that never ran are only in qii's data, with the count 0.
local function compare(what, expected, counted)
  local compared, wrong = 0, {}
  for key, count in pairs(expected) do
    compared = compared + 1
    if counted[key] ~= count then
      wrong[#wrong + 1] = ("%s: truth %d, qii %s"):format(key, count, counted[key])
    end
  end
  for key, count in pairs(counted) do
    if not expected[key] and count ~= 0 then
      wrong[#wrong + 1] = ("%s: truth none, qii %d"):format(key, count)
    end
  end
  table.sort(wrong)
  print(("%-8s %-9s %6d compared, %d differ"):format(mode, what, compared, #wrong))
  for i = 1, math.min(#wrong, 20) do
    print("  " .. wrong[i])
  end
  return #wrong == 0 and compared > 0
end

local kept = os.getenv "QII_TRUTH"
local counts, data = os.tmpname(), os.tmpname()
os.remove(data)
local words = { table.unpack(arg, 4) }
if mode == "truth" then
  run(lua, truth, kept, script, table.unpack(words))
  os.remove(counts)
  os.exit(true)
end
local options = { "--lua=" .. lua, "--quiet", "--data-file=" .. data }
if mode ~= "profile" then
  local kind = mode:match "^branch$" or mode:match "^hit$"
  table.insert(options, 1, kind and "--cover=" .. kind or "--cover")
end
local is_kept = false
if counting then
  table.insert(options, 1, "--lua=" .. counting)
elseif mode == "together" then
  table.move({ truth, counts }, 1, 2, #options + 1, options)
elseif kept and io.open(kept) then
  is_kept = true
else
  run(lua, truth, counts, script, table.unpack(words))
end
table.insert(options, script)
local preload = { "env", "LD_PRELOAD=" .. (os.getenv "QII_PRELOAD" or ""), "ASAN_OPTIONS=detect_leaks=0",
  "COUNTING_OUTPUT=" .. counts }
table.move(words, 1, #words, #options + 1, options)
table.move({ qii, "lua" }, 1, 2, #preload + 1, preload)
table.move(options, 1, #options, #preload + 1, preload)
run(table.unpack(preload))

local true_functions, true_lines = read_truth(is_kept and kept or counts)
local functions, lines = read_data(data, true_functions)
os.remove(counts)
os.remove(data)
-- C functions are not counted when Lua functions count themselves. With `together`, the C functions that truth.lua
-- calls cannot be distinguished from those that the program calls.
if mode == "together" or counting or (mode ~= "profile" and os.getenv "QII_COUNT" ~= "hooks") then
  remove_c(functions)
  remove_c(true_functions)
end
if mode == "hit" then
  ran_or_not(true_functions)
  ran_or_not(functions)
end
if counting then
  remove_others(true_functions, lines)
  remove_others(true_lines, lines)
end
if counting or mode == "hit" then
  ran_or_not(true_lines)
  ran_or_not(lines)
end
match_partial(true_functions, functions)
local good = compare("functions", true_functions, functions)
if mode ~= "profile" then
  good = compare("lines", true_lines, lines) and good
end
os.exit(good)
