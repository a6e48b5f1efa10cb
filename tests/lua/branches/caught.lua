-- Wherever in a line an error is raised, the code after the pcall is counted from its first instruction.
local function fails(x)
  return { x.a, x.b, x.c, x.d, x.e, x.f, x.g, x.h, x.i, x.j, x.k, x.l, x.m, x.n, x.o, x.p, x.q, x.r, x.s, x.t } --: 3
end --: 1
local function catches(x)
  return pcall(fails, x) and "none" or "caught" --: 3 ? 1/2
end --: 1
assert(catches(nil) == "caught") --: 1
assert(catches({}) == "none") --: 1
assert(catches(1) == "caught") --: 1
