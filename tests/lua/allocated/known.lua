-- Print how many objects and bytes each function allocates: the objects are known, the bytes are counted by Lua itself
-- while the garbage collector is stopped.
collectgarbage("stop")

local function empty(n) local t for _ = 1, n do t = {} end return t end
local function filled(n) local t = {} for i = 1, n do t[i] = i end return t end
local function strings(n) local s for i = 1, n do s = ("x"):rep(50) .. i end return s end
local function closures(n) local f for i = 1, n do f = function() return i end end return f end
local function plain(n) local f for _ = 1, n do f = function() return n end end return f end

-- Names of the C functions and the constants that the loops use exist before.
local counted = {}
local function measure(name, objects, f, ...)
    local before = collectgarbage("count")
    f(...)
    counted[#counted + 1] = ("%s %d %d"):format(name, objects, (collectgarbage("count") - before) * 1024)
end
for _ = 1, 2 do -- the second time, all strings exist already, so that nothing but the functions allocates
    counted = {}
    measure("empty", 1000, empty, 1000)
    measure("filled", 1, filled, 1000)
    measure("closures", 2000, closures, 1000) -- each with a variable of its own
    measure("plain", 1001, plain, 1000)       -- with one variable for all
end
local resume = coroutine.wrap(function() empty(300) coroutine.yield() empty(200) end)
resume()
resume()
strings(100)
print(table.concat(counted, "\n"))
