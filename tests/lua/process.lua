-- process.lua - run other programs with the environment of the tests.
--   QII_LUA  the interpreter of those programs (default: lua5.4)
local process = { lua = os.getenv "QII_LUA" or "lua5.4" }
process.suffix = process.lua:gsub("%D+", "_") -- suffix of environment variables for this version alone

function process.quote(word)
  return "'" .. word:gsub("'", "'\\''") .. "'"
end

-- Return a command line of these words, which sets the variables only for its own program.
function process.line(words, variables)
  local line = { "exec env" }
  for name, value in pairs(variables or {}) do
    line[#line + 1] = name .. "=" .. process.quote(value)
  end
  for _, word in ipairs(words) do
    line[#line + 1] = process.quote(word)
  end
  return table.concat(line, " ")
end

function process.read(name)
  local file = assert(io.open(name, "rb"))
  local text = file:read "a"
  file:close()
  return text
end

-- Run a command line. Return its exit code (128 plus the number of the signal that ended it), its stdout and stderr.
function process.run(line, input)
  local out, err = os.tmpname(), os.tmpname()
  local _, how, code = os.execute(("(%s) >%s 2>%s <%s"):format(line, out, err, input or "/dev/null"))
  local result = { how == "exit" and code or 128 + code, process.read(out), process.read(err) }
  os.remove(out)
  os.remove(err)
  return table.unpack(result)
end

-- Return environment variables that make Lua start the binding before the script, with the library that logs events.
function process.logging(options, show, log, library)
  local cover = os.getenv "QII_COVER" and "-cover=" .. os.getenv "QII_COVER" or ""
  local settings = ("-library=%s %s -- %s"):format(library, cover, options)
  local code = ("package.loadlib(%q, 'qii_launch')(%q, {LUA_INIT = false}, {})"):format(os.getenv "QII_MODULE", settings)
  return {
    LUA_INIT = code, QII_LOG = log, QII_LOG_SHOW = show,
    LD_PRELOAD = os.getenv "QII_PRELOAD" or "", ASAN_OPTIONS = "detect_leaks=0",
    MALLOC_PERTURB_ = "90", GLIBC_TUNABLES = "glibc.malloc.tcache_count=0", -- so that a use of freed memory is noticed
  }
end

-- Return the value of a name in the header of a script of events/.
function process.header(text, name)
  return text:match("%-%- " .. name .. ": ([^\n]*)") or ""
end

-- Return the command line that runs a script of events/ with a logging library.
function process.event_line(script, options, show, log, library)
  local text = process.read(script)
  local command = { process.lua }
  for word in process.header(text, "lua"):gmatch "%S+" do
    command[#command + 1] = word
  end
  command[#command + 1] = script
  local variables = process.logging(options, show, log, library)
  variables.LUA_CPATH = os.getenv "QII_C_THREADS"
  variables.ASAN_OPTIONS = variables.ASAN_OPTIONS .. ":" .. process.header(text, "asan")
  if process.header(text, "start") == "by itself" then
    variables.LUA_INIT = nil
    variables.LUA_CPATH = os.getenv "QII_MODULE"
    variables.QII_LIBRARY = library
  end
  return process.line(command, variables)
end

return process
