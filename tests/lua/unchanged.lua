-- unchanged.lua - run programs with and without qii: output, messages and exit status must be equal.
--   usage: unchanged.lua QII [OPTION-OF-QII-LUA...]    under `qii lua`
--          unchanged.lua -l     with `lua -lqii`, compared with another module whose name is as long
--          unchanged.lua init   started by LUA_INIT
local process = require "process"

-- Each case has the words for the interpreter, environment variables to set, and a file for stdin (`input`).
local cases = {
  { "arg.lua" },
  { "memory.lua" },
  { "arg.lua", "a", "", "b c", "-x", "--cover" },
  { "-W", "-e", "X = 1", "-lstring", "arg.lua", "a" },
  { "-W", "-", "a", "b", input = "input.txt" },
  { "-", "a", input = "arg.lua" },
  { "-e", "X = 1", "-", input = "arg.lua" },
  { "-i", "-", "a", input = "arg.lua" },
  { "-v", "-", input = "arg.lua" },
  { "--", "-", "a", input = "arg.lua" },
  { "-", input = "shell_line.lua" },
  { "-", input = "error.lua" },
  { "-", input = "syntax_error.lua" },
  { "-e", "io.write(io.read 'a')", input = "input.txt" },
  { input = "arg.lua" },
  { input = "shell_line.lua" },
  { "--", "arg.lua", "--quiet" },
  { "-E", "arg.lua", "a" },
  { "-E", "-W", "-e", "print(1)", "arg.lua", "a" },
  { "-E", "-e", "print(#arg, arg[0], arg[1], arg[2], arg[3])" },
  { "-E", input = "arg.lua" },
  { "-E", "-", "a", input = "arg.lua" },
  { "-E", "-E", "--", "arg.lua", "-E" },
  { "-W", "-E", "-lstring", "-E", "arg.lua", "a" },
  { "-E", "-e", "package.loaded.string = 1", "-l", "string", "arg.lua", LUA_INIT = "error 'not this'" },
  { "-E", "-e", "print(debug.getregistry().LUA_NOENV)" },
  { "-E", "-e", "for _, name in ipairs { 'LUA_PATH', 'LUA_CPATH_5_4', 'LUA_INIT_5_4', 'LUA_INIT' } do print(os.getenv(name)) end",
    LUA_PATH = "?.y", LUA_CPATH_5_4 = "\"?.z\"\n", LUA_INIT_5_4 = "error 'not this'" },
  { "-E", "-x" },
  { "-E", "-l" },
  { "-E", "no_such_file.lua" },
  { "-E", "child.lua", LUA_INIT = "CHILD = 1", LUA_PATH_5_4 = "?.y", LUA_CPATH = "?.z" },
  { "-E", "environment.lua", LUA_INIT = "INIT = 1", LUA_PATH = "./?.x" },
  { "-e", "print(arg[0], arg[1], arg[2])" },
  { "-eprint(1)", "-e", "error 'x'" },
  { "-e", "print(1)", "-e", "print(2)" },
  { "-e", "X = 1", "-e", "error 'second'", "-e", "print 'never'", "arg.lua" },
  { "-e", "print(1)", "-i", input = "input.txt" },
  { "-i", "-e", "print(1)", "arg.lua", "a", input = "input.txt" },
  { "-e", "print(...)", "-W", "-e", "warn 'on'", "arg.lua", "a" },
  { "-e", "warn '@on'", "-e", "warn 'on'" },
  { "-W", "-v", "-W" },
  { "-ex", "-w" },
  { "-e", "" },
  { "-e", "error()" },
  { "-e", "error {}" },
  { "-e", "os.exit(6, true)" },
  { "" },
  { "-e", "x =" },
  { "-v", "-e", "print(1)" },
  { "-i", input = "input.txt" },
  { input = "input.txt" },
  { "-l", "no.such.module", "arg.lua" },
  { "-l", "error" },
  { "-lstring=error" },
  { "-l" },
  { "-ltable", "-l", "s=string", "-e", "print(s.len 'abc')" },
  { "-x" },
  { "-e" },
  { "no_such_file.lua" },
  { "syntax_error.lua" },
  { "shell_line.lua" },
  { "./shell_line.lua", "a" },
  { "." },
  { "error.lua" },
  { "error_object.lua" },
  { "error_in_coroutine.lua" },
  { "exit.lua", "3" },
  { "exit.lua", "true" },
  { "exit.lua", "false" },
  { "exit.lua", "7", "close" },
  { "exit.lua", "true", "close" },
  { "finalizer.lua" },
  { "environment.lua" },
  { "environment.lua", LUA_INIT = "INIT = 'from the variable'" },
  { "environment.lua", LUA_INIT = "INIT = 1", LUA_INIT_5_4 = "INIT = 'é \\\\ \"quoted\"' -- a comment" },
  { "environment.lua", LUA_INIT_5_4 = "@init.lua" },
  { "environment.lua", LUA_INIT_5_4 = "", LUA_PATH = "./?.x;;", LUA_CPATH = "./?.y" },
  { "arg.lua", LUA_INIT = "error 'in the variable'" },
  { "arg.lua", LUA_INIT = "@no_such_file.lua" },
  { "arg.lua", LUA_INIT = "@syntax_error.lua" },
  { "arg.lua", LUA_INIT = "x = = 1" },
  { "arg.lua", LUA_INIT = "print(...) print(arg[0]) error 'in the variable'" },
  { "arg.lua", LUA_INIT = "\n\nlocal function f() error 'deep' end f()" },
  { "arg.lua", LUA_INIT = "print(debug.traceback())" },
  { "-e", "print 'never'", LUA_INIT = "os.exit(4)" },
  { input = "arg.lua", LUA_INIT = "print 'first'" },
  { "hook.lua" },
  { "division.lua" },
  { "wild_jump.lua" },
  { "traceback.lua" },
  { "names.lua" },
  { "functions.lua" },
  { "child.lua" },
  { "signal.lua" },
}

