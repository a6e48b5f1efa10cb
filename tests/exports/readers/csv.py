"""Functions as comma-separated values."""
import collections
import csv


def name(cell):
    """Without the sign that keeps spreadsheets from taking it for a formula."""
    assert cell[:1] not in ("=", "+", "-", "@", "\t", "\r")
    return cell[1:] if cell[:2] in ("'=", "'+", "'-", "'@") else cell


def read(path, timed):
    facts = collections.defaultdict(collections.Counter)
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, strict=True):
            assert None not in row and None not in row.values(), row
            facts["calls"][name(row["function"])] += int(row["calls"])
            assert bool(row["self_ns"]) == timed # unknown times are empty
            if timed:
                facts["self"][name(row["function"])] += int(row["self_ns"])
                facts["total"][name(row["function"])] += int(row["total_ns"])
    return facts
