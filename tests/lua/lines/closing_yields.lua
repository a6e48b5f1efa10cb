-- After a __close function has yielded, Lua repeats the instruction that closes, so its line is counted again.
local closing = { __close = function() coroutine.yield() end } --: 7
local function twice(n)
  for _ = 1, n do --: 4
    local first <close> = setmetatable({}, closing) --: 3
    local second <close> = setmetatable({}, closing) --: 3
    n = n + 1 --: 9
  end
end --: 2
local step = coroutine.wrap(function() twice(3) return true end) --: 2
repeat until step() --: 7
