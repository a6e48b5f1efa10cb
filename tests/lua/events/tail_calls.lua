-- A tail call replaces the frame of its caller: one return ends the whole chain. A tail call of a C function is
-- recorded as a plain call and return.
-- show: c
local even, odd
function even(n) if n == 0 then return true end return odd(n - 1) end
function odd(n) if n == 0 then return false end return even(n - 1) end
local function to_c(s) return string.upper(s) end
even(3)
to_c("x")
--> 1 enter main chunk of tail_calls.lua
--> 1 enter even
--> 1 tail odd
--> 1 tail even
--> 1 tail odd
--> 1 exit 1 to main chunk of tail_calls.lua
--> 1 enter to_c
--> 1 enter [C] string.upper
--> 1 exit 1 to to_c
--> 1 exit 1 to main chunk of tail_calls.lua
--> 1 exit 1 to nothing
