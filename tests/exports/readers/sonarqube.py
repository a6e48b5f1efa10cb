"""Read SonarQube's generic test coverage. The rules beyond its schema are those that make its reader refuse a report."""
import collections
import os
import xml.etree.ElementTree


def outcomes(line):
    """Return the number of taken outcomes and of all outcomes of a line. Both attributes are there, or none."""
    every, taken = line.get("branchesToCover"), line.get("coveredBranches")
    assert (every is None) == (taken is None)
    assert every is None or 0 <= int(taken) <= int(every) > 0
    return int(taken or 0), int(every or 0)


def read(path, timed):
    facts = collections.defaultdict(collections.Counter)
    root = xml.etree.ElementTree.parse(path).getroot()
    assert root.tag == "coverage" and root.get("version") == "1"
    paths = [file.get("path") for file in root]
    assert all(paths) and len(set(paths)) == len(paths), "a file is there twice"
    for file in root:
        numbers = [int(line.get("lineNumber")) for line in file]
        assert numbers and numbers[0] > 0 and all(a < b for a, b in zip(numbers, numbers[1:]))
        for line in file:
            covered = {"true": 1, "false": 0}[line.get("covered")]
            taken, every = outcomes(line)
            facts["ran"][os.path.basename(file.get("path")), int(line.get("lineNumber"))] += covered
            facts["coverage"].update(lines=1, lines_hit=covered, outcomes=every, outcomes_taken=taken)
    return facts
