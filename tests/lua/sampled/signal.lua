-- The script sampled/run sends the signal that saves a session, since under ThreadSanitizer this program could not
-- start a shell to send the signal itself.
local qii = require "qii"
local file = ...
local function work() local x = 0 for i = 1, 30000 do x = x + i end return x end
assert(qii.start { data_file = file, quiet = true, sample = true, save_signal = "USR2" })
work()
assert(io.open(file .. ".ready", "w")):close()
local copy
for _ = 1, 100000 do -- until the copy exists
  work()
  copy = io.open(file .. ".1")
  if copy then
    break
  end
end
assert(copy):close()
assert(qii.stop())
