-- An error in the middle of a long line is caught. The code that runs next is counted from its first instruction.
local function fails(x)
  return { x.a, x.b, x.c, x.d, x.e, x.f, x.g, x.h, x.i, x.j, x.k, x.l, x.m, x.n, x.o, x.p, x.q, x.r, x.s, x.t } --: 3
end --: 1
local function catches(x)
  local ok = pcall(fails, x) --: 3
  local kind --: 3
  if ok then --: 3
    kind = "none" --: 1
  else
    kind = "caught" --: 2
  end
  return kind --: 3
end --: 1
assert(catches(nil) == "caught") --: 1
assert(catches({}) == "none") --: 1
assert(catches(1) == "caught") --: 1
