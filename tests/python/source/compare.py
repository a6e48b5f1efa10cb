"""Compare the statements that qii reads from Python sources with those of coverage.py.

usage: compare.py FOLDER-OF-qii_text FRACTION [FILE-OR-FOLDER...]

Of the folders, every FRACTION-th file is read; by default, they are the standard library and the packages of Debian. Compared are the first line of each line, the lines of statements, the
excluded lines and the lines whose branches do not count; each file is read with coverage.py's patterns, and with
patterns that many lines match.
"""
import ast
import os
import re
import sys
import warnings

sys.path.insert(0, sys.argv[1])
import qii_text

try:
    import coverage.config
    import coverage.parser
    import coverage.python
    from coverage.exceptions import CoverageException
except ImportError:
    sys.exit(77)

warnings.simplefilter("ignore")
IS_7 = coverage.version_info >= (7,)
EXCLUDE = coverage.config.DEFAULT_EXCLUDE
NO_BRANCH = coverage.config.DEFAULT_PARTIAL + coverage.config.DEFAULT_PARTIAL_ALWAYS
# Lines of all kinds: colons and decorators, also on the further lines of a statement, and lines in strings.
MANY = [r"\bif\b", r"\bexcept\b", r"@\w", r"\):", r"lambda", r"\bis not None\b", r"= \($", r"\"\"\"$", r"^    \w+,$"]


def joined(patterns):
    return "|".join("(?:%s)" % pattern for pattern in patterns)


def lines_of(code):
    """Return the lines that a code object and those inside it have."""
    lines = {line for _, _, line in code.co_lines() if line}
    for constant in code.co_consts:
        if hasattr(constant, "co_lines"):
            lines |= lines_of(constant)
    return lines


def expected(file, text, exclude, no_branch):
    parser = coverage.parser.PythonParser(text=text, filename=file, exclude=joined(exclude))
    parser.parse_source()
    classes = {node.lineno for node in ast.walk(ast.parse(text)) if isinstance(node, ast.ClassDef)}
    return {"first lines": {(line, parser.first_line(line)) for line in range(1, text.count("\n") + 2)},
            "statements": parser.statements, "excluded": parser.excluded,
            "no branches": parser.lines_matching(joined(no_branch)) | classes}


def found(text, raw_lines, exclude, no_branch):
    first, code, excluded, no_branches = qii_text.read(text.encode(), exclude, no_branch, IS_7)
    excluded = {line for begin, end, _ in excluded for line in range(begin, end + 1)}
    statements = {code[line] for line in raw_lines} - excluded - {0}
    no_branches = {line for line in no_branches if first[line] == line or not IS_7}  # further lines are of no use
    return {"first lines": set(list(enumerate(first))[1:]), "statements": statements, "excluded": excluded,
            "no branches": no_branches}


def compare(file, counts):
    try:
        text = coverage.python.get_python_source(file)
        if not text:
            return True
        ours = qii_text.text(file, None).decode().replace("\r\n", "\n").replace("\r", "\n").replace("\f", " ").lstrip("\ufeff")
        if ours.rstrip("\n") != text.rstrip("\n"):
            print("%s: the texts differ" % file)
            return False
        truth = expected(file, text, EXCLUDE, NO_BRANCH), expected(file, text, MANY, MANY)
    except (CoverageException, SyntaxError, ValueError, RecursionError):
        counts["unreadable for coverage.py"] += 1
        return True
    raw_lines = lines_of(compile(text, file, "exec", dont_inherit=True))
    search = re.compile(joined(MANY), re.MULTILINE).finditer if IS_7 else re.compile(joined(MANY)).search
    ours = found(text, raw_lines, None, None), found(text, raw_lines, search, search)
    equal = True
    for which, there, here in zip(("", " with many patterns"), truth, ours):
        for what in there:
            counts[what] += len(there[what])
            missing, extra = there[what] - here[what], here[what] - there[what]
            if missing or extra:
                equal = False
                print("%s: %s%s: missing %s, not expected %s" % (file, what, which, sorted(missing)[:9], sorted(extra)[:9]))
    counts["files"] += 1
    return equal


def files_of(paths, fraction):
    files = []
    for path in paths:
        if os.path.isfile(path):
            files.append(path)
        for folder, _, names in sorted(os.walk(path)):
            files += [os.path.join(folder, name) for name in sorted(names) if name.endswith(".py")]
    return files[::fraction]


counts = dict.fromkeys(("files", "unreadable for coverage.py", "first lines", "statements", "excluded", "no branches"), 0)
differ = [file for file in files_of(sys.argv[3:] or [os.path.dirname(os.__file__), "/usr/lib/python3/dist-packages"], int(sys.argv[2])) if not compare(file, counts)]
print(", ".join("%d %s" % (number, what) for what, number in counts.items()), ", %d files differ" % len(differ), sep="")
sys.exit(1 if differ or counts["files"] < 10 or counts["excluded"] < 100 else 0)
