"""The files that qii covers by a project's settings, compared with coverage.py's decisions.

usage: selected.py FOLDER-OF-qii_text SETTINGS-READER

For each text of settings below, coverage.py and qii decide about the files of a project, the standard library and
installed packages; find the files that were not loaded; and read the same source with the patterns for exclusion.
"""
import io
import os
import re
import subprocess
import sys
import tempfile
import types
import warnings

sys.path.insert(0, sys.argv[1])
import qii_text

try:
    import coverage
    import coverage.parser
except ImportError:
    sys.exit(77)

warnings.simplefilter("ignore")
sys.argv[1:] = map(os.path.abspath, sys.argv[1:])
with open(sys.argv[2]) as file:
    reader = {"__name__": "coverage_settings"}
    exec(compile(file.read(), sys.argv[2], "exec"), reader)

IS_7 = coverage.version_info >= (7,)
PathMatcher = getattr(coverage.files, "GlobMatcher" if IS_7 else "FnmatchMatcher")

FILES = """app.py setup.py tests/test_app.py tests/data/x.py pkg/__init__.py pkg/a.py pkg/b.py pkg/sub/__init__.py
pkg/sub/c.py pkg/nopackage/d.py pkg2/__init__.py pkg2/a.py src/lib.py src/lib.bak.py src/#lib.py src/lib~.py src/lib.pyw
src/lib.txt src/.hidden/__init__.py src/.hidden/e.py src/deep/__init__.py src/deep/deeper/__init__.py src/deep/deeper/f.py
""".split()
OTHERS = [os.__file__, re.__file__, sys.prefix + "/bin/missing.py", "<string>", "", "missing.py"]
if "-packages/" in coverage.__file__:
    OTHERS.append(coverage.__file__)

SOURCE = """import os
def a():  # pragma: no cover
    return 1
def b(x):
    if TYPE_CHECKING:
        import c
    raise NotImplementedError
    while True:  # PRAGMA: NO BRANCH
        pass
    def __repr__(self):
        if x:  # only on Windows
            return (1,
                    2)
    raise (  # never
        a)
"""

# Prints what the reader of settings leaves behind in an interpreter that has imported nothing.
TRACES = """import os, sys
reader = {}
exec(open(sys.argv[1]).read(), reader)
def traces():
    attributes = [(name, attribute) for name, module in sorted(sys.modules.items()) for attribute in sorted(vars(module))]
    return set(sys.modules), set(sys.path_importer_cache), attributes
before = after = None
before = traces()
reader["read"](None, "*.py")
after = traces()
print(after[0] - before[0], after[1] - before[1], [pair for pair in after[2] if pair not in before[2]])
"""

SETTINGS = {
    "nothing": {},
    "empty": {".coveragerc": ""},
    "source": {".coveragerc": "[run]\nbranch = True\nsource = src, pkg\n"},
    "packages": {".coveragerc": "[run]\nsource =\n    pkg\n    notapackage\nsource_pkgs = pkg2.a\n"},
    "source and omit": {".coveragerc": "[run]\nsource = .\nomit =\n    */sub/*\n    setup.py\n    tests/*\n"},
    "include": {".coveragerc": "[run]\ninclude = pkg/*, */test_*\nomit = */a.py\n"},
    "omit": {"setup.cfg": "[coverage:run]\nomit = */te?t_*,[ps]*/a.py\n    */[!a]/nothing\nbranch = 1\n"},
    "library": {".coveragerc": "[run]\ncover_pylib = true\n"},
    "third": {".coveragerc": "[run]\nsource = %s\nsource_pkgs = coverage.fullcoverage\n" % os.path.dirname(coverage.__file__)},
    "report": {".coveragerc": "[report]\ninclude = src/*\nomit = */deeper/*\n"},
    "other sections": {".coveragerc": "[coverage:run]\nsource = src\n[run]\nsource = pkg\nomit = */b.py\n"},
    "order": {"setup.cfg": "[tool:pytest]\naddopts = --cov coverage\n", "tox.ini": "[coverage:run]\nsource = pkg\n",
              "pyproject.toml": "[tool.coverage.run]\nsource = ['src']\n"},
    "toml": {"pyproject.toml": "[tool.coverage.run]\nbranch = true\nsource = ['src']\nomit = ['*/lib.py']\n"
                               "[tool.coverage.report]\nexclude_lines = ['raise', 'def __repr__']\n"},
    "variables": {".coveragerc": "[run]\nsource = $WHERE\nomit = ${WHAT}/*, ${NO-x}y, $$z\n[report]\nexclude_lines = if x:$\n"},
    "lines": {".coveragerc": "[report]\nexclude_lines =\n    raise NotImplementedError\n    if TYPE_CHECKING:\n    def __repr__\n"
                             "    # only on \\w+\nexclude_also =\n    raise\n"},
    "branches": {".coveragerc": "[report]\npartial_branches = if x\n"},
    "constants": {".coveragerc": "[report]\npartial_branches_always =\n    if TYPE_\n"},
}

