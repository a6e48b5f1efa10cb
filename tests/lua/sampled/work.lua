-- Functions with known shares of the work: three() has 6 parts, one() 2, a generator 4, and coroutines that fail 1.
local function work(n)
  local x = 0
  for i = 1, n do x = x + i % 7 end
  return x
end
local function three() return work(60000), 0 end
local function one() return work(20000), 0 end
local generator = coroutine.wrap(function()
  local function inner() coroutine.yield(work(40000), 0) end
  while true do inner() end
end)
local hooked = 0
for _ = 1, 40 do
  three()
  one()
  generator()
  assert(not coroutine.resume(coroutine.create(function() error(work(10000) .. "") end)))
end
-- An error is caught; then the program sets a hook of its own, and removes it.
assert(not pcall(function() error "caught" end))
if not os.getenv "QII_SAMPLE_EVERY" then
  debug.sethook(function() hooked = hooked + 1 end, "c")
  for _ = 1, 1000 do assert(work(10)) end
  assert(hooked >= 2000, hooked)
  assert(debug.gethook())
  debug.sethook()
end
