"""Rewrite code while allocations fail: the result is the counted form or the code itself, and it works.

usage: memory.py MODULE-DIRECTORY line|branch|hit DATA
"""
import sys

directory, cover, data = sys.argv[1:]
try:
    import _testcapi
except ImportError:
    sys.exit(77)
sys.path.insert(0, directory)
import _qii

_qii.start("-library=cprof -cover=%s -- -quiet -data-file=%s" % (cover, data))
text = """
def f(n):
    try:
        for i in range(n):
            if i: yield i
    except KeyError as error:
        raise
    def g(): return lambda: n
    return g
class A:
    def m(self): pass
"""
forms = 0
for i in range(600):
    code = compile(text, "/nowhere/%d.py" % i, "exec")
    _testcapi.set_nomemory(i, i + 1 + i % 3)
    try:
        form = _qii.counted(code)
    finally:
        _testcapi.remove_mem_hooks()
    forms += form is not code
    names = {}
    exec(form, names)
    if list(names["f"](4)) != [1, 2, 3]:
        sys.exit("wrong result after failure of allocation %d" % i)
if cover != "hit" and not 0 < forms < 600:
    sys.exit("%d counted forms" % forms)
print(forms, "counted forms")
