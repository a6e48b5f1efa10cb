"""Compare the line counts that qii records with those of an independent counter (counter/sitecustomize.py).

usage: exact.py QII PYTHON line|branch|hit all|own PROGRAM [ARGUMENT...]

Each line of each function has the same count in both runs, and the program's output, errors and exit status are those of
a run without qii.

branch: so has each outcome of a branch.
hit: the lines that ran are those that have a count.
all: also in the standard library and in packages.
own: in PROGRAM's folder, and in texts that its files execute.
"""
import collections
import json
import os
import subprocess
import sys
import tempfile

qii, python, cover, which = sys.argv[1:5]
program = sys.argv[5:]
folder = "/" if which == "all" else os.path.dirname(os.path.abspath(program[0]))
counter = os.path.join(os.path.dirname(os.path.abspath(__file__)), "counter")
work = tempfile.TemporaryDirectory()
data = os.path.join(work.name, "data")
truth = os.path.join(work.name, "truth")
environment = dict(os.environ, PYTHONPATH=counter, PYTHONDONTWRITEBYTECODE="1", PYTHONHASHSEED="0")


def fail(*words):
    print(*words)
    sys.exit(1)


def run(command, **variables):
    result = subprocess.run(command, env={**environment, **variables}, capture_output=True, text=True)
    return result.returncode, result.stdout, result.stderr


def is_compared(file):
    return file not in ignored and (os.path.abspath(file).startswith(folder) if file[0] != "<" else which == "own")


def read_truth(what):
    for file, function, *place, times in counted[what]:
        if is_compared(file):
            yield (file, function, *place), times


def read_methods():
    exported = subprocess.run([qii, "export", "--format=json", data], capture_output=True, check=True).stdout
    profile = json.loads(exported)
    if profile["diagnostics"]:
        fail("diagnostics:", profile["diagnostics"])
    for method in profile["methods"]:
        name = method["name"] if method["class"] is None else method["class"] + "." + method["name"]
        file = method["file"].split("#")[0]  # a text has its hash in its name
        if is_compared(file):
            yield (file, name), method


def read_lines():
    for key, method in read_methods():
        for line in method["lines"]:
            yield (*key, line["line"]), line["count"]


def total(counts):
    result = collections.Counter()
    for key, times in counts:
        result[key] += times
    return +result


def compare_branches():
    """Compare the outcomes of each line that is a branch with the arcs from this line."""
    arcs = total(read_truth("arcs"))
    expected = collections.defaultdict(dict)
    for (file, function, line, to), times in arcs.items():
        expected[file, function, line][to] = times
    found = {}
    for key, method in read_methods():
        for branch in method["branches"]:
            outcomes = found.setdefault((*key, branch["line"]), [0] * len(branch["counts"]))
            for i, count in enumerate(branch["counts"]):
                outcomes[i] += count
    differ = 0
    for key in found.keys() | expected.keys():
        ours, theirs = sorted(filter(None, found.get(key, []))), sorted(expected[key].values())
        if ours != theirs and (key in found or len(theirs) > 1):
            print("%s: %s, line %d:" % key, "outcomes", expected[key], "expected,", found.get(key), "found")
            differ += 1
    if differ or not found:
        sys.exit(1)
    print(len(found), "branches with", sum(map(len, found.values())), "outcomes")


plain = run([python, *program])
if plain[0] == 77:
    sys.exit(77)  # a package is missing
run([python, *program], COUNT_TO=truth, COUNT_IN=folder)
ours = run([qii, "python", "--python=" + python, "--cover=" + cover, "--quiet", "-o", data,
            *(["--include=*"] if which == "all" else []), *program])
for what, expected, found in zip(("exit status", "output", "errors"), plain, ours):
    if expected != found:
        fail(what, "without qii:\n%s\nand with it:\n%s" % (expected, found))
checked = run([qii, "check", data])
if checked[0] != 0:
    fail("check:", *checked)
with open(truth) as file:
    counted = json.load(file)
ignored = set(counted["ignored"])
expected, found = total(read_truth("lines")), total(read_lines())
if cover == "hit":
    expected, found = collections.Counter(set(expected)), collections.Counter(set(found))
for key in sorted(expected.keys() | found.keys()):
    if expected[key] != found[key]:
        print("%s: %s, line %d: %d times expected, %d found" % (*key, expected[key], found[key]))
if expected != found:
    sys.exit(1)
times = sum(expected.values())
if times < (3 if cover == "hit" else 100):
    fail("only", times, "lines ran")
print(len(expected), "lines ran", times, "times")
if cover == "branch":
    compare_branches()
