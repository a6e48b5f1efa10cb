-- Functions have the names that the source text gives them.
-- show: m
local Class, t, u, Base, i = {}, {}, nil, {}, 1
local function make(_) return make, function() end end
local class = setmetatable({ extend = make }, { __call = make, __index = function() return make end })
function Class.static() end
function Class:method() end
Class.field = function() end
local function f() end
function global() end
local g <const> = function() end
t = { named = function() end, ["key"] = function() end, function() end, deep = { er = function() end } }
t[1] = function() end
t["k"] = function() end
t[i] = function() end
t[Class.field] = function() end
t, u = function() end, function() end
local x, y
z = function() end
f(function() end)
t = t or function() end
t = f and function() end
t = setmetatable({ own = function() end }, { __index = function() end })
setmetatable(Class, { __call = function() end, __index = { far = function() end } })
f(setmetatable({ alone = function() end }, { __len = function() end }))
class "Account" { deposit = function() end }
class("Account", Base, { withdraw = function() end })
class("Account.Inner")({ balance = function() end })
local Dog = class:extend { bark = function() end }
Dog = class.extend({ run = function() end }, 1)
local result = f({ callback = function() end }, { [i] = function() end })
local text = "\z
  function"; function text_end() end; ::label:: after = function() end
local wrapped = f(function() end)
result = (function() end)()
local list = { f(), method = function() end; other = function() return { inner = function() end } end }
result = "a" .. #{ part = function() end } .. 0x1F
return { exported = function() end }, function() end
--> method main chunk of names.lua events/names.lua: 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30 31 33 34 35 36 37 38
--> method make events/names.lua: 4
--> method <anonymous at names.lua:4> events/names.lua: 4
--> method getmetatable(class).__index events/names.lua: 5
--> method Class.static events/names.lua: 6
--> method Class:method events/names.lua: 7
--> method Class.field events/names.lua: 8
--> method f events/names.lua: 9
--> method global events/names.lua: 10
--> method g events/names.lua: 11
--> method t.named events/names.lua: 12
--> method t.key events/names.lua: 12
--> method <anonymous at names.lua:12> events/names.lua: 12
--> method t.deep.er events/names.lua: 12
--> method <anonymous at names.lua:13> events/names.lua: 13
--> method t.k events/names.lua: 14
--> method <anonymous at names.lua:15> events/names.lua: 15
--> method <anonymous at names.lua:16> events/names.lua: 16
--> method <anonymous at names.lua:17> events/names.lua: 17
--> method <anonymous at names.lua:17> (2) events/names.lua: 17
--> method z events/names.lua: 19
--> method <anonymous at names.lua:20> events/names.lua: 20
--> method t events/names.lua: 21
--> method t (2) events/names.lua: 22
--> method t.own events/names.lua: 23
--> method getmetatable(t).__index events/names.lua: 23
--> method getmetatable(Class).__call events/names.lua: 24
--> method getmetatable(Class).__index.far events/names.lua: 24
--> method alone events/names.lua: 25
--> method metatable.__len events/names.lua: 25
--> method Account.deposit events/names.lua: 26
--> method Account.withdraw events/names.lua: 27
--> method Account.Inner.balance events/names.lua: 28
--> method Dog.bark events/names.lua: 29
--> method Dog.run events/names.lua: 30
--> method callback events/names.lua: 31
--> method <anonymous at names.lua:31> events/names.lua: 31
--> method text_end events/names.lua: 33
--> method after events/names.lua: 33
--> method <anonymous at names.lua:34> events/names.lua: 34
--> method <anonymous at names.lua:35> events/names.lua: 35
--> method list.method events/names.lua: 36
--> method list.other events/names.lua: 36
--> method inner events/names.lua: 36
--> method part events/names.lua: 37
--> method exported events/names.lua: 38
--> method <anonymous at names.lua:38> events/names.lua: 38
--> method [C] setmetatable -:
