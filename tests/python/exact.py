"""Compare the calls that qii records with those of an independent counter (counter/sitecustomize.py).

usage: exact.py QII PYTHON all|own PROGRAM [ARGUMENT...]

all: each Python function and each C function has the same number of calls in both runs.
own: only functions of PROGRAM's folder, and C functions that they call. A counter in Python does not see the first
calls of a thread.
"""
import collections
import json
import os
import subprocess
import sys
import tempfile

qii, python, which = sys.argv[1:4]
program = sys.argv[4:]
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


def is_wanted(file):
    return which == "all" or file.startswith(folder) or file.startswith("<")


def read_truth():
    with open(truth) as file:
        counted = json.load(file)
    calls = collections.Counter()
    for key, number in counted["python"].items():
        if is_wanted(key):
            calls[key] += number
    for key, number in counted["c"].items():
        file, name = key.rsplit(" ", 1)
        if is_wanted(file):
            calls[name] += number
    return calls


def read_data():
    exported = subprocess.run([qii, "export", "--format=json", data], capture_output=True, check=True).stdout
    profile = json.loads(exported)
    if profile["diagnostics"]:
        fail("diagnostics:", profile["diagnostics"])
    methods = {method["id"]: method for method in profile["methods"]}
    nodes = {node["id"]: node for node in profile["nodes"] if node["method"] is not None}
    calls = collections.Counter()
    for node in nodes.values():
        method = methods[node["method"]]
        parent = nodes.get(node["parent"])
        name = method["name"] if method["class"] is None else method["class"] + "." + method["name"]
        if method["file"] is None:
            caller = methods[parent["method"]]["file"] if parent else None
            if caller is not None and is_wanted(caller):
                calls[name] += node["calls"]
        elif is_wanted(method["file"]):
            line = 0 if method["name"] == "<module>" else method["line"]
            calls["%s:%d %s" % (method["file"], line, name)] += node["calls"]
    return +calls


plain = run([python, *program])
run([python, *program], COUNT_TO=truth)
ours = run([qii, "python", "--python=" + python, "--quiet", "-o", data, *program])
for what, expected, found in zip(("exit status", "output", "errors"), plain, ours):
    if expected != found:
        fail(what, "without qii:\n%s\nand with it:\n%s" % (expected, found))
checked = run([qii, "check", data])
if checked[0] != 0:
    fail("check:", *checked)
expected, found = read_truth(), read_data()
for key in sorted(expected.keys() | found.keys()):
    if expected[key] != found[key]:
        print("%s: %d calls expected, %d found" % (key, expected[key], found[key]))
if expected != found:
    sys.exit(1)
total = sum(expected.values())
if total < 100:
    fail("only", total, "calls were counted")
print(len(expected), "functions,", total, "calls")