failed = False


def equal(name, what, expected, found):
    global failed
    if expected != found:
        failed = True
        print("%s: %s:\n  expected %s\n  found    %s" % (name, what, expected, found))


def module_of(file):
    return re.sub(r"/__init__$|\.pyw?$", "", file).replace("/__init__", "").replace("/", ".")


def statements(exclude, no_branch):
    first, code, excluded, no_branches = qii_text.read(SOURCE.encode(), exclude, no_branch, IS_7)
    return sorted(line for begin, end, _ in excluded for line in range(begin, end + 1)), no_branches


def compare(name, files):
    for file, text in files.items():
        with open(file, "w") as opened:
            opened.write(text)
    given = []
    branches = qii_text.begin(lambda *names: given.append(reader["read"](*names)) or given[0], None, None)
    equal(name, "traces", "set() set() []", subprocess.run([sys.executable, "-S", "-E", "-c", TRACES, sys.argv[2]], text=True,
                                                           stdout=subprocess.PIPE).stdout.strip())
    theirs = coverage.Coverage()
    theirs.start()
    theirs.stop()
    config, decide = theirs.config, theirs._inorout
    equal(name, "branches", config.branch, branches)

    def reported(file):
        for patterns, wanted in (config.report_include, True), (config.report_omit, False):
            if patterns and PathMatcher(coverage.files.prep_patterns(patterns)).match(os.path.realpath(file)) != wanted:
                return False
        return True

    unloaded = {file for file, _ in decide.find_possibly_unexecuted_files() if reported(file)}
    for name_of in module_of, lambda file: "__main__":
        qii_text.begin(reader["read"], None, None)  # the name of a file's first module decides
        for file in FILES + OTHERS:
            module = name_of(file)
            scope = {"__name__": module, "__loader__": types.SimpleNamespace(name=module)}
            disposition = decide.should_trace(file, types.SimpleNamespace(f_globals=scope))
            expected = disposition.trace and reported(file)
            equal(name, "%r as %s (%s)" % (file, module, disposition.reason), expected, qii_text.covers(file, scope))
    unloaded -= {os.path.realpath(file) for file in FILES + OTHERS}
    equal(name, "files that are not loaded", sorted(unloaded), sorted(file for file, _, _ in qii_text.unloaded()))

    qii_text.begin(reader["read"], None, None)
    unloaded = {file for file, _ in decide.find_possibly_unexecuted_files() if reported(file)}
    equal(name, "files that are not loaded", sorted(unloaded), sorted(file for file, _, _ in qii_text.unloaded()))
    parser = coverage.parser.PythonParser(text=SOURCE, exclude=theirs._exclude_regex("exclude"))
    parser.parse_source()
    no_branch = sorted(parser.lines_matching("|".join("(?:%s)" % text for text in config.partial_list + config.partial_always_list)))
    if IS_7 or "exclude_also" not in str(files):
        equal(name, "excluded lines", (sorted(parser.excluded), no_branch), statements(given[0]["excluded"], given[0]["no_branch"]))
    else:
        equal(name, "excluded lines", [5, 6, 7, 10, 11, 12, 14], statements(given[0]["excluded"], None)[0])


