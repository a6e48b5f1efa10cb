"""Functions as comma-separated values."""
import collections
import csv


def read(path, timed):
    facts = collections.defaultdict(collections.Counter)
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, strict=True):
            assert None not in row and None not in row.values(), row
            facts["calls"][row["function"]] += int(row["calls"])
            assert bool(row["self_ns"]) == timed # what is not known is empty
            if timed:
                facts["self"][row["function"]] += int(row["self_ns"])
                facts["total"][row["function"]] += int(row["total_ns"])
    return facts
