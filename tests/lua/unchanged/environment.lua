print(os.getenv "LUA_INIT", os.getenv "LUA_INIT_5_4", os.getenv "QII_LIBRARY")
io.stdout:flush()
os.execute "env | grep ^LUA_INIT | sort"
print(INIT, package.path, package.cpath)
for name in pairs(_G) do assert(name ~= "qii") end
