-- programs.lua - programs of other authors have the same output and exit status under `qii lua`.
--   usage: programs.lua PROGRAM QII [OPTION-OF-QII-LUA...]
-- Times and the names of temporary files differ from run to run, so they are removed before outputs are compared.
local process = require "process"

local rockspec = "../../../bindings/lua/qii-0.2.0-1.rockspec"
local cases = {
  busted = {
    { "-o", "TAP", "stack_spec.lua" },
    { "--output=plainTerminal", "--verbose", "stack_spec.lua" },
    { "--output=utfTerminal", "--shuffle", "--seed=7", "--repeat=2", "stack_spec.lua" },
    { "--list", "stack_spec.lua" },
    { "no_such_spec.lua" },
    { "--no-such-option" },
  },
  luacheck = {
    { "--no-color", "shapes.lua", "stack_spec.lua" },
    { "--no-color", "--std=max+busted", "--codes", "--ranges", "--formatter=plain", "../lines" },
    { "--no-such-option" },
  },
  luarocks = {
    { "--version" },
    { "help" },
    { "lint", rockspec },
    { "show", "qii", "--tree=." },
    { "list", "--tree=." },
    { "config", "lua_version" },
    { "--lua-version=5.4", "--tree=OUT", "test", "shapes-1-1.rockspec", "--", "a", "b c" },
    { "--lua-version=5.4", "--tree=OUT", "test", "no_such.rockspec" },
    { "no_such_command" },
  },
  ldoc = {
    { "--date=today", "--dir=OUT", "shapes.lua" },
    { "--date=today", "--dump", "shapes.lua" },
    { "--tags=type", "shapes.lua" },
    { "no_such_file.lua" },
  },
}

local program, qii = arg[1], { arg[2], "lua", table.unpack(arg, 3) }
local find = io.popen("command -v " .. program)
local path = find:read "l"
find:close()
if not path then
  print(program .. " is not installed")
  os.exit(77)
end

local out -- directory for the output of the programs
local function equalize(text)
  text = text:gsub(out, "OUT"):gsub("/tmp/[%w_]+", "TEMPORARY")
  if program == "busted" then
    text = text:gsub("%d+%.%d+ seconds", "N seconds")
  end
  return text
end

-- The home directory does not exist, and has another name in each test. ldoc unpacks its templates into a directory of
-- /tmp, which is named after the home directory. If all tests had the same home directory, ldoc could read a directory
-- that another test has just emptied.
local unique = os.tmpname()
local home = unique:gsub("/tmp", "/nonexistent")
local ldoc_templates = "/tmp/ldoc" .. home:gsub("/", "_")

local sources = "/usr/share/lua/5.1"
local variables = {
  LD_PRELOAD = os.getenv "QII_PRELOAD" or "", ASAN_OPTIONS = "detect_leaks=0", HOME = home,
  LUA_PATH = ("%s/?.lua;%s/?/init.lua;;"):format(sources, sources),
}

local function run(case, ...)
  out = os.tmpname()
  os.remove(out)
  local words = table.move(case, 1, #case, select("#", ...) + 2, { ... })
  words[select("#", ...) + 1] = path
  for i, word in ipairs(words) do
    words[i] = word:gsub("OUT", out)
  end
  local status, stdout, stderr = process.run("cd programs; " .. process.line(words, variables))
  local files = io.popen(("cd %s 2>&1 && find . -type f | sort | xargs cat; rm -rf %s"):format(out, out))
  local result = { tostring(status), equalize(stdout), equalize(stderr), equalize(files:read "a") }
  files:close()
  return result
end

local failed = 0
for _, case in ipairs(cases[program]) do
  local plain, ours = run(case, "lua5.4"), run(case, table.unpack(qii))
  for i, what in ipairs { "exit status", "stdout", "stderr", "files" } do
    if plain[i] ~= ours[i] then
      failed = failed + 1
      print(("%s %s: %s\nplain: %s\nqii:   %s"):format(program, table.concat(case, " "), what, plain[i], ours[i]))
    end
  end
end
os.execute(("rm -rf %s %s"):format(unique, ldoc_templates))
os.exit(failed == 0)
