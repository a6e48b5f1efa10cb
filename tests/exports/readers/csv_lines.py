"""Read lines of source files as comma-separated values."""
import collections
import csv


def name(cell):
    """Return the name in a cell. Remove the ' in front of a name that a spreadsheet would take for a formula."""
    assert cell[:1] not in ("=", "+", "-", "@", "\t", "\r")
    return cell[1:] if cell[:2] in ("'=", "'+", "'-", "'@") else cell


def read(path, timed):
    lines = collections.Counter()
    with open(path, encoding="utf-8", newline="") as file:
        for row in csv.DictReader(file, strict=True):
            assert row["excluded"] in ("yes", "no")
            lines[name(row["file"]), int(row["line"])] += int(row["count"] or 0)
    return {"lines": lines}
