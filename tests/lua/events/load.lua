-- Chunks of a text are known by the whole text; the text is kept. A named chunk with other content is another one.
-- show: msc
load("return 1")()
load("return 1")()
load("-- a first line that is longer than what the name of a chunk shows\nreturn 2")()
load("return 3", "=named")()
load("\n\nreturn 4", "=named")()
load("\nreturn 5", "a name that looks like a text")()
load("return 6", "name")()
--> source events/load.lua
--> method main chunk events/load.lua: 3 4 5 6 7 8 9
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
--> method main chunk (3) [string "-- a first line that is longer than what..."] 9f7438220b267362: 2
--> 1 enter main chunk (3)
--> 1 exit 1 to main chunk
--> 1 enter [C] load
--> 1 exit 1 to main chunk
--> method main chunk (4) named: 1
--> 1 enter main chunk (4)
--> 1 exit 1 to main chunk
--> 1 enter [C] load
--> 1 exit 1 to main chunk
--> method main chunk (5) named: 3
--> 1 enter main chunk (5)
--> 1 exit 1 to main chunk
--> 1 enter [C] load
--> 1 exit 1 to main chunk
--> method main chunk (6) [string "a name that looks like a text"] 7d70732f95fe2843: 2
--> 1 enter main chunk (6)
--> 1 exit 1 to main chunk
--> 1 enter [C] load
--> 1 exit 1 to main chunk
--> method main chunk (7) [string "name"] c4bcadba8e631b86: 1
--> 1 enter main chunk (7)
--> 1 exit 1 to main chunk
--> 1 exit 1 to nothing
