---@meta qii

-- What `require "qii"` gives, for language servers: add the folder of this file to the workspace's library
-- (in .luarc.json: "workspace.library": ["/usr/local/share/qii/lua/library"]).

---Record the calls and the lines of this Lua program. One session runs at a time in a Lua state.
---@class qii
---@field _VERSION string
local qii = {}

---Options of the library by name, with `_` for `-` if you like; doc/options.md has them all.
---A string without a key is an option as the environment has it: `"-granularity=line"`.
---@class qii.options
---@field cover? boolean|"line"|"branch"|"hit" count lines (libcprof) instead of timing calls (libqprof); with "branch" outcomes of branches too, with "hit" which lines ran
---@field include? string|string[] files to show as never run when they are not loaded: patterns such as "src/**/*.lua"
---@field luacov? string file of settings for luacov, or "none"; by default LUACOV_CONFIG, else .luacov, where it covers
---@field library? string another library with the same interface, by name or path
---@field layout? "public" ask Lua's public interface alone
---@field data_file? string name of the data file: %v is the program, %p the process; "none" keeps nothing
---@field quiet? boolean no table on stderr at the end
---@field granularity? "function"|"line"|"block"
---@field [integer] string
---@field [string] string|number|boolean

---Start a session. What is open now is in it, without being counted as called.
---@param options? qii.options
---@return true? started
---@return string? why not
function qii.start(options) end

---End it: the data file is complete. Another one may start.
---@return boolean done
function qii.stop() end

---Count nothing until `qii.resume`, in all Lua states of the process.
---@return boolean done
function qii.pause() end

---@return boolean done
function qii.resume() end

---Write a copy of the data as it is now; the session goes on.
---@return boolean done
function qii.save() end

---Begin another phase; `qii report --phase=NAME` shows one alone.
---@param name? string
---@return boolean done
function qii.phase(name) end

---Keep a remark; `qii info` shows it.
---@param text string
---@return boolean done
function qii.note(text) end

---Name the coroutine that runs, for reports by thread.
---@param name string
---@return boolean done
function qii.thread(name) end

return qii
