-- Lua runs finalizers without hooks. Their lines cannot be counted, and are excluded at the end (finalizer_lines.lua).
setmetatable({}, { --: 2
  __gc = function()
    local x = 1 --: 0
  end, --: 1
})
collectgarbage() --: 1
