#!/usr/bin/env lua5.4
print("after a first line for the shell", debug.getinfo(1, "l").currentline)
error("x")
