-- A compiled chunk contains a jump out of the function. The jump never runs.
local function pack(distance)
  return string.pack("<I4", 56 | (0xffffff + distance) << 7) -- JMP
end
local chunk = string.dump(load "local n = ... if not n then return 'ran' end goto next ::next:: return 'no'")
local at = assert(chunk:find(pack(0), 1, true))
for _, distance in ipairs { 0x700000, -0x700000 } do
  print(load(chunk:sub(1, at - 1) .. pack(distance) .. chunk:sub(at + 4), "wild", "b")())
end
