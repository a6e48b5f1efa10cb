"""Compare the states and wake-ups of tasks with those that the program itself logs (programs/states.py).

usage: states.py QII PYTHON PROGRAM [ARGUMENT]
"""
import json
import os
import subprocess
import sys
import tempfile

qii, python, program, *arguments = sys.argv[1:]
TOLERANCE = 0.001  # seconds; both clocks see the same delays of a busy machine


def record():
    with tempfile.TemporaryDirectory() as work:
        data, log = os.path.join(work, "data"), os.path.join(work, "log")
        command = [qii, "python", "--python=" + python, "--quiet", "-o", data, program, log, *arguments]
        status = subprocess.run(command).returncode
        if status != 0:
            sys.exit(status)
        exported = subprocess.run([qii, "export", "--format=json", data], capture_output=True, check=True).stdout
        with open(log) as file:
            return json.loads(exported), json.load(file)


def wrong_states(profile, expected):
    groups = {group["name"].split(" (")[0]: group for group in profile["groups"]}
    for name, (running, suspended) in expected.items():
        group = groups[name]
        states = {state: group[state + "_ns"] / 1e9 for state in ("run", "runnable", "blocked", "waiting", "recorder")}
        found = states["run"] + states["recorder"], states["waiting"] + states["runnable"]
        # The log begins when the task first runs, so it lacks the first delay, which is a part of the runnable time.
        late = found[1] - suspended
        if abs(found[0] - running) > TOLERANCE or not -TOLERANCE < late < TOLERANCE + states["runnable"]:
            yield "%s: ran %.6f, suspended %.6f; found %s" % (name, running, suspended, states)


def wrong_wakes(profile, expected):
    methods = {method["id"]: method for method in profile["methods"]}
    nodes = {node["id"]: methods.get(node["method"]) for node in profile["nodes"]}

    def named(node):
        method = nodes[node]
        return method["name"] if method["class"] is None else method["class"] + "." + method["name"]

    found = {}
    for edge in profile["wakeups"]:
        key = named(edge["waiter"]) + " < " + named(edge["waker"])
        found[key] = found.get(key, 0) + edge["count"]
    for key, count in expected.items():
        if found.get(key) != count:
            yield "%s: %d wake-ups expected, found %s" % (key, count, found)


# If the machine takes the processor away between an event and the program's own reading of the clock, the two differ by
# the time of another process. This does not happen in each of several runs; an error of ours does.
for attempt in range(5):
    profile, expected = record()
    wrong = [*wrong_states(profile, expected["times"]), *wrong_wakes(profile, expected["wakes"])]
    if not wrong:
        break
if wrong or len(expected["times"]) != 13:
    print(*wrong, sep="\n")
    sys.exit(1)
print(len(expected["times"]), "tasks,", sum(expected["wakes"].values()), "wake-ups")
