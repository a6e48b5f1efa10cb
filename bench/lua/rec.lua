-- Recursion and tail calls: fib, ackermann, mutual tail calls, continuations, deep recursion.
local function fib(n) if n < 2 then return n end return fib(n - 1) + fib(n - 2) end
local function ack(m, n) if m == 0 then return n + 1 elseif n == 0 then return ack(m - 1, 1) else return ack(m - 1, ack(m, n - 1)) end end
local even, odd
function even(n) if n == 0 then return true end return odd(n - 1) end
function odd(n) if n == 0 then return false end return even(n - 1) end
local function cps_sum(n, k) if n == 0 then return k(0) end return cps_sum(n - 1, function(v) return k(v + n) end) end
local function depth(n) if n == 0 then return 0 end return 1 + depth(n - 1) end
local S = tonumber(arg and arg[1]) or 1
local K = tonumber(arg and arg[2]) or 1 -- divisor of the work
for i = 1, S do
  local a = fib(30 - K)
  local b = ack(2, 700 // K)
  local c = even(2000000 // K // 2 * 2)
  local d = 0 for j = 1, 20 do d = cps_sum(20000 // K, function(v) return v end) end
  local e = 0 for j = 1, 20 do e = depth(150000 // K) end
  print(a, b, c, d, e)
end
