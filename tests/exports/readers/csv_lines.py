"""Lines as comma-separated values."""
import collections
import csv

from readers.csv import name


def read(path, timed):
    lines = collections.Counter()
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, strict=True):
            assert row["excluded"] in ("yes", "no")
            lines[name(row["file"]), int(row["line"])] += int(row["count"] or 0)
    return {"lines": lines}
