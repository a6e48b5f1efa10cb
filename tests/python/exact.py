"""Compare the calls that qii records with those of an independent counter (counter/sitecustomize.py).

usage: exact.py QII PYTHON all|own PROGRAM [ARGUMENT...]

all: each Python function and each C function has the same number of calls by each caller in both runs.
own: only functions of PROGRAM's folder, and C functions that they call. A counter in Python does not see the first
calls of a thread, and keeps what asyncio would collect.
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
    return which == "all" or file.startswith(folder) or file == "<string>"


def read_truth():
    with open(truth) as file:
        counted = json.load(file)
    return {
        (caller, callee): number
        for file, caller, callee, number in counted
        if is_wanted(file) and callee != "_thread.lock.__enter__"
    }


def read_data():
    exported = subprocess.run([qii, "export", "--format=json", data], capture_output=True, check=True).stdout
    profile = json.loads(exported)
    if profile["diagnostics"]:
        fail("diagnostics:", profile["diagnostics"])
    names, files = {None: None}, {None: None}
    for method in profile["methods"]:
        name = method["name"] if method["class"] is None else method["class"] + "." + method["name"]
        if method["file"] is not None:
            name = "%s:%d %s" % (method["file"], 0 if method["name"] == "<module>" else method["line"], name)
        names[method["id"]] = name
        files[method["id"]] = method["file"]
    nodes = {node["id"]: node for node in profile["nodes"]}
    calls = collections.Counter()
    for node in profile["nodes"]:
        callee = node["method"]
        if callee is None:
            continue
        caller = nodes[node["parent"]]["method"]
        file = files[callee] or files[caller]
        if names[callee] == "_thread.lock.__enter__":
            continue  # recorded in with statements, too, if it has to wait
        if names[callee] in ("<waiting for the GIL>", "<waiting without the GIL>"):
            continue
        if file is not None and is_wanted(file):
            calls[names[caller], names[callee]] += node["calls"]
    return +calls


plain = run([python, *program])
if plain[0] == 77:
    sys.exit(77)  # a package is missing
run([python, *program], COUNT_TO=truth)
ours = run([qii, "python", "--python=" + python, "--quiet", "-o", data, *program])
for what, expected, found in zip(("exit status", "output", "errors"), plain, ours):
    if expected != found:
        fail(what, "without qii:\n%s\nand with it:\n%s" % (expected, found))
checked = run([qii, "check", data])
if checked[0] != 0:
    fail("check:", *checked)
expected, found = read_truth(), read_data()
for key in expected.keys() | found.keys():
    if expected.get(key, 0) != found[key]:
        print("%s calls %s: %d calls expected, %d found" % (*key, expected.get(key, 0), found[key]))
if expected != found:
    sys.exit(1)
total = sum(expected.values())
if total < 100:
    fail("only", total, "calls were counted")
print(len(expected), "callers and callees,", total, "calls")