os.environ.update(WHERE="src", WHAT="*/deep")
with tempfile.TemporaryDirectory() as folder:
    folder = os.path.realpath(folder)
    for file in FILES:
        path = os.path.join(folder, file)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with open(path, "w") as opened:
            opened.write("x = 1\n")
    sys.path.insert(0, folder)
    import pkg2  # a package in source_pkgs that is loaded

    for name, files in SETTINGS.items():
        os.chdir(folder)
        compare(name, files)
        for file in files:
            os.remove(file)
        os.chdir(folder)

    # Settings that coverage.py does not have, or refuses.
    def selected(includes, file=None):
        qii_text.begin(reader["read"], file, includes)
        return " ".join(file for file in FILES if qii_text.covers(file, None))

    def wrong(files, expected):
        for file, text in files.items():
            with open(file, "w") as opened:
                opened.write(text)
        errors, sys.stderr = sys.stderr, io.StringIO()
        everything = selected(None)
        equal("invalid settings", "message", expected, sys.stderr.getvalue())
        equal("invalid settings", "files", everything, selected(None, os.devnull))
        sys.stderr = errors
        for file in files:
            os.remove(file)

    with open("own.ini", "w") as opened:
        opened.write("[run]\ninclude = pkg2/*\nomit = */c.py\n")
    equal("include", "files", "pkg/sub/__init__.py pkg2/__init__.py pkg2/a.py src/lib.py src/lib.bak.py src/lib~.py",
          selected("pkg/sub;src/l*.py", "own.ini"))
    equal("include", "files", "pkg2/__init__.py pkg2/a.py src/deep/deeper/f.py", selected("**/[cf].py", "own.ini"))
    qii_text.begin(reader["read"], None, os.path.dirname(coverage.__file__))
    equal("include", "installed package", (True, False), (qii_text.covers(coverage.__file__, None), qii_text.covers(os.__file__, None)))
    qii_text.begin(reader["read"], None, "pkg/a.py;src/lib.bak.py;src/deep")
    found = sorted((os.path.relpath(file), name, code.co_filename == file) for file, name, code in qii_text.unloaded())
    equal("include", "files that are not loaded", [
        ("pkg/a.py", "pkg.a", True), ("src/deep/__init__.py", "deep", True), ("src/deep/deeper/__init__.py", "deep.deeper", True),
        ("src/deep/deeper/f.py", "deep.deeper.f", True), ("src/lib.bak.py", "lib", True)], found)
    with open("own.ini", "w") as opened:
        opened.write("[run]\nsource = src/deep\nomit = */f.py\n")
    equal("named file", "files", "src/deep/__init__.py src/deep/deeper/__init__.py", selected(None, "own.ini"))
    os.environ["COVERAGE_RCFILE"] = "own.ini"
    equal("variable", "files", selected(None, "own.ini"), selected(None))
    os.environ["COVERAGE_RCFILE"] = "none.ini"
    wrong({}, "qii: cannot read the settings file none.ini\n")
    del os.environ["COVERAGE_RCFILE"]
    wrong({".coveragerc": "[run\n"}, "qii: .coveragerc: File contains no section headers. file: '<string>', line: 1 '[run\\n'; "
          "the settings are ignored\n")
    wrong({"pyproject.toml": "[tool.coverage.run]\nsource = 'src'\n"}, "qii: pyproject.toml: source is not a list; the settings are ignored\n")
    wrong({"tox.ini": "[coverage:report]\nexclude_also = (\n"}, "qii: tox.ini: invalid regular expression (: missing ), unterminated "
          "subpattern at position 0; the settings are ignored\n")
    wrong({".coveragerc": "[run]\nsource = ${NONE?}\n"}, "qii: .coveragerc: the variable NONE is not set; the settings are ignored\n")
    wrong({".coveragerc": "[run]\nplugins = django\n"}, "qii: .coveragerc: plugins are ignored\n")
    with open("pkg/a.py", "w") as opened:
        opened.write("def f(:\n")
    qii_text.begin(reader["read"], None, "pkg/a.py")
    equal("syntax error", "files that are not loaded", [], qii_text.unloaded())
    os.chdir("/")
sys.exit(failed)
