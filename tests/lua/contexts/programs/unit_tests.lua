local lu = require "luaunit"
local store = require "store"
local units = require "units"
TestStore = {}
function TestStore.setupClass() store.add(2, 1) units.half(1) end
function TestStore:setUp() self.n = 1 end
function TestStore:testSmall() lu.assertEquals(store.add(1, 2), 4) end
function TestStore:testNothing() lu.assertEquals(self.n, 1) end
function TestStore:testFails() lu.assertEquals(self.n, 2) end
function testAlone() lu.assertEquals(units.half(2), 1) end
function setupSuite() end
os.exit(lu.LuaUnit.run())
