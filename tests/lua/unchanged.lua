-- unchanged.lua - run programs with and without `qii lua`: output, messages and exit status must be the same bytes.
--   usage: unchanged.lua QII [OPTION-OF-QII-LUA...]
local process = require "process"

-- Words for the interpreter; variables to set; a file for stdin.
local cases = {
  { "arg.lua" },
  { "arg.lua", "a", "", "b c", "-x", "--cover" },
  { "-W", "-e", "X = 1", "-lstring", "arg.lua", "a" },
  { "-W", "-", "a", "b", input = "input.txt" },
  { "--", "arg.lua", "--quiet" },
  { "-E", "arg.lua", "a" },
  { "-E", "-W", "-e", "print(1)", "arg.lua", "a" },
  { "-E", "-e", "print(#arg, arg[0], arg[1], arg[2], arg[3])" },
  { "-E", "environment.lua", LUA_INIT = "INIT = 1", LUA_PATH = "./?.x" },
  { "-e", "print(arg[0], arg[1], arg[2])" },
  { "-eprint(1)", "-e", "error 'x'" },
  { "-e", "x =" },
  { "-v", "-e", "print(1)" },
  { "-i", input = "input.txt" },
  { input = "input.txt" },
  { "-l", "no.such.module", "arg.lua" },
  { "-ltable", "-l", "s=string", "-e", "print(s.len 'abc')" },
  { "-x" },
  { "-e" },
  { "no_such_file.lua" },
  { "syntax_error.lua" },
  { "shell_line.lua" },
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
  { "hook.lua" },
  { "traceback.lua" },
  { "functions.lua" },
  { "child.lua" },
  { "signal.lua" },
}

local qii = { arg[1], "lua" }
for i = 2, #arg do
  qii[#qii + 1] = arg[i]
end
local failed = 0
for _, case in ipairs(cases) do
  local variables = { LD_PRELOAD = os.getenv "QII_PRELOAD" or "", ASAN_OPTIONS = "detect_leaks=0", QII_LOG = "/dev/null" }
  for name, value in pairs(case) do
    if type(name) == "string" and name ~= "input" then
      variables[name] = value
    end
  end
  local function run(...)
    local words = table.move(case, 1, #case, select("#", ...) + 1, { ... })
    return { process.run("cd unchanged; " .. process.line(words, variables), case.input and "unchanged/" .. case.input) }
  end
  local plain, ours = run "lua5.4", run(table.unpack(qii))
  for i, what in ipairs { "exit status", "stdout", "stderr" } do
    if plain[i] ~= ours[i] then
      failed = failed + 1
      print(("%s: %s\nplain: %s\nqii:   %s"):format(table.concat(case, " "), what, plain[i], ours[i]))
    end
  end
end
os.exit(failed == 0)
