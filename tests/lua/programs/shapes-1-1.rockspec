rockspec_format = "3.0"
package = "shapes"
version = "1-1"
source = { url = "file:shapes.lua" }
dependencies = { "lua >= 5.4" }
build = { type = "builtin", modules = { shapes = "shapes.lua" } }
test = { type = "command", command = "lua5.4 ../unchanged/arg.lua" }