-- Words of the command line before those of the case: plain_words without qii, our_words with qii. our_variables are
-- environment variables that are set only with qii.
local plain_words, our_words, our_variables = { process.lua }, { arg[1], "lua", "--lua=" .. process.lua }, {}
local common = { LD_PRELOAD = os.getenv "QII_PRELOAD" or "", ASAN_OPTIONS = "detect_leaks=0", QII_LOG = "/dev/null" }
if arg[1] == "-l" then
  plain_words, our_words = { process.lua, "-lutf8" }, { process.lua, "-lqii" }
  common.LUA_CPATH = os.getenv "QII_MODULE" .. ";./?.so"
  our_variables = { QPROF_OPTIONS = "-quiet -data-file=none", CPROF_OPTIONS = "-quiet -data-file=none" }
elseif arg[1] == "init" then
  our_words = { process.lua }
  common.LUA_CPATH = os.getenv "QII_MODULE" .. ";./?.so"
  common.LUA_INIT = "local a"
  our_variables.LUA_INIT = "require 'qii'.start { data_file = 'none', quiet = true }"
else
  table.move(arg, 2, #arg, 4, our_words)
end

-- Up to Lua 5.4.4, the error of a division names the line that the interpreter stored last. A hook makes the
-- interpreter store the current line, so the line in the message may differ if a sample was taken.
local is_sampled = (arg[2] or ""):find "^%-%-sample"

-- Cases that cannot run with the module alone. With -E the interpreter does not find the module. The other scripts list
-- the loaded modules or print LUA_INIT.
local not_of_module = { ["-E"] = true, ["environment.lua"] = true, ["child.lua"] = true, ["functions.lua"] = true }

local function concerns(case)
  -- If Lua's structures are unknown, we store the chunks that were read in a Lua table, whose size depends on the
  -- garbage collector.
  if process.lua ~= "lua5.4" and case[1] == "memory.lua" then return false end
  for _, word in ipairs(our_words[1] == process.lua and case or {}) do
    if not_of_module[word] then return false end
  end
  return arg[1] ~= "init" or not (case.LUA_INIT or case.LUA_INIT_5_4)
end

local function run(case, first, own)
  local words = table.move(case, 1, #case, #first + 1, { table.unpack(first) })
  local variables = {}
  for _, part in ipairs { common, case, own } do
    for name, value in pairs(part) do
      if type(name) == "string" and name ~= "input" then variables[name:gsub("_5_4$", process.suffix)] = value end
    end
  end
  local result = { process.run("cd unchanged; " .. process.line(words, variables), case.input and "unchanged/" .. case.input) }
  for i, text in ipairs(result) do
    result[i] = tostring(text):gsub("%-lutf8", "-lqii")
    if is_sampled and case[1] == "division.lua" then result[i] = result[i]:gsub(":%d+:", ":LINE:") end
  end
  return result
end

local failed = 0
for _, case in ipairs(cases) do
  if concerns(case) then
    local plain, ours = run(case, plain_words, {}), run(case, our_words, our_variables)
    for i, what in ipairs { "exit status", "stdout", "stderr" } do
      if plain[i] ~= ours[i] then
        failed = failed + 1
        print(("%s: %s\nplain: %s\nqii:   %s"):format(table.concat(case, " "), what, plain[i], ours[i]))
      end
    end
  end
end
os.exit(failed == 0)
