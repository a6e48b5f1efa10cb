it("runs nothing", function() end)
