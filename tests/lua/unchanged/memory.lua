-- After functions were collected, exactly as much of Lua's memory is in use as without qii.
local function load_many()
  for i = 1, 200 do
    assert(load("return function(...) for i = 1, " .. i .. " do local a, b = ... if a then return b end end end"))()(1)
  end
end
local function used()
  collectgarbage()
  collectgarbage()
  return collectgarbage "count"
end
load_many()
local before = used()
load_many()
print(math.floor((used() - before + 0.5)))
