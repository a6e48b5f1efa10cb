-- Functions whose results fill the stack to its end: results that just fit, and the error for more results.
local text = ("x"):rep(1000000)
local fillers = {
  unpack = function(n) return table.unpack({}, 1, n) end,
  byte = function(n) return text:byte(1, n) end,
  arguments = function(n) return select("#", table.unpack({}, 1, n)) end,
}
for _, name in ipairs { "unpack", "byte", "arguments" } do
  local last
  for n = 1000000, 999000, -1 do
    local done, message = pcall(fillers[name], n)
    if done or message ~= last then
      print(name, n, done, not done and message)
      last = message
    end
    if done then break end
  end
end
print(select("#", table.unpack({}, -5, 5)), #{ text:byte(1, 3) }, pcall(table.unpack))
