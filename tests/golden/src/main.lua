local Math = {}
function Math.fib(n)
    return n < 2 and n or Math.fib(n - 1) + Math.fib(n - 2)
end
local function never()
    error "never"
end
print(Math.fib(4), never)
print(debug and 1) -- left out
return Math
