-- An abandoned coroutine has no more events. A later coroutine at the same address is a new virtual thread. The
-- test ends as soon as any address is reused. If our allocator reports freed threads, an abandoned coroutine ends
-- when it is collected.
-- show: t
-- never: resume in %[C%] coroutine.yield
-- asan: quarantine_size_mb=0:thread_local_quarantine_size_kb=0
-- once: destroy at depth 2
-- often: yes

local function work() coroutine.yield() end
local seen = {}
for _ = 1, 1000 do
  local co = coroutine.create(work)
  coroutine.resume(co)
  local address = tostring(co)
  if seen[address] then break end
  seen[address] = true
  co = nil
  collectgarbage()
end
