local function fail() error "inside" end
local co = coroutine.create(fail)
print(coroutine.resume(co))
print(debug.traceback(co))
print(pcall(coroutine.wrap(fail)))
coroutine.wrap(function() fail() end)()
