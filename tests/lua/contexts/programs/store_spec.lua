describe("store", function()
  local store, n
  setup(function() n = 1 end)
  local function load() store = require "store" end
  it("adds", function() load() assert.equal(3, store.add(2, 1)) end)
  it("adds", function() load() assert.equal(4, store.add(1, 2)) end)
  it("fails", function() load() store.add() end)
  describe("inner", function()
    lazy_setup(function() n = require "units".half(2) * require "units".double(1) end)
    it("uses only the file", function() load() end)
    it("has a name\non two lines", function() assert.equal(2, n) end)
    after_each(function()
      n = n
    end)
  end)
  pending("later")
  teardown(function()
    n = 0
  end)
end)
