-- An outcome belongs to the frame of its test. Metamethods that run in between may fail or yield, or the frame may end.
local calls = 0 --: 1
local odd = setmetatable({}, { --: 2
  __lt = function(a, b)
    calls = calls + 1 --: 5
    if calls == 2 then error "no" end --: 5 ? 1/4
    if calls == 4 then coroutine.yield() end --: 4 ? 1/3
    return calls == 3 --: 4
  end, --: 1
  __eq = function() return calls > 3 end, --: 2
})
local other = setmetatable({}, getmetatable(odd)) --: 1
local function compare(n)
  if odd < other then return "less" end --: 5 ? 1/3
  return n --: 3
end --: 1
compare(1) --: 1
pcall(compare, 2) --: 1
compare(3) --: 1
local co = coroutine.create(compare) --: 1
coroutine.resume(co) --: 1
coroutine.resume(co) --: 1
compare(5) --: 1
if odd == other then calls = 0 end --: 1 ? 1/0
local function down(n)
  if n == 0 then return "end" end --: 4 ? 1/3
  return down(n - 1) --: 3
end --: 1
down(3) --: 1
local function deep(n)
  if n > 0 and deep(n - 1) then return n end --: 4 ? 3/1 0/3
end --: 5
deep(3) --: 1
local function each()
  for x in coroutine.wrap(function() for i = 1, 2 do coroutine.yield(i) end end) do --: 5 ? 2/1 2/1
    calls = x --: 2
  end --: 1
end --: 2
each() --: 1
local function yields() coroutine.yield(1) end --: 2
local loop = coroutine.wrap(function() --: 2
  for x in yields do calls = x end --: 1 ? 0/1
  return "done" --: 1
end) --: 1
loop() --: 1
loop() --: 1
local again = coroutine.wrap(function() --: 2
  for x in coroutine.yield do calls = x end --: 2 ? 1/1
end) --: 2
again() --: 1
again(1) --: 1
again() --: 1
local dead = coroutine.create(function() --: 2
  if coroutine.yield() then calls = 1 end --: 1 ? 0/0
end) --: 1
coroutine.resume(dead) --: 1
coroutine.close(dead) --: 1
