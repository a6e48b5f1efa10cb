-- modes.lua - the three modes to count the lines of a script (in the byte code, by hooks, as hits) give equal results.
-- Two scripts are excluded: hooks do not see finalizers, and they report the line of a block's end twice if a __close
-- function yields there.
--   usage: modes.lua QII SCRIPT
local process = require "process"

local qii, script = arg[1], arg[2]
local query = [[.run.hits, (.methods[] | select(.file and (.file | endswith(".lua"))) | "\(.name) \(.calls)", (.lines[] | "\(.line) \(.count // 0)"), ]]
  .. [[(.branches[] | "\(.line) \(.counts[])"))]]

local function run(cover, count)
  local data = os.tmpname()
  os.remove(data)
  local words = { qii, "lua", "--cover=" .. cover, "--quiet", "-o", data, script }
  local code, out, err = process.run(process.line(words, { QII_COUNT = count, LD_PRELOAD = os.getenv "QII_PRELOAD" or "",
    ASAN_OPTIONS = "detect_leaks=0" }))
  local pipe = io.popen(("%s export --format=json %s | jq -r %s"):format(process.quote(qii), data, process.quote(query)))
  local has_hits, counts = pipe:read("l", "a")
  if has_hits ~= tostring(cover == "hit") then error(cover .. ": the file has hits: " .. tostring(has_hits)) end
  pipe:close()
  os.remove(data)
  return counts, table.concat({ code, out, err }, "\n")
end

local function ran_or_not(counts)
  return (counts:gsub(" [1-9]%d*\n", " 1\n"))
end

local wrong = false
local function compare(what, expected, found)
  if expected ~= found then
    print(("%s: by hooks\n%s\nfound\n%s"):format(what, expected, found))
    wrong = true
  end
end

local by_hooks, ended = run("branch", "hooks")
local in_code, ended_in_code = run("branch", "")
compare("exit status and output", ended, ended_in_code)
compare("lines and branches", by_hooks, in_code)
local lines, _ = run("line", "hooks")
local hits, ended_with_hits = run("hit", "")
compare("exit status and output, hits", ended, ended_with_hits)
compare("what ran", ran_or_not(lines), hits)
os.exit(not wrong and #lines > 0)
