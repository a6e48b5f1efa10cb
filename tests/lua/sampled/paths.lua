-- The stack changes between two samples in every possible way. Each run makes the same calls.
local state = 1
local function random(n)
  state = (state * 1103515245 + 12345) % 2147483648
  return state // 65536 % n
end
local walk
local function leaf(n) local x = 0 for i = 1, random(40) do x = x + i % 3 end return x + n end
local function tail(n) return leaf(n) end
local function twin_one(n) return walk(n - 1) + 1 end
local function twin_two(n) return walk(n - 1) + 1 end -- its frame looks like that of twin_one
local function other_tail(n) return (random(2) == 0 and twin_one or tail)(n) end
local function fails(n) walk(n - 1) error "unwinds" end
local function sorts(n)
  table.sort({ 3, 1, 2 }, function(a, b) return walk(n - 2) >= 0 and a < b end)
  return 0
end
local generator = coroutine.wrap(function(n) while true do n = coroutine.yield(walk(n - 1)) end end)
local busy = false
local function resumes(n)
  if busy then return 0 end
  busy = true
  local result = generator(n)
  busy = false
  return result
end
local function made(n) return coroutine.wrap(function() return walk(n - 3) end)() end
local ways = { leaf, tail, twin_one, twin_two, other_tail, other_tail, sorts, resumes, made,
  function(n) return pcall(fails, n) and 1 or 0 end,
  function(n) return (("ab"):gsub(".", function() return walk(n - 1) end)) and 1 end }
function walk(n)
  if n <= 0 then return leaf(n) end
  local x = 0
  for _ = 1, 1 + random(2) do x = x + ways[1 + random(#ways)](n) end
  return x
end
for _ = 1, 60 do walk(12) end
