-- Functions that are easily confused: on the same line, in texts with the same name, in texts that are not UTF-8.
local function times(count, f, ...)
  for _ = 1, count do f(...) end
end

-- These functions begin on one line, and two of them end on one line.
local one, two, three = function() return 1 end, function()
  return 2 end, function() return 3 end
local function outer() return function()
  return 1 end end
times(3, one) times(5, two) times(7, three) times(9, outer) times(11, outer())

-- A module is loaded again with another text that has the same name and the same first lines.
local old = "local M = {}\nfunction M.f()\n  return 1\nend\nreturn M"
local new = "local M = {}\nfunction M.f()\n  local x = 1\n  local y = 2\n  if x then return y end\nend\nreturn M"
local same_end = "local M = {}\nfunction M.f() local x = 1\n\n  return x\n\nend\nreturn M"
for i, text in ipairs { old, new, old, same_end, new } do
  times(i, load(text, "@module.lua")().f)
end

-- A deleted file is loaded again under another name, and with other lines.
times(2, load("\nreturn function()\n  return 1\nend", "@/tmp/lua_one")())
times(3, load("\nreturn function()\n\n  return 1\nend", "@/tmp/lua_two")())
times(4, load("\nreturn function()\n\n\n  return 1\nend", "@/tmp/lua_one")())

-- Bytes that are not UTF-8, and a character of several bytes where the name of a text is truncated.
for i, text in ipairs { "-- \xe9\xff\nreturn function() end", "return function() return '\xe9' end",
    "return function() return '\xe8' end", "return function() return 'ein Anf\u{e4}nger, un d\u{e9}butant' end",
    "--[[ thirty-nine bytes before this one: \u{20ac} ]] return function() end", "return function() return '\xf0\x90' end" } do
  times(i, load(text)())
end

-- Texts as if made from a template: they have the same length, equal ends, and the same number of lines.
for i, middle in ipairs { "\n\nlocal x = 1", "\nlocal x = 1\n", "local x = 1\n\n" } do
  times(i, load("-- a header that all of the texts have\n" .. middle ..
    "\nreturn function() return 'a footer that all of the texts have' end")())
end

-- A compiled chunk that uses no upvalue is called before anything else is loaded.
local compiled = load(string.dump(function()
  return 1 end))
times(3, compiled)
