#!/usr/bin/env lua5.4
-- A first line for the shell is no line of the program.
local x = 1 --: 1
