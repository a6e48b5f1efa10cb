local low = 0
while arg[low - 1] do low = low - 1 end
for i = low, #arg do print(i, arg[i]) end
print(select("#", ...), ...)
