-- A __close function runs at the end of its block.
local closing = setmetatable({}, { --: 2
  __close = function()
    local x = 1 --: 1
  end, --: 2
})
do
  local held <close> = closing --: 1
  local y = 2 --: 1
end --: 1
