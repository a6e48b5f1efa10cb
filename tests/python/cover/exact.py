"""Compare the line counts that qii records with those of an independent counter (counter/sitecustomize.py).

usage: exact.py QII PYTHON all|own PROGRAM [ARGUMENT...]

Each line of each function has the same count in both runs, and the program's output, errors and exit status are those of
a run without qii.

all: also in the standard library and in packages.
own: in PROGRAM's folder, and in texts that its files execute.
"""
import collections
import json
import os
import subprocess
import sys
import tempfile

qii, python, which = sys.argv[1:4]
program = sys.argv[4:]
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


def read_truth():
    for file, function, line, times in counted["counts"]:
        if is_compared(file):
            yield (file, function, line), times


def read_data():
    exported = subprocess.run([qii, "export", "--format=json", data], capture_output=True, check=True).stdout
    profile = json.loads(exported)
    if profile["diagnostics"]:
        fail("diagnostics:", profile["diagnostics"])
    for method in profile["methods"]:
        name = method["name"] if method["class"] is None else method["class"] + "." + method["name"]
        file = method["file"].split("#")[0]  # a text has its hash in its name
        for line in method["lines"]:
            if is_compared(file):
                yield (file, name, line["line"]), line["count"]


def total(counts):
    result = collections.Counter()
    for key, times in counts:
        result[key] += times
    return +result


plain = run([python, *program])
if plain[0] == 77:
    sys.exit(77)  # a package is missing
run([python, *program], COUNT_TO=truth, COUNT_IN=folder)
ours = run([qii, "python", "--python=" + python, "--cover", "--quiet", "-o", data,
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
expected, found = total(read_truth()), total(read_data())
for key in sorted(expected.keys() | found.keys()):
    if expected[key] != found[key]:
        print("%s: %s, line %d: %d times expected, %d found" % (*key, expected[key], found[key]))
if expected != found:
    sys.exit(1)
times = sum(expected.values())
if times < 100:
    fail("only", times, "lines ran")
print(len(expected), "lines ran", times, "times")
