-- A program for comparing exports: recursion, coroutines of several names, functions of one name in two files, branches,
-- lines that never run, excluded lines.
local here = arg[0]:match "^(.*)/[^/]*$"
package.path = here .. "/?.lua"
local shapes = require "shapes"

local function fib(n)
  if n < 2 then
    return n
  end
  return fib(n - 1) + fib(n - 2)
end

local is_odd
local function is_even(n)
  return n == 0 or is_odd(n - 1)
end
function is_odd(n)
  return n ~= 0 and is_even(n - 1)
end

local function area(side)
  local sum = 0
  for i = 1, side do
    sum = sum + i
  end
  return sum
end

local function produce(count)
  for i = 1, count do
    coroutine.yield(area(10 * i))
  end
end

local function consume(count)
  local producer = coroutine.wrap(produce)
  local sum = 0
  for _ = 1, count do
    sum = sum + producer(count)
  end
  return sum
end

local function never(n)
  if n then
    return 1
  end
  print "debugging" -- qii: ignore
  return 2
end

local workers = {}
for i = 1, 3 do
  workers[i] = coroutine.wrap(function(n)
    return consume(n) + fib(5 + i)
  end)
end
local total = fib(15) + (is_even(40) and 1 or 0) + shapes.area(3, 4)
for i = 1, 3 do
  total = total + workers[i](10)
end
assert(total > 0 and never)
