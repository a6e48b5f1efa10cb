-- Names are those of the source.
-- show: m
local Class, t, u = {}, {}
function Class.static() end
function Class:method() end
Class.field = function() end
local function f() end
function global() end
local g = function() end
t = { named = function() end, ["key"] = function() end, function() end, deep = { er = function() end } }
t[1] = function() end
t["k"] = function() end
t, u = function() end, function() end
f(function() end)
return function() end
--> method main chunk events/names.lua: 3 4 5 6 7 8 9 10 11 12 13 14 15
--> method Class.static events/names.lua: 4
--> method Class:method events/names.lua: 5
--> method Class.field events/names.lua: 6
--> method f events/names.lua: 7
--> method global events/names.lua: 8
--> method g events/names.lua: 9
--> method t.named events/names.lua: 10
--> method t.key events/names.lua: 10
--> method <anonymous:10> events/names.lua: 10
--> method t.deep.er events/names.lua: 10
--> method <anonymous:11> events/names.lua: 11
--> method t.k events/names.lua: 12
--> method <anonymous:13> events/names.lua: 13
--> method <anonymous:13> (2) events/names.lua: 13
--> method <anonymous:14> events/names.lua: 14
--> method <anonymous:15> events/names.lua: 15
