-- Branches that depend on the number of arguments, and abandoned coroutines.
local function parity(n)
    if n % 2 == 0 then return "even" end
    return n > 5 and "odd and large" or "odd"
end

local generators = {}
for i = 1, #arg do
    generators[i] = coroutine.wrap(function()
        for k = 1, i do coroutine.yield(parity(k)) end
    end)
end
for _, generator in ipairs(generators) do print(generator()) end
local two, other = function(n) return n > 2 and n end, function(n) return n < 2 and n end
print(two(#arg), other(#arg))
