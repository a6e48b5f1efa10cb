-- The program forks during a session.
local qii, threads = require "qii", require "c_threads"
local file = ...
local function work() local x = 0 for i = 1, 30000 do x = x + i end return x end
local function child() work() end
assert(qii.start { data_file = file, quiet = true, sample = true })
work()
assert(threads.fork(child))
work()
assert(qii.stop())
