"""Compare the line counts that qii records with those of an independent counter (counter/sitecustomize.py).

usage: exact.py QII PYTHON PROGRAM [ARGUMENT...]

Each line of each function in PROGRAM's folder has the same count in both runs, and the program's output, errors and exit
status are those of a run without qii.
"""
import json
import os
import subprocess
import sys
import tempfile

qii, python = sys.argv[1:3]
program = sys.argv[3:]
folder = os.path.dirname(os.path.abspath(program[0]))
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


def add(counts, key, times):
    if times:
        counts[key] = counts.get(key, 0) + times


def read_truth():
    counts = {}
    with open(truth) as file:
        for file, function, line, times in json.load(file):
            add(counts, (file, function, line), times)
    return counts


def read_data():
    exported = subprocess.run([qii, "export", "--format=json", data], capture_output=True, check=True).stdout
    profile = json.loads(exported)
    if profile["diagnostics"]:
        fail("diagnostics:", profile["diagnostics"])
    counts = {}
    for method in profile["methods"]:
        name = method["name"] if method["class"] is None else method["class"] + "." + method["name"]
        for line in method["lines"]:
            if os.path.abspath(method["file"]).startswith(folder):
                add(counts, (method["file"], name, line["line"]), line["count"])
    return counts


plain = run([python, *program])
if plain[0] == 77:
    sys.exit(77)  # a package is missing
run([python, *program], COUNT_TO=truth, COUNT_IN=folder)
ours = run([qii, "python", "--python=" + python, "--cover", "--quiet", "-o", data, *program])
for what, expected, found in zip(("exit status", "output", "errors"), plain, ours):
    if expected != found:
        fail(what, "without qii:\n%s\nand with it:\n%s" % (expected, found))
checked = run([qii, "check", data])
if checked[0] != 0:
    fail("check:", *checked)
expected, found = read_truth(), read_data()
for key in sorted(expected.keys() | found.keys()):
    if expected.get(key, 0) != found.get(key, 0):
        print("%s: %s, line %d: %d times expected, %d found" % (*key, expected.get(key, 0), found.get(key, 0)))
if expected != found:
    sys.exit(1)
total = sum(expected.values())
if total < 100:
    fail("only", total, "lines were counted")
print(len(expected), "lines ran", total, "times")
