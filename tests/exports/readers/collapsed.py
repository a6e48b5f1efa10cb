"""Read collapsed stacks as flamegraph.pl does: the number follows the last blank of a line."""
import collections


def read(path, timed):
    costs = collections.Counter()
    with open(path, encoding="utf-8") as file:
        for line in file:
            stack, number = line.rstrip("\n").rsplit(" ", 1)
            frames = stack.split(";")
            assert frames[0].startswith(("thread ", "virtual threads")), line
            if len(frames) > 1: # otherwise it is the thread's time outside of functions
                costs[frames[-1]] += int(number)
    return {"self" if timed else "calls": costs}
