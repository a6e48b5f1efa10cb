-- The output of this program changes if any of its own operations fails because the binding lacks memory.
local function fib(n) return n < 2 and n or fib(n - 1) + fib(n - 2) end
local function tail(n) if n == 0 then return "end" end return tail(n - 1) end
print(fib(10), tail(50))

local generate = coroutine.wrap(function()
  for i = 1, 5 do coroutine.yield(i) end
end)
for i in generate do io.write(i, " ") end
print()

local co = coroutine.create(function() error { code = 7 } end)
local ok, message = coroutine.resume(co)
print(ok, message.code, coroutine.status(co))
print(pcall(error, "an error", 0))
print(select(2, xpcall(function() local x = nil; return x.field end, debug.traceback)))

for i = 1, 5 do
  assert(load("local function f() return " .. i .. " end return f()"))()
end
local object = setmetatable({}, { __index = function(_, key) return key .. "!" end, __close = function() print "closed" end })
do
  local held <close> = object
  print(held.name)
end
local list = {}
for i = 1, 100 do list[i] = (i * 7919) % 101 end
table.sort(list, function(a, b) return a < b end)
print(list[1], list[100], #list)
local function deep(n) if n > 0 then return 1 + deep(n - 1) end return 0 end
print(deep(500))
for _ = 1, 10 do coroutine.resume(coroutine.create(function() coroutine.yield() end)) end
collectgarbage()
print(debug.gethook() == nil)
os.exit(3, true)
