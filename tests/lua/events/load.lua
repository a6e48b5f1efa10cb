-- A chunk loaded from a text is identified by the whole text, which is stored. Two texts with one name are two chunks.
-- show: msc
load("return 1")()
load("return 1")()
load("-- a first line that is longer than what the name of a chunk shows\nreturn 2")()
load("return 3", "=named")()
load("\n\nreturn 4", "=named")()
load("\nreturn 5", "a name that looks like a text")()
load("return 6", "name")()
--> source events/load.lua
--> method main chunk of load.lua events/load.lua: 3 4 5 6 7 8 9
--> 1 enter main chunk of load.lua
--> method [C] load -:
--> 1 enter [C] load
--> 1 exit 1 to main chunk of load.lua
--> source [string "return 1"] ef204830cbcdb634 = return 1
--> method main chunk of "return 1" [string "return 1"] ef204830cbcdb634: 1
--> 1 enter main chunk of "return 1"
--> 1 exit 1 to main chunk of load.lua
--> 1 enter [C] load
--> 1 exit 1 to main chunk of load.lua
--> 1 enter main chunk of "return 1"
--> 1 exit 1 to main chunk of load.lua
--> 1 enter [C] load
--> 1 exit 1 to main chunk of load.lua
--> source [string "-- a first line that is longer than what..."] 9f7438220b267362 = -- a first line that is longer than what the name of a chunk shows
--> return 2
--> method main chunk of "-- a first line that is ..." [string "-- a first line that is longer than what..."] 9f7438220b267362: 2
--> 1 enter main chunk of "-- a first line that is ..."
--> 1 exit 1 to main chunk of load.lua
--> 1 enter [C] load
--> 1 exit 1 to main chunk of load.lua
--> method main chunk of named named: 1
--> 1 enter main chunk of named
--> 1 exit 1 to main chunk of load.lua
--> 1 enter [C] load
--> 1 exit 1 to main chunk of load.lua
--> method main chunk of named (2) named: 3
--> 1 enter main chunk of named (2)
--> 1 exit 1 to main chunk of load.lua
--> 1 enter [C] load
--> 1 exit 1 to main chunk of load.lua
--> method main chunk of "a name that looks like a..." [string "a name that looks like a text"] 7d70732f95fe2843: 2
--> 1 enter main chunk of "a name that looks like a..."
--> 1 exit 1 to main chunk of load.lua
--> 1 enter [C] load
--> 1 exit 1 to main chunk of load.lua
--> method main chunk of "name" [string "name"] c4bcadba8e631b86: 1
--> 1 enter main chunk of "name"
--> 1 exit 1 to main chunk of load.lua
--> 1 exit 1 to nothing
