"""Compare the tests whose contexts ran a line with the tests that fail, or do not run, if this line raises an exception.
usage: contexts.py QII PYTHON PROJECT
"""
import ast
import json
import os
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
try:
    import pytest
except ImportError:
    sys.exit(77)

qii, python, project = sys.argv[1:]
ARGUMENTS = ["-q", "-p", "no:cacheprovider", "-p", "no:randomly", "--continue-on-collection-errors"]


class Results:
    """A plugin that collects the tests that pass."""

    def __init__(self):
        self.passed = {}

    def pytest_runtest_logreport(self, report):
        self.passed[report.nodeid] = self.passed.get(report.nodeid, True) and report.passed


def passed():
    """Return the tests that pass, in a process of their own."""
    end, begin = os.pipe()
    child = os.fork()
    if child == 0:
        nothing = os.open(os.devnull, os.O_WRONLY)
        os.dup2(nothing, 1)
        os.dup2(nothing, 2)
        results = Results()
        pytest.main(ARGUMENTS, plugins=[results])
        with os.fdopen(begin, "w") as file:
            json.dump([test for test, ok in results.passed.items() if ok], file)
        os._exit(0)
    os.close(begin)
    with os.fdopen(end) as file:
        text = file.read()
    os.waitpid(child, 0)
    return set(json.loads(text)) if text else set()


def lines_by_test(data, tests):
    """Return the tests that ran each line, by (file, line)."""
    found = {}
    for test in tests:
        text = subprocess.run([qii, "export", "--format=lcov", "--context=" + test, data], check=True,
                              stdout=subprocess.PIPE, text=True).stdout
        for line in text.splitlines():
            if line.startswith("SF:"):
                file = os.path.relpath(os.path.realpath(line[3:]))
            elif line.startswith("DA:"):
                number, count = map(int, line[3:].split(",")[:2])
                found.setdefault((file, number), set())
                if count:
                    found[file, number].add(test)
    return found


def statements(text):
    """Return line and column of each statement before which a statement can be inserted: after docstrings."""
    for node in ast.walk(ast.parse(text)):
        for statement in getattr(node, "body", []) + getattr(node, "orelse", []) if not isinstance(
                node, (ast.Lambda, ast.IfExp)) else []:
            first = min([statement.lineno] + [one.lineno for one in getattr(statement, "decorator_list", [])])
            yield first, statement.col_offset


def main():
    work = tempfile.mkdtemp()
    wrong = []
    try:
        os.chdir(shutil.copytree(project, os.path.join(os.path.realpath(work), "project")))
        os.environ.update(PYTHONDONTWRITEBYTECODE="1", PYTEST_ADDOPTS="")
        sys.path.insert(0, os.getcwd())
        tests = sorted(passed())
        found = {}
        for mode in ("--cover", "--cover=hit"):
            done = subprocess.run([qii, "python", "--python=" + python, mode, "--quiet", "-o", "data.qii", "-m", "pytest"] +
                                  ARGUMENTS, stdout=subprocess.PIPE, text=True)
            if done.returncode:
                return done.stdout
            subprocess.run([qii, "check", "data.qii"], check=True, stdout=subprocess.PIPE)
            found[mode] = lines_by_test("data.qii", tests)
        files = sorted({file for file, line in found["--cover"]})
        count = 0
        for file in files:
            with open(file) as opened:
                text = opened.read()
            lines = text.splitlines(keepends=True)
            for number, column in sorted(set(statements(text))):
                with open(file, "w") as opened:
                    opened.writelines(lines[:number - 1] + [" " * column + "raise SystemError\n"] + lines[number - 1:])
                affected = set(tests) - passed()
                count += 1
                for mode, ran in found.items():
                    ran = ran.get((file, number), set())
                    missing, more = affected - ran, ran - affected
                    if "# at the end" in lines[number - 1]:  # any of the tests may be the last one
                        missing, more = found[mode][file, number - 1] ^ ran, set()
                    if missing or more:
                        wrong.append("%s, %s:%d %s\n  missing %s\n  extra %s\n" % (
                            mode, file, number, lines[number - 1].strip(), sorted(missing), sorted(more)))
            with open(file, "w") as opened:
                opened.write(text)
        print("%d tests, %d statements" % (len(tests), count))
        if len(tests) < 20 or count < 90:
            wrong.append("too few\n")
    finally:
        shutil.rmtree(work)
    return "".join(wrong) or None


sys.exit(main())
