"""Collapsed stacks, as flamegraph.pl reads them: the number stands behind the last blank."""
import collections


def read(path, timed):
    costs = collections.Counter()
    with open(path, encoding="utf-8") as file:
        for line in file:
            stack, number = line.rstrip("\n").rsplit(" ", 1)
            frames = stack.split(";")
            assert frames[0].startswith(("thread ", "virtual threads")), line
            if len(frames) > 1: # time in no function belongs to the thread alone
                costs[frames[-1]] += int(number)
    return {"self" if timed else "calls": costs}
