-- An unreachable `end` is not executable, and neither is code that the compiler adds after a return. An unreachable
-- statement is executable, and always missed.
local function choose(x)
  while x > 1 do --: 4
    if x == 2 then --: 2
      return "two" --: 2
      ;
    else
      do return "more" end --: 0
    end
  end
  for i = x, --: 2
    2 do --: 2
    return "first" --: 2
    ;
  end
  return choose( --: 0
    3
  ) --: 0
end --: 1
local function after_loop()
  while true do
    if choose(2) then return end --: 1
  end
  return 1 --: 0
end --: 1
local function skips()
  goto done --: 1
  choose(1) --: 0
  ::done::
end --: 2
local function calls_on()
  return os.time( --: 1
  )
end --: 1
choose(1) --: 1
choose(2) --: 1
after_loop() --: 1
skips() --: 1
calls_on() --: 1
if skips then --: 1
  return choose(1) --: 1
else
  return 1 --: 0
end
