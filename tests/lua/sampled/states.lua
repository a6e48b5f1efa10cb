-- Consecutive sessions, each with samples. A wrapped coroutine outlives its session.
local qii = require "qii"
local file = ...
local function work() local x = 0 for i = 1, 30000 do x = x + i end return x end
local kept
for session = 1, 3 do
  assert(qii.start { data_file = file .. session, quiet = true, sample = 100 })
  kept = kept or coroutine.wrap(function() while true do coroutine.yield(work()) end end)
  for _ = 1, 200 do work() kept() end
  assert(qii.save())
  assert(qii.stop())
  assert(kept() == work())
  assert(not debug.gethook())
end
-- A session begins in a coroutine, which is collected long before the session ends.
coroutine.wrap(function()
  assert(qii.start { data_file = file .. 4, quiet = true, sample = 10000 })
end)()
collectgarbage()
for _ = 1, 200 do
  work()
  coroutine.wrap(work)()
  collectgarbage "step"
end
assert(qii.stop())
