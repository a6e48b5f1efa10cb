-- Allocates known numbers of objects on known lines.
local function work(n)
    for i = 1, n do
        local a = {}
        local b = { i, i, i, i }
        local c = a == b and i or n
        local d = {
            { c },
        }
        if not d then error("none") end
    end
end
local resume = coroutine.wrap(function(n) for _ = 1, n do local t = {} end end)
work(1000)
resume(500)
