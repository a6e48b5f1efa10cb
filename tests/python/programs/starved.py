# Functions, threads, tasks and deep stacks that are new in each round. In round n, allocation number n of the recorder
# fails, and if n < 0, all from number -n on (tests/support/no_memory.c). Without this library, none fails.
import asyncio, ctypes, math, sys, threading

fail = getattr(ctypes.CDLL(None), "no_memory_at", lambda at, on: 0)
text = """
def plain(n):
    return n if n < 2 else plain(n - 1) + plain(n - 2)
def deep(n):
    return 0 if n == 0 else 1 + deep(n - 1)
def numbers(n):
    for i in range(n):
        yield i
class Shape:
    def __init__(self, n):
        self.n = n
    def area(self):
        return abs(self.n)
async def inner(n):
    await asyncio.sleep(0)
    return n
async def outer(n):
    return await inner(n) + await asyncio.create_task(inner(n))
def thread(results):
    results += [plain(5), deep(100), sum(numbers(4)), Shape(-3).area()]
"""
functions = [getattr(math, name) for name in sorted(dir(math)) if callable(getattr(math, name))]


def round(n):
    names, results = {"asyncio": asyncio}, []
    exec(text, names)
    results += [names["plain"](5), names["deep"](300), list(names["numbers"](3)), names["Shape"](n).area()]
    thread = threading.Thread(target=names["thread"], args=(results,))
    thread.start()
    thread.join()
    results.append(loop.run_until_complete(names["outer"](n)))
    try:
        functions[n % len(functions)](n)
    except (TypeError, ValueError, OverflowError):
        pass
    return results


def late(n):
    return n


loop = asyncio.new_event_loop()
most, step = map(int, sys.argv[1:])
rounds = [*range(0, most, step), *range(-most, 0, 5 * step)]
for n in rounds:
    fail(abs(n), n < 0)
    results = round(n)
    fail(0, 0)
    assert results == [5, 300, [0, 1, 2], abs(n), 5, 100, 6, 3, 2 * n], results
    late(n)
loop.close()
print(len(rounds))
