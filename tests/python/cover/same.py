"""Run a program under coverage.py and under `qii python --cover`, and compare the reports.

usage: same.py QII line|branch|hit PROGRAM [SETTINGS]

PROGRAM is a directory with app.py and settings of coverage.py, or a script; SETTINGS is the text of .coveragerc, with |
between lines. All lines must be equal. The branches may differ for the reasons below.
"""
import ast
import collections
import json
import os
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

qii, kind, program = os.path.abspath(sys.argv[1]), sys.argv[2], os.path.abspath(sys.argv[3])

try:
    import coverage
    import coverage.parser
except ImportError:
    sys.exit(77)

REASONS = {
    "pragma": "coverage.py counts the branches of a line with pragma no branch, qii has none there",
    "unpredicted": "coverage.py lists pairs that are no branch by its own analysis, such as exceptions",
    "expression": "coverage.py counts a comprehension, lambda or function of one line as a branch: it ends or not",
    "decorated": "coverage.py 6.5 counts the decorator of a class as a branch, which always takes both ways",
    "exception": "coverage.py 6.5 counts exceptions that leave a finally clause or a with statement as a branch",
}


class Source:
    """What coverage.py and Python know about a file."""

    def __init__(self, file):
        parser = coverage.parser.PythonParser(filename=file, exclude=theirs._exclude_regex("exclude"))
        parser.parse_source()
        self.exits = collections.defaultdict(set)
        for source, target in parser.arcs():
            self.exits[source].add(target)
        pragmas = theirs.config.partial_list + theirs.config.partial_always_list
        self.nodes = dict.fromkeys(parser.lines_matching("|".join("(?:%s)" % pattern for pattern in pragmas)), "pragma")
        for node in ast.walk(ast.parse(parser.text)):
            if isinstance(node, (ast.With, ast.AsyncWith)):
                self.nodes[parser.first_line(node.lineno)] = "exception"
            for statement in getattr(node, "finalbody", ()):
                for line in range(statement.lineno, statement.end_lineno + 1):
                    self.nodes[parser.first_line(line)] = "exception"
            if isinstance(node, ast.ClassDef):
                for decorator in node.decorator_list:
                    self.nodes[parser.first_line(decorator.lineno)] = "decorated"

    def reason(self, line, target):
        """Return why the reports may differ in a branch, None if they may not."""
        exits = self.exits[line]
        if target not in exits:
            return "unpredicted"
        if line in self.nodes:
            return self.nodes[line]
        if -line in exits and (target == -line or len(exits) < 3):
            return "expression"
        return None


def run(*command):
    result = subprocess.run(command, capture_output=True, text=True, env=environment)
    return result.returncode, result.stdout, result.stderr


def export(format):
    code, output, errors = run(qii, "export", "--format=" + format, "data")
    assert code == 0, errors
    return output


failed = False


def equal(what, expected, found):
    global failed
    if expected != found:
        failed = True
        print("%s:\n  expected %.300s\n  found    %.300s" % (what, expected, found))


def compare_lines(name, expected, found):
    for what in "missing_lines", "excluded_lines":
        equal("%s: %s" % (name, what), expected[what], found[what])
    # coverage.py lists as executed also docstrings, which it does not count, and line 0 of an empty file.
    statements = {line for lines in (found, expected) for line in lines["executed_lines"] if line}
    extra = set(expected["executed_lines"]) - set(found["executed_lines"])
    equal(name + ": lines that only qii executed", set(),
        set(found["executed_lines"]) - set(expected["executed_lines"]))
    equal(name + ": executed lines", len(set(expected["executed_lines"]) & statements),
        len(found["executed_lines"]) + len(extra - {0}))
    for what in "covered_lines", "num_statements", "missing_lines", "excluded_lines":
        equal("%s: %s" % (name, what), expected["summary"][what], found["summary"][what])


def compare_branches(name, expected, found):
    """Return how many branches differ, by reason."""
    source = Source(os.path.abspath(name))
    reasons = collections.Counter()
    for what in "executed_branches", "missing_branches":
        pairs, ours = ({tuple(pair) for pair in report[what]} for report in (expected, found))
        for line, target in pairs ^ ours:
            reason = source.reason(line, target)
            reasons[reason] += 1
            if not reason:
                equal("%s: %s" % (name, what),
                    *(("%d to %d" % (line, target)) if (line, target) in report else None for report in (pairs, ours)))
    return reasons


def classes(text):
    """Return {(package, class, file): {line: hit}} of a Cobertura report."""
    result = {}
    for package in xml.etree.ElementTree.fromstring(text).find("packages"):
        for one in package.find("classes"):
            result[package.get("name"), one.get("name"), one.get("filename")] = {
                line.get("number"): line.get("hits") != "0" for line in one.find("lines")}
    return result


environment = dict(os.environ, PYTHONDONTWRITEBYTECODE="1", PYTHONHASHSEED="0")
with tempfile.TemporaryDirectory() as work:
    work = os.path.realpath(work) + "/project"
    if os.path.isdir(program):
        shutil.copytree(program, work)
    else:
        os.mkdir(work)
        shutil.copy(program, work + "/app.py")
        with open(work + "/.coveragerc", "w") as file:
            file.write(sys.argv[4].replace("|", "\n"))
    os.chdir(work)
    branches = kind == "branch"
    plain = run(sys.executable, "app.py")
    if plain[0] == 77:
        sys.exit(77)
    expected = run(sys.executable, "-m", "coverage", "run", *["--branch"] * branches, "app.py")
    found = run(qii, "python", "--python=" + sys.executable, "--cover=" + kind, "--quiet", "-o", "data", "app.py")
    equal("program", plain, found)
    equal("program under coverage.py", expected[:2], found[:2])
    run(sys.executable, "-m", "coverage", "json", "-q")
    run(sys.executable, "-m", "coverage", "xml", "-q")
    theirs = coverage.Coverage()
    theirs.load()
    with open("coverage.json") as file:
        expected = json.load(file)
    found = json.loads(export("coverage-json"))
    equal("files", sorted(expected["files"]), sorted(found["files"]))
    reasons = collections.Counter()
    for name in expected["files"].keys() & found["files"].keys():
        compare_lines(name, expected["files"][name], found["files"][name])
        if branches:
            reasons += compare_branches(name, expected["files"][name], found["files"][name])
    for reason, number in reasons.items():
        print("%d of %d branches: %s" % (number, expected["totals"]["num_branches"], REASONS.get(reason, "no reason")))
    with open("coverage.xml") as file:
        expected_classes, found_classes = classes(file.read()), classes(export("cobertura"))
    if not any(os.path.isabs(name)
        for name in expected["files"]):  # else qii's names are relative to a common directory
        equal("classes", sorted(expected_classes), sorted(found_classes))
        for name in expected_classes.keys() & found_classes.keys():
            equal(name, expected_classes[name], found_classes[name])
    print(len(expected["files"]), "files,", expected["totals"]["num_statements"], "statements")
    os.chdir("/")
sys.exit(failed)
