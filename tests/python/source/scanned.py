"""The statements of sources that coverage.py 6.5 does not read: f-strings of Python 3.12, comments for qii, odd breaks.

usage: scanned.py FOLDER-OF-qii_text
"""
import re
import sys

sys.path.insert(0, sys.argv[1])
import qii_text

failed = False


def check(name, text, several=None, excluded=None, no_branch=None, rules_7=False, docstrings=None, pattern=None):
    """Compare the statements of several lines {line: first line}, the excluded ranges, and lines without code."""
    global failed
    first, code, ranges, no_branches = qii_text.read(text.encode("utf-8", "surrogateescape"), pattern, None, rules_7)
    found = {line: begin for line, begin in enumerate(first) if line != begin}
    for what, there, here in (("statements", several, found), ("excluded", excluded, ranges),
                              ("no branches", no_branch, no_branches),
                              ("docstrings", docstrings, [line for line in range(1, len(code)) if not code[line]])):
        if there is not None and there != here:
            failed = True
            print("%s: %s: expected %s, found %s" % (name, what, there, here))


check("f-string with its own quotes", 'a = f"{b["x"]} {c["}"]}"; d = (\n1)\n', {2: 1})
check("f-string over lines", 'a = f"{\n  b["(\'"] # "\n}"\nc = 1\n', {2: 1, 3: 1})
check("f-string in f-string", 'a = f"{f"{f"{1}"}"}"\nb = (\n)\n', {3: 2})
check("format with fields", 'a = f"{b:{"(" + c}>{d}}"\nb = 1\nc = (\n1)', {4: 3})
check("format with quotes and braces",
      "a = f'{b:\"}' + f'{{{c}}}{{' + rf'\\{d}' + f'\\N{LEFT CURLY BRACKET}'\nc = (\n1)", {3: 2})
check("set, lambda and walrus in a field", 'a = f"{ {1: {2}}[1] }{(lambda: 1)()}{(x:=2)}{y!r:>4}"\nc = (\n1)', {3: 2})
check("f-string in three quotes", 'a = f"""{\n1}"{b}" (\n"""\nc = (\n1)', {2: 1, 3: 1, 5: 4})
check("depth", 'a = f"{' * 1000 + "\nb = 1\n")
check("template string", "a = t'{b['x']}'\nc = (\n1)", {3: 2})
check("strings", "a = '\\'(' + \"\\\\\" + r'\\\\' + ')' + b'\\\n(' + Rb'''\n'''\nc = (\n1)", {2: 1, 3: 1, 5: 4})
check("odd breaks", "a = (\r\n1)\rb = (\n2)\r\n\rc = 3\r", {2: 1, 4: 3})
check("continued", "a = 1 + \\\n  2\nif a: \\\r\n  b\n", {2: 1, 4: 3})
check("no break at the end", "if a:\n  b = (1,\n  2)", {3: 2})
check("empty", "", {})
check("only a comment", "# qii: ignore file", {}, [(1, 1, None)])
check("byte order mark", "\ufeffa = (\n1)\n", {2: 1})
check("form feed and tabs", "class A:\n\tdef f(self): # pragma: no cover\n\t\treturn (\n  1)\n\f\n        a = 1\n\f"
      "b = 1\n",
      {4: 3}, [(2, 3, "pragma")])
check("not only UTF-8", "a\udce9 = '\udcff' # pragma: no cover\n", {}, [(1, 1, "pragma")])

check("ignored statement", "a = 1 # qii: ignore needs luck\nb = 2\n", {}, [(1, 1, "needs luck")])
check("ignored next statement", "# qii: ignore\na = foo(\n  # qii: ignore no luck\n  1)\nb = 1\n", None, [(2, 2, None)])
check("ignored function",
      "@d\n@e # qii: ignore\ndef f(a,\n      b):\n    if a:\n        return 1\n\n    return 2\nf()\n", None,
      [(2, 3, None), (5, 6, None), (8, 8, None)])
check("ignored lines", "a = 1\n# qii: ignore begin why\nb = 2\n\nc = 3\n# qii: ignore end\nd = 4\n", None,
      [(2, 6, "why")])
check("comment in a string", "a = '# qii: ignore' # ' qii: ignore\nb = '''\n# pragma: no cover\n'''\n", None,
      [(2, 2, "pragma")])
check("else is a suite of its own", "if a: # pragma: no cover\n    b\nelse:\n    c\n", None, [(1, 2, "pragma")])
check("excluded else", "if a:\n    b\nelse: # PRAGMA NO COVER\n    c\n    d\ne\n", None, [(3, 5, "pragma")])
check("lambda and annotation", "a: int = 1 # pragma:no cover\nb = lambda: 1 # pragma: no cover\nc = 2\n", None,
      [(1, 2, "pragma")])
check("constants", "while True:\n  if 1: pass\n  if a: pass\n  if b: # pragma: no branch\n    pass\n", None, None,
      [1, 2, 4])
check("further line", "a = f(1, # pragma: no cover\n  2)\nb = f(1,\n  2) # pragma: no cover\nc = 1\n", None,
      [(1, 1, "pragma"), (3, 3, "pragma")])

check("deeply nested fields, which no CPython accepts", "f'" + "{:" * 200000 + "'\na = 1 # pragma: no cover\n", None,
      [(1, 1, "pragma")])

# The rules of coverage.py 7, which its own versions for Python 3.12 and later have.
check("docstrings", '# comment\n"""one\ntwo"""\nclass A:\n  r"doc" "and"\n  def f(self): ("""doc\n""")\n  if a:\n'
      '    "text"\n'
      '  def g():\n    f"{a}"\n  def h():\n    b"c"\n  def i():\n    "a" + b\n  def j():\n    "d"; a\n'
      '  def k(): 1; "e"\n',
      None, None,
      None, True, [1, 2, 3, 5, 6, 7, 17])
check("docstrings by version 6.5",
      '# comment\n"""one\ntwo"""\nclass A:\n  r"doc" "and"\n  if a:\n    "text"\n  f("x")\n', None, None, None,
      False, [5, 7])
check("signature", "def f(a,  # pragma: no cover\n      b):\n    if a:\n\n        return 1\nf()\n", None,
      [(1, 5, "pragma")], None, True)
check("signature by version 6.5", "def f(a,  # pragma: no cover\n      b):\n    if a:\n\n        return 1\nf()\n",
      None, [(1, 1, "pragma")])
check("decorators", "@a\n# pragma: no cover\n@b\nclass C:\n    c = 1\n\n    d = (1,\n         2)\ne = 1\n", None,
      [(1, 8, "pragma")], None, True)
check("decorators of 6.5", "@a\n# pragma: no cover\n@b\nclass C:\n    c = 1\n\n    d = (1,\n         2)\ne = 1\n",
      None, [(2, 2, "pragma")])
check("condition", "if (a and  # pragma: no cover\n    b):\n    c\nelse:\n    d\n", None,
      [(1, 1, "pragma"), (3, 3, "pragma")], None, True)
check("branches of a further line", "while (a or\n       b):  # pragma: no branch\n    pass\n", None, None, [1, 2],
      True)
check("expression for several lines", "a = 1\r\nb = [\r\n]\r\nc\r\nd\r\n", None, [(1, 2, "pragma"), (5, 5, "pragma")],
      None, True, None,
      re.compile("a = 1\n^b|d$", re.MULTILINE).finditer)
check("expression that raises", "a\nb\n", None, [], None, True, None, lambda text: 1 / 0)
sys.exit(failed)
