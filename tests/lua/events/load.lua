-- Chunks of a text are known by the whole text; the text is kept. A named chunk with other content is another one.
-- show: msc
load("return 1")()
load("return 1")()
load("-- a first line that is longer than what the name of a chunk shows\nreturn 2")()
load("return 3", "=named")()
load("\n\nreturn 4", "=named")()
--> source events/load.lua
--> method main chunk events/load.lua: 3 4 5 6 7
--> 1 enter main chunk
--> method [C] load -:
--> 1 enter [C] load
--> 1 exit 1 to main chunk
--> source [string "return 1"] ef204830cbcdb634 = return 1
--> method main chunk (2) [string "return 1"] ef204830cbcdb634: 1
--> 1 enter main chunk (2)
--> 1 exit 1 to main chunk
--> 1 enter [C] load
--> 1 exit 1 to main chunk
--> 1 enter main chunk (2)
--> 1 exit 1 to main chunk
--> 1 enter [C] load
--> 1 exit 1 to main chunk
--> source [string "-- a first line that is longer than what..."] 9f7438220b267362 = -- a first line that is longer than what the name of a chunk shows
--> return 2
--> method main chunk (2) [string "-- a first line that is longer than what..."] 9f7438220b267362: 2
--> 1 enter main chunk (2)
--> 1 exit 1 to main chunk
--> 1 enter [C] load
--> 1 exit 1 to main chunk
--> method main chunk (2) named: 1
--> 1 enter main chunk (2)
--> 1 exit 1 to main chunk
--> 1 enter [C] load
--> 1 exit 1 to main chunk
--> method main chunk (2) named: 3
--> 1 enter main chunk (2)
--> 1 exit 1 to main chunk
--> 1 exit 1 to nothing
