-- A loop runs on top of 30,000 open frames, and calls a short function in each round.
local function step(i) return i % 7 end
local function spin() local x = 0 for i = 1, 100000 do x = x + step(i) end return x end
local function down(n) if n == 0 then return spin() end return 1 + down(n - 1) end
print(down(30000))
