"""Compare the critical path of a task with the tasks that the program itself prints (programs/critical.py).

usage: critical.py QII PYTHON PROGRAM [ARGUMENT]
"""
import os
import subprocess
import sys
import tempfile

qii, python, *program = sys.argv[1:]


def output(command):
    done = subprocess.run(command, stdout=subprocess.PIPE, text=True)
    if done.returncode != 0:
        sys.exit(done.returncode)
    return done.stdout


def names_in(segments):
    """Return the virtual threads of the path's segments in order of time, each as often as the path enters it."""
    header = segments[0].split("\t")
    names = [line.split("\t")[header.index("name")].split(" (")[0].split(" 0x")[0] for line in segments[1:] if line]
    return [name for i, name in enumerate(names) if i == 0 or name != names[i - 1]]


with tempfile.TemporaryDirectory() as work:
    data = os.path.join(work, "data")
    expected = output([qii, "python", "--python=" + python, "--record-timeline", "--quiet", "-o", data, *program])
    found = output([qii, "threads", "--critical=main", "--top=0", "--format=tsv", data])
found = found.split("# Longest segments, in order of time\n")[1]
found, expected = names_in(found.split("\n")), expected.split("\n")[:-1]
if found != expected or len(expected) < 3:
    print("expected", expected, "\nfound", found)
    sys.exit(1)
print(len(expected), "tasks on the path")
