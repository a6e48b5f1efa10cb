-- Comments that exclude lines from coverage. In a string or a long comment, their text has no effect.
-- show: x
local a = 1 -- qii: ignore
local b = 2 --qii: ignore   only on a Sunday  
local c = "-- qii: ignore" .. [[
-- qii: ignore begin
]] --[[ qii: ignore
-- qii: ignore file
]] local d = '\
-- qii: ignore'
-- qii: ignore: end of the world
local e = 3
--- qii: ignore begin (not called)
local function f()
  return 1 -- qii: ignore begin inside
end
-- qii: ignore end
-- qii: ignore end without a begin
-- qii: ignored is another word, and so is
-- qii:ignore
-- qii: ignore beginning of the day
-- qii: ignore filed
function g() -- qii: ignore whole
  return function() -- qii: ignore inner
    return 1
  end
end
load("-- qii: ignore file: it is generated -- qii: ignore\nreturn 1 -- qii: ignore begin")()
load("return 1 -- qii: ignore", "@nowhere")()
--> exclude events/ignore.lua 3-3 
--> exclude events/ignore.lua 4-4 only on a Sunday
--> exclude events/ignore.lua 12-12 end of the world
--> exclude events/ignore.lua 13-17 (not called)
--> exclude events/ignore.lua 21-21 
--> exclude events/ignore.lua 22-22 beginning of the day
--> exclude events/ignore.lua 23-27 filed
--> exclude events/ignore.lua 23-27 whole
--> exclude events/ignore.lua 24-26 inner
--> exclude [string "-- qii: ignore file: it is generated -- ..."] f14922c009656928 2-2 
--> exclude [string "-- qii: ignore file: it is generated -- ..."] f14922c009656928 1-2 it is generated -- qii: ignore
