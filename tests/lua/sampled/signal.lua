-- A session that a signal saves.
local qii = require "qii"
local file = ...
local function work() local x = 0 for i = 1, 30000 do x = x + i end return x end
assert(qii.start { data_file = file, quiet = true, sample = true, save_signal = "USR2" })
work()
assert(os.execute "kill -USR2 $PPID")
for _ = 1, 1000 do -- until the copy is there
  work()
  local copy = io.open(file .. ".1")
  if copy then
    copy:close()
    break
  end
  os.execute "sleep 0.01"
end
assert(qii.stop())
