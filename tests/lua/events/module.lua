-- The functions of the module qii, first without a session.
-- show: it
-- start: by itself
local qii = require "qii"
assert(not qii.stop() and not qii.save() and not qii.phase "p" and not qii.note "n" and not qii.pause())
assert(qii.start { data_file = "a b" } == true)
local ok, message = qii.start {}
assert(ok == nil and message == "already started")
assert(qii.phase "load" and qii.phase() and qii.note "text" and qii.thread "worker" and qii.save())
assert(qii.pause() and qii.resume())
assert(qii.stop() and not qii.stop())
assert(qii.start { quiet = false } and qii.stop())
assert(qii.start { max = 3 } and qii.stop())
assert(qii.start() and qii.stop())
assert(not pcall(qii.start, { cover_what = {} }))
assert(select(2, qii.start { library = "/nowhere/libqprof.so" }):find "cannot load")
--> start -data_file="a b"
--> 1 create
--> 1 is main
--> phase load
--> phase
--> note text
--> 1 is worker
--> save
--> 1 stop
--> start -quiet=no
--> 2 create
--> 2 is main
--> 2 stop
--> start -max=3
--> 3 create
--> 3 is main
--> 3 stop
--> start
--> 4 create
--> 4 is main
--> 4 stop
