-- The program's own count and line hooks continue to work beside ours.
local events, lines = 0, 0 --: 1
local function count() events = events + 1 end --: 1
debug.sethook(count, "", 100) --: 1
local n = 0 --: 1
for i = 1, 1000 do --: 1001 ? 1000/1
  n = n + i --: 1000
end
debug.sethook(function() lines = lines + 1 end, "l") --: 1
n = n + 1 --: 1
n = n + 1 --: 1
debug.sethook() --: 1
assert(events >= 19 and events <= 21, events) --: 1 ? 1/0
assert(lines == 3, lines) --: 1
