-- Lua runs finalizers without hooks: their lines cannot be observed.
setmetatable({}, { --: 2
  __gc = function()
    local x = 1 --: 0
  end, --: 1
})
collectgarbage() --: 1
