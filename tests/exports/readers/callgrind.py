"""Read Callgrind's format as callgrind_annotate does: the costs of lines, and the inclusive costs of calls."""
import collections
import re


class Names:
    """Resolve names, which are written as "(id) name" at their first use and as "(id)" afterwards."""

    def __init__(self):
        self.of = {}

    def __call__(self, text):
        number, name = re.fullmatch(r"\((\d+)\)(?: (.*))?", text).groups()
        assert (name is None) == (number in self.of), text
        return self.of.setdefault(number, name)


def is_thread(name):
    return name.startswith(("thread ", "virtual threads"))


def read(path, timed):
    facts = collections.defaultdict(collections.Counter)
    inclusive = collections.Counter()
    columns = totals = file = called = None
    files, functions = Names(), Names()
    sums = collections.Counter()
    with open(path, encoding="utf-8") as lines:
        for line in lines:
            key, _, value = line.rstrip("\n").partition("=")
            if columns is None or line.startswith("totals:"):
                word, _, rest = line.partition(":")
                if word == "events":
                    columns = rest.split()
                elif word == "totals":
                    totals = dict(zip(columns, map(int, rest.split())))
                assert word != "summary"
            elif key == "fl":
                file = files(value)
            elif key == "fn":
                function = functions(value)
            elif key == "cfi":
                files(value)
            elif key == "cfn":
                callee = functions(value)
            elif key == "calls":
                called = int(value.split()[0])
            elif called is not None: # this line has the inclusive cost of the call
                inclusive[callee] += int(line.split()[1])
                facts["calls"][callee] += called
                called = None
            elif line.strip():
                number, *costs = map(int, line.split())
                costs = dict(zip(columns, costs))
                sums.update(costs)
                if not is_thread(function):
                    facts["self"][function] += costs.get(columns[0], 0)
                if file != "???":
                    facts["lines"][file, number] += costs.get("Hits", 0)
    assert columns[0] == ("ns" if timed else "Calls")
    for column, total in totals.items():
        rounded = len(functions.of) * 2 if column == "ns" else 0
        assert sums[column] <= total <= sums[column] + rounded, f"{column}: {sums[column]} of {total}"
    for function, cost in inclusive.items():
        assert cost <= totals[columns[0]], f"{function}: more than 100 %"
    if not timed: # then the cost of a function is its number of calls
        assert +facts["self"] == +facts["calls"]
    facts["total"] = inclusive
    return facts
