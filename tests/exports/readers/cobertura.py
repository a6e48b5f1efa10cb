"""Read Cobertura's XML. A file's path is its name below the first <source> directory in which it exists."""
import collections
import os
import xml.etree.ElementTree


def number(text):
    return int(text, 10)


def outcomes(line):
    """Return the number of taken outcomes and of all outcomes of a line's branches, 1 and 2 for "50% (1/2)"."""
    if line.get("branch") != "true":
        assert line.find("conditions") is None
        return 0, 0
    assert line.findall("conditions/condition")
    taken, found = line.get("condition-coverage").split("(")[1].rstrip(")").split("/")
    return int(taken), int(found)


def rate(text, part, whole):
    assert abs(float(text) - (part / whole if whole else 1)) < 0.001, f"{text} of {part}/{whole}"


def read(path, timed):
    facts = collections.defaultdict(collections.Counter)
    root = xml.etree.ElementTree.parse(path).getroot()
    sources = [source.text for source in root.findall("sources/source")]
    for package in root.findall("packages/package"):
        for item in package.findall("classes/class"):
            name = item.get("filename")
            assert not name.startswith("/") and (name.rpartition("/")[0].replace("/", ".") or ".") == package.get("name")
            for source in sources:
                if os.path.exists(os.path.join(source, name)):
                    name = os.path.join(source, name)
                    break
            own = collections.Counter()
            for line in item.findall("lines/line"):
                taken, found = outcomes(line)
                hits = number(line.get("hits"))
                facts["covered"][name, number(line.get("number"))] += hits
                own.update(lines=1, lines_hit=hits > 0, outcomes=found, outcomes_taken=taken)
            rate(item.get("line-rate"), own["lines_hit"], own["lines"])
            rate(item.get("branch-rate"), own["outcomes_taken"], own["outcomes"])
            facts["coverage"].update(own)
    total = facts["coverage"]
    for key, value in {"lines-valid": "lines", "lines-covered": "lines_hit", "branches-valid": "outcomes",
                       "branches-covered": "outcomes_taken"}.items():
        assert number(root.get(key)) == total[value], key
    rate(root.get("line-rate"), total["lines_hit"], total["lines"])
    return facts
