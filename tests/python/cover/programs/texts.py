# Code that is compiled from texts, and very long code: more than 256 constants, and jumps over more than 65,536 units.
import sys

exec("""
def f(n):
    if n:
        return f(n - 1)
    return "end"
print(f(3))
""")
for i in range(3):
    exec("x = %d\nfor i in range(x):\n    x += 1" % i)
code = compile("for i in range(4):\n    total = i\n    total += 1\n", "<text>", "exec")
space = {}
exec(code, space)
exec(code, space)
print(space["total"])
try:
    exec("ok = 1\nfailed = 1 / 0\nnever = 2")
except ZeroDivisionError:
    pass
try:
    exec("x = (\n")
except SyntaxError as error:
    print(error, error.filename)
for wrong in (1, ("pass", 1), ("pass", {}, 1), ("x\0y",), ()):
    try:
        exec(*wrong if isinstance(wrong, tuple) else (wrong,))
    except Exception as error:
        print(type(error), error)
exec(b"y = 1; print(y)")
exec("print(sorted(globals()), sorted(locals()))", {"a": 1}, {"b": 2})


def scope():
    z = 5
    exec("print(z)\nz = 6")
    return z, eval(compile("z + 2", "<expression>", "eval"))


print(scope())


def long(lines):
    text = ["def long(n):", " total = 0", " for i in range(n):", "  if i % 3 == 0:"]
    text += ["   total += %d.5" % i for i in range(lines)]
    text += ["  elif i % 3 == 1:", "   continue", "  else:", "   try:"]
    text += ["    total -= %d.25" % i for i in range(lines)]
    text += ["    if i > 4: raise ValueError", "   except ValueError:", "    break", "  total += 1", " return total"]
    text += ["print(long(10))"]
    exec("\n".join(text), {})


for lines in 1, 10, 60, 130, 300, 14000:
    long(lines)
