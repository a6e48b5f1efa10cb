"""Compare the states and wake-ups of tasks with those that the program itself logs (programs/states.py).

usage: states.py QII PYTHON PROGRAM
"""
import json
import os
import subprocess
import sys
import tempfile

qii, python, program = sys.argv[1:]
TOLERANCE = 0.001  # seconds; both clocks see the same delays of a busy machine

with tempfile.TemporaryDirectory() as work:
    data, log = os.path.join(work, "data"), os.path.join(work, "log")
    command = [qii, "python", "--python=" + python, "--quiet", "-o", data, program, log]
    subprocess.run(command, check=True)
    profile = json.loads(subprocess.run([qii, "export", "--format=json", data], capture_output=True, check=True).stdout)
    with open(log) as file:
        expected = json.load(file)

groups = {group["name"].split(" (")[0]: group for group in profile["groups"]}
methods = {method["id"]: method for method in profile["methods"]}
nodes = {node["id"]: methods.get(node["method"]) for node in profile["nodes"]}
wrong = [] if len(expected["times"]) == 13 else ["13 tasks expected"]
for name, (running, suspended) in expected["times"].items():
    group = groups[name]
    states = {state: group[state + "_ns"] / 1e9 for state in ("run", "runnable", "blocked", "waiting", "recorder")}
    found = states["run"] + states["recorder"], states["waiting"] + states["runnable"]
    # The log begins when the task first runs, so it lacks the first delay, which is a part of the runnable time.
    late = found[1] - suspended
    if abs(found[0] - running) > TOLERANCE or not -TOLERANCE < late < TOLERANCE + states["runnable"]:
        wrong.append("%s: ran %.6f, suspended %.6f; found %s" % (name, running, suspended, states))


def named(node):
    method = nodes[node]
    return method["name"] if method["class"] is None else method["class"] + "." + method["name"]


found = {}
for edge in profile["wakeups"]:
    key = named(edge["waiter"]) + " < " + named(edge["waker"])
    found[key] = found.get(key, 0) + edge["count"]
for key, count in expected["wakes"].items():
    if found.get(key) != count:
        wrong.append("%s: %d wake-ups expected, found %s" % (key, count, found))
if wrong:
    print(*wrong, sep="\n")
    sys.exit(1)
print(len(expected["times"]), "tasks,", sum(expected["wakes"].values()), "wake-ups")
