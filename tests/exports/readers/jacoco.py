"""Read JaCoCo's XML. It identifies a file by the last part of the path, because packages do not contain the folder."""
import collections
import xml.etree.ElementTree

SUMMED = "INSTRUCTION", "BRANCH", "LINE", "METHOD", "CLASS"


def counters(element):
    """Return the numbers of covered items and of all items, by type of counter. A type without items is missing."""
    found = {counter.get("type"): (int(counter.get("covered")), int(counter.get("missed")))
             for counter in element.findall("counter")}
    assert all(sum(numbers) for numbers in found.values()) and set(found) <= set(SUMMED)
    assert found.get("INSTRUCTION") == found.get("LINE")
    return {kind: (covered, covered + missed) for kind, (covered, missed) in found.items()}


def total(parts, kind):
    return tuple(map(sum, zip((0, 0), *(part.get(kind, (0, 0)) for part in parts))))


def check_sums(element, parts, kinds):
    own = counters(element)
    for kind in kinds:
        assert own.get(kind, (0, 0)) == total(parts, kind), f"{kind} of {element.attrib}"


def read_lines(file, facts):
    for line in file.findall("line"):
        missed, covered, outcomes_missed, outcomes_taken = (int(line.get(key)) for key in ("mi", "ci", "mb", "cb"))
        assert missed + covered == 1
        facts["ran"][file.get("name"), int(line.get("nr"))] += covered
        yield {"LINE": (covered, 1), "BRANCH": (outcomes_taken, outcomes_missed + outcomes_taken)}


def read_class(item, facts):
    for method in item.findall("method"):
        found = counters(method)
        facts["called"][item.get("sourcefilename"), int(method.get("line", 0))] += found["METHOD"][0]
        yield found


def read(path, timed):
    facts = collections.defaultdict(collections.Counter)
    root = xml.etree.ElementTree.parse(path).getroot()
    for package in root.findall("package"):
        classes = package.findall("class")
        for item in classes:
            assert item.get("name")
            check_sums(item, list(read_class(item, facts)), ("BRANCH", "METHOD"))
        files = package.findall("sourcefile")
        assert {item.get("sourcefilename") for item in classes} <= {file.get("name") for file in files}
        for file in files:
            check_sums(file, list(read_lines(file, facts)), ("BRANCH", "LINE"))
            check_sums(file, [counters(item) for item in classes if item.get("sourcefilename") == file.get("name")],
                       ("METHOD", "CLASS"))
        check_sums(package, [counters(file) for file in files], SUMMED)
    check_sums(root, [counters(package) for package in root.findall("package")], SUMMED)
    own = counters(root)
    for kind, keys in {"LINE": ("lines_hit", "lines"), "BRANCH": ("outcomes_taken", "outcomes")}.items():
        facts["coverage"].update(dict(zip(keys, own.get(kind, (0, 0)))))
    return facts
