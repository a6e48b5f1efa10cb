-- Lines of a coroutine. When a coroutine is resumed, its current line continues without a new line event.
local co = coroutine.wrap(function(a) --: 2
  local b = coroutine.yield(a) --: 1
  coroutine.yield(b) --: 1
  return 0 --: 0
end) --: 1
co(1) --: 1
co(2) --: 1
