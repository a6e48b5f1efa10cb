local units = require "units"
it("halves", function() assert.equal(1, units.half(2)) end)
