"""Compare `qii export --format=coverage-json` and `--format=cobertura` with the reports of coverage.py.

usage: exported.py QII LIBCPROF FOLDER-OF-qii_text PROJECT

coverage.py runs the project. Its lines and branches are then recorded with libcprof, under the statements and excluded
lines that qii reads from the sources, so that only the reports can differ.
"""
import ctypes
import json
import os
import re
import shutil
import subprocess
import sys
import tempfile
import xml.etree.ElementTree

qii, library, folder, project = map(os.path.abspath, sys.argv[1:])
sys.path.insert(0, folder)
import qii_text

try:
    import coverage
except ImportError:
    sys.exit(77)


IS_7 = coverage.version_info >= (7,)
ADDED_BY_7 = "functions", "classes"  # in format 3; qii writes format 2


class Line(ctypes.Structure):
    _fields_ = [("offset", ctypes.c_int), ("line", ctypes.c_int)]


class Branch(ctypes.Structure):
    _fields_ = [("line", ctypes.c_int), ("first", ctypes.c_int), ("outcomes", ctypes.c_int)]


class Recorder:
    """libcprof: each file is one function."""

    def __init__(self, file):
        self.library = ctypes.CDLL(library)
        self.library.qprof_initialize(b"-quiet -granularity=block -replace-data-file -data-file=" + file.encode(), None)
        self.files = 0

    def end(self):
        self.library.qprof_shutdown()

    def add(self, file, counts, branches, excluded):
        """Record {line: count}, {line: {target: count}} and excluded ranges."""
        self.files += 1
        lines = sorted(counts)
        targets = [(target, count) for line in sorted(branches) for target, count in sorted(branches[line].items())]
        table, first = [], len(lines)
        for line in sorted(branches):
            table.append((line, first, len(branches[line])))
            first += len(branches[line])
        name = os.path.basename(file).encode(), None, 0, file.encode()
        self.library.qprof_register_source(file.encode(), None, ctypes.c_size_t(0))
        for begin, end, reason in excluded:
            self.library.qprof_exclude_lines(file.encode(), begin, end, reason.encode())
        identifier = ctypes.c_ulong(self.files)
        self.library.qprof_register_method_id(identifier, *name, (Line * len(lines))(*enumerate(lines)), len(lines))
        if table:
            self.library.qprof_register_branches(identifier, (Branch * len(table))(*table), len(table))
            self.library.qprof_register_branch_targets(identifier, (ctypes.c_int * len(targets))(*(target for target, _ in targets)),
                                                       len(targets))
        self.library.qprof_record_fn_entry(identifier, ctypes.c_ulong(1))
        for block, count in enumerate([counts[line] for line in lines] + [count for _, count in targets]):
            if count:
                self.library.qprof_record_bb_counts(block, ctypes.c_ulong(count))
        self.library.qprof_record_fn_exit(ctypes.c_ulong(0))


def run(*command):
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout


def record(data):
    """Record what coverage.py found. Return {file: pairs of lines with a pragma, other possible pairs}."""
    theirs = coverage.Coverage()
    theirs.load()
    pattern = re.compile(theirs._exclude_regex("exclude"), re.MULTILINE)
    exclude = pattern.finditer if IS_7 else pattern.search
    recorder = Recorder(data)
    left_out = {}
    for name in sorted(theirs.get_data().measured_files()):
        reporter = theirs._get_file_reporter(name)
        analysis = theirs._analyze(name)
        with open(reporter.filename, "rb") as source:
            ranges = qii_text.read(source.read(), exclude, None, IS_7)[2]
        excluded = {line for begin, end, _ in ranges for line in range(begin, end + 1)}
        possible = analysis.arc_possibilities if IS_7 else analysis.arc_possibilities()
        possible = [pair for pair in possible if pair[1] not in excluded]
        executed = set(analysis.arcs_executed if IS_7 else analysis.arcs_executed())
        branches = {}
        for line in analysis._branch_lines():
            branches[line] = {target: int((line, target) in executed) for source, target in possible if source == line}
        pragma = {(line, target) for line in analysis.no_branch for target in branches.pop(line, ())}
        left_out[reporter.relative_filename()] = pragma, set(possible) - pragma
        counts = {line: int(line in analysis.executed) for line in analysis.statements | analysis.excluded}
        recorder.add(reporter.filename, counts, branches, ranges)
    recorder.end()
    return left_out


failed = False


def equal(what, expected, found):
    global failed
    if expected != found:
        failed = True
        print("%s:\n  expected %s\n  found    %s" % (what, expected, found))


def compare_json(theirs, ours, left_out):
    equal("files", sorted(theirs["files"]), sorted(ours["files"]))
    all_left_out = 0
    for name, expected in theirs["files"].items():
        found = ours["files"][name]
        pragma, possible = left_out[name]
        all_left_out += len(pragma)
        # coverage.py counts the branches of a line with "no branch" as taken; qii has none there.
        without(expected["summary"], len(pragma))
        # coverage.py lists as executed also docstrings, and pairs of lines that are no branch, such as exceptions.
        docstrings = set(expected["executed_lines"]) - set(found["executed_lines"])
        equal(name + ": executed docstrings", True, len(docstrings) < 3)
        expected["executed_lines"] = [line for line in expected["executed_lines"] if line not in docstrings]
        expected["executed_branches"] = [pair for pair in expected["executed_branches"] if tuple(pair) in possible]
        for key in expected.keys() - set(ADDED_BY_7):
            equal("%s: %s" % (name, key), expected[key], found[key])
    without(theirs["totals"], all_left_out)
    equal("totals", theirs["totals"], ours["totals"])
    equal("keys of meta", set(theirs["meta"]), set(theirs["meta"]) & set(ours["meta"]))


def without(summary, branches):
    summary["num_branches"] -= branches
    summary["covered_branches"] -= branches
    covered, every = (summary[a] + summary[b] for a, b in (("covered_lines", "covered_branches"), ("num_statements", "num_branches")))
    summary["percent_covered"] = 100.0 * covered / every if summary["num_statements"] else 100.0
    summary["percent_covered_display"] = "%.0f" % summary["percent_covered"]


def classes(text):
    """Return {(package, class, file): {line: hit, condition-coverage}} of a Cobertura report, and its directories."""
    root = xml.etree.ElementTree.fromstring(text)
    result = {}
    for package in root.find("packages"):
        for one in package.find("classes"):
            lines = {line.get("number"): (line.get("hits") != "0", line.get("condition-coverage")) for line in one.find("lines")}
            result[package.get("name"), one.get("name"), one.get("filename")] = lines
    return result, [source.text for source in root.find("sources")]


with tempfile.TemporaryDirectory() as work:
    work = os.path.realpath(work) + "/project"
    shutil.copytree(project, work)
    os.chdir(work)
    run(sys.executable, "-m", "coverage", "run", "app.py")
    run(sys.executable, "-m", "coverage", "json", "-q")
    run(sys.executable, "-m", "coverage", "xml", "-q")
    left_out = record("data")
    with open("coverage.json") as file:
        compare_json(json.load(file), json.loads(run(qii, "export", "--format=coverage-json", "data")), left_out)
    with open("coverage.xml") as file:
        (expected, roots), (found, our_roots) = classes(file.read()), classes(run(qii, "export", "--format=cobertura", "data"))
    equal("directories", roots, our_roots)
    equal("classes", sorted(expected), sorted(found))
    for name in expected:
        for line in {str(line) for line, _ in left_out[name[2]][0]}:
            expected[name][line] = expected[name][line][0], None
        equal(name, expected[name], found.get(name))
    os.chdir("/")
sys.exit(failed)
