-- Lines of a coroutine; after a resume the line continues without a new event.
local co = coroutine.wrap(function(a) --: 2
  local b = coroutine.yield(a) --: 1
  coroutine.yield(b) --: 1
  return 0 --: 0
end) --: 1
co(1) --: 1
co(2) --: 1
