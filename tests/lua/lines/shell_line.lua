#!/usr/bin/env lua5.4
-- The first line, for the shell, is not a line of the program.
local x = 1 --: 1
