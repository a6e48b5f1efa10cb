"""Read the JSON report of coverage.py. Its lists of lines and its sums agree."""
import collections
import json

SUMS = {"num_statements": "lines", "covered_lines": "lines_hit", "num_branches": "outcomes", "covered_branches": "outcomes_taken"}


def check(summary, numbers):
    for key, name in SUMS.items():
        assert summary.get(key, 0) == numbers[name], key
    for kind, every, taken in ("lines", "num_statements", "covered_lines"), ("branches", "num_branches", "covered_branches"):
        assert summary.get("missing_" + kind, 0) == summary.get(every, 0) - summary.get(taken, 0)
    every = numbers["lines"] + numbers["outcomes"]
    part = numbers["lines_hit"] + numbers["outcomes_taken"]
    assert abs(summary["percent_covered"] - (100 * part / every if numbers["lines"] else 100)) < 1e-9
    assert abs(float(summary["percent_covered_display"]) - summary["percent_covered"]) < 1


def read(path, timed):
    facts = collections.defaultdict(collections.Counter)
    with open(path, encoding="utf-8") as file:
        report = json.load(file)
    for name, item in report["files"].items():
        summary = item["summary"]
        executed = set(item["executed_lines"]) - set(item["excluded_lines"])
        own = collections.Counter({name: summary.get(key, 0) for key, name in SUMS.items()})
        assert own["lines_hit"] == len(executed) and own["lines"] == len(executed) + len(item["missing_lines"])
        assert len(item.get("executed_branches", ())) <= own["outcomes_taken"]
        assert len(item["excluded_lines"]) == summary["excluded_lines"]
        check(summary, own)
        facts["coverage"].update(own)
    check(report["totals"], facts["coverage"])
    return facts
