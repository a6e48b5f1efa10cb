-- Iterators that are C functions are in no table of Lua, but have a name.
-- show: m
for _ in ipairs { 1 } do end
for _ in string.gmatch("x", "x") do end
for _ in utf8.codes "x" do end
for _ in pairs { 1 } do end
for _ in io.lines "events/iterators.lua" do end
--> method main chunk of iterators.lua events/iterators.lua: 3 4 5 6 7
--> method [C] ipairs -:
--> method [C] iterator of ipairs -:
--> method [C] string.gmatch -:
--> method [C] iterator of string.gmatch -:
--> method [C] utf8.codes -:
--> method [C] iterator of utf8.codes -:
--> method [C] pairs -:
--> method [C] next -:
--> method [C] io.lines -:
--> method [C] for iterator -:
--> method [C] file:__close -:
