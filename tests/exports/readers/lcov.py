"""Tracefiles of LCOV."""
import collections


def read(path, timed):
    facts = collections.defaultdict(collections.Counter)
    with open(path, encoding="utf-8", errors="backslashreplace") as file: # paths are not encoded
        for line in file:
            key, _, value = line.rstrip("\n").partition(":")
            if key == "SF":
                name = value
                line_of = {}
            elif key == "FN":
                number, function = value.split(",", 1)
                assert function not in line_of, f"two functions {function}"
                line_of[function] = int(number)
            elif key == "FNDA":
                calls, function = value.split(",", 1)
                facts["functions"][name, line_of[function]] += int(calls)
            elif key == "DA":
                number, count = map(int, value.split(","))
                facts["covered"][name, number] += count
            elif key in ("LF", "LH", "BRF", "BRH"):
                words = {"LF": "lines", "LH": "lines_hit", "BRF": "outcomes", "BRH": "outcomes_taken"}
                facts["coverage"][words[key]] += int(value)
    return facts
