---@meta qii

-- Definition of the module `qii` for language servers: add the folder of this file to the workspace's library
-- (in .luarc.json: "workspace.library": ["/usr/local/share/qii/lua/library"]).

---Record the calls and the lines of this Lua program. One session runs at a time in a Lua state.
---@class qii
---@field _VERSION string
local qii = {}

---Options of the library by name, optionally with `_` for `-`; doc/options.md lists all.
---A string without a key is an option in the form of QPROF_OPTIONS: `"-granularity=line"`.
---@class qii.options
---@field cover? boolean|"line"|"branch"|"hit" count lines (libcprof) instead of timing calls (libqprof); "branch": also count branch outcomes; "hit": only record which lines ran
---@field include? string|string[] files to show as never run if they are not loaded: patterns such as "src/**/*.lua"
---@field luacov? string settings file for luacov, or "none"; default for coverage: LUACOV_CONFIG, else .luacov
---@field contexts? boolean|"tests"|"none" make each test of busted and LuaUnit a context (default), or do not
---@field library? string name or path of another library with the same interface
---@field layout? "public" use only Lua's public interface
---@field data_file? string name of the data file: %v is the program, %p the process id; "none": no file
---@field quiet? boolean print no table to stderr at the end
---@field granularity? "function"|"line"|"block"
---@field [integer] string
---@field [string] string|number|boolean

---Start a session. Functions that already run belong to it, but their calls are not counted.
---@param options? qii.options
---@return true? started
---@return string? error
function qii.start(options) end

---End the session and complete the data file. A new session may be started afterwards.
---@return boolean done
function qii.stop() end

---Pause recording until `qii.resume`, in all Lua states of the process.
---@return boolean done
function qii.pause() end

---Resume recording.
---@return boolean done
function qii.resume() end

---Save a copy of the current data; the session continues.
---@return boolean done
function qii.save() end

---Begin another phase; `qii report --phase=NAME` shows a single phase.
---@param name? string
---@return boolean done
function qii.phase(name) end

---Begin another context, such as a request; `qii cover --contexts` lists them. A coroutine keeps its context, and passes
---it to the coroutines that it creates.
---@param context? string|integer|false name; nil = none; a number = the context that an earlier call returned
---@return integer|false before number of the context before, false if nothing is recorded
function qii.context(context) end

---Add a note to the data file; `qii info` shows it.
---@param text string
---@return boolean done
function qii.note(text) end

---Name the running coroutine, for reports by thread.
---@param name string
---@return boolean done
function qii.thread(name) end

return qii
