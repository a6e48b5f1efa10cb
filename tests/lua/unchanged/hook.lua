local function f() end
local events = {}
print(debug.gethook())
local function hook(event, line)
  local info = debug.getinfo(2, "nSl")
  events[#events + 1] = event .. ":" .. (line or "") .. ":" .. tostring(info.name) .. ":" .. info.currentline
end
debug.sethook(hook, "crl", 1000)
f()
print(debug.gethook() == hook, select(2, debug.gethook()))
debug.sethook()
print(debug.gethook())
print(table.concat(events, " "))
print(pcall(debug.sethook, 1, 2), pcall(debug.sethook, {}), pcall(debug.gethook, 1))
local co = coroutine.create(function() f() coroutine.yield() end)
local seen = {}
debug.sethook(co, function(event) seen[#seen + 1] = event end, "c")
coroutine.resume(co)
print(table.concat(seen, " "), select(2, debug.gethook(co)))
local steps = 0
debug.sethook(function() steps = steps + 1 end, "", 1)
for i = 1, 10 do f() end
debug.sethook()
print(steps)
debug.sethook(function() error "from the hook" end, "l")
print(1)
