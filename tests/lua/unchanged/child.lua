io.stdout:flush()
os.execute("lua5.4 arg.lua child 'a b'")
local pipe = io.popen("lua5.4 -e 'print(6 * 7)'")
print(pipe:read "a", pipe:close())
