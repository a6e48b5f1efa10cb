-- Two coroutines of different contexts take turns; each hands its context to the one that it makes.
local qii = require "qii"
local yield = coroutine.yield
local function work(which)
  yield()
  if which == 1 then
    yield() yield()
  else
    yield()
  end
end
local function handle(which)
  local inner = coroutine.wrap(work)
  for _ = 1, 3 do inner(which) yield() end
end
local function first() qii.context "request 1" handle(1) return
end local function second() qii.context "request 2" handle(2) return end
local a, b = coroutine.create(first), coroutine.wrap(second)
local before = qii.context()
for _ = 1, 3 do coroutine.resume(a) b() end
local function is(number) return math.type(number) == "integer" end
local none = qii.context "request 2"
print(is(before), is(none), is(qii.context(none)), qii.context(false))
