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
    """Return the names on the path in order of time, without adjacent duplicates."""
    header = segments[0].split("\t")
    names = [line.split("\t")[header.index("name")].split(" (")[0].split(" 0x")[0] for line in segments[1:] if line]
    return [name for i, name in enumerate(names) if i == 0 or name != names[i - 1]]


def groups_in(table):
    """Return the rows of the table of groups, by name."""
    lines = table.split("# Groups of virtual threads\n")[1].split("\n# ")[0].split("\n")
    header, *rows = [line.split("\t") for line in lines if line]
    return {row[header.index("name")].split(" (")[0]: dict(zip(header, row)) for row in rows}


def check(*options):
    with tempfile.TemporaryDirectory() as work:
        data = os.path.join(work, "data")
        record = [qii, "python", "--python=" + python, "--record-timeline", "--quiet", "-o", data, *options]
        expected = output(record + program)
        found = output([qii, "threads", "--critical=main", "--top=0", "--format=tsv", data])
        groups = groups_in(output([qii, "threads", "--top=0", "--format=tsv", data]))
    found = found.partition("# Longest segments, in order of time\n")[2]
    found, expected = names_in(found.split("\n")), expected.split("\n")[:-1]
    living = [name for name, group in groups.items() if int(group["living"])]
    if found != expected or len(expected) < 3 or living:
        print(*options, "expected", expected, "\nfound", found, "\nliving", living)
        sys.exit(1)
    if "ticks" in groups and int(groups["ticks"]["life_ns"]) > int(groups["main"]["life_ns"]) / 4:
        print(*options, "life of an ended task", groups["ticks"])
        sys.exit(1)
    print(len(expected), "tasks on the path")


check()
check("--exclude=asyncio.*")  # the functions of the event loop are followed even if they are not recorded
