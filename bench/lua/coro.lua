-- Many coroutines: recursive generators that walk binary trees, producer/filter/consumer, a round-robin scheduler.
local yield, wrap, create, resume, status = coroutine.yield, coroutine.wrap, coroutine.create, coroutine.resume, coroutine.status
local function tree(d) if d == 0 then return nil end return { l = tree(d - 1), v = d, r = tree(d - 1) } end
local function walk(t) if t then walk(t.l) yield(t.v) walk(t.r) end end
local function sum(t) local s = 0 for v in wrap(function() walk(t) end) do s = s + v end return s end
local function gen(n) return wrap(function() for i = 2, n do yield(i) end end) end
local function filter(p, g) return wrap(function() while true do local n = g() if n == nil then return end if n % p ~= 0 then yield(n) end end end) end
local function sieve(n) local g, c = gen(n), 0 while true do local p = g() if not p then break end c = c + 1 g = filter(p, g) end return c end
local function sched(nt, steps)
  local q = {}
  local done = 0
  for i = 1, nt do q[i] = create(function(k) local acc = 0 for s = 1, steps do acc = acc + k; yield(acc) end done = done + 1 return acc end) end
  local args = 1
  while #q > 0 do
    local nq = {}
    for i = 1, #q do
      local ok, v = resume(q[i], i)
      assert(ok, v)
      if status(q[i]) ~= "dead" then nq[#nq + 1] = q[i] end
    end
    q = nq
  end
  return done
end
local R = tonumber(arg and arg[1]) or 1
local D, P, T = tonumber(arg and arg[2]) or 15, tonumber(arg and arg[3]) or 1000, tonumber(arg and arg[4]) or 2000
for r = 1, R do print(sum(tree(D)), sieve(P), sched(T, 100)) end
