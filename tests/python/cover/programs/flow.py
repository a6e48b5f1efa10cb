# Every statement that changes the flow of control, with exceptions from each place.
import contextlib
import gc
import itertools
import types


class Guard:
    def __init__(self, swallows):
        self.swallows = swallows

    def __enter__(self):
        return self

    def __exit__(self, *error):
        return self.swallows


def guarded(n):
    with Guard(n % 2 == 0) as one, Guard(n % 3 == 0):
        if n > 2:
            raise ValueError(n)
        n += 1
    with Guard(True): n += 1 / (n % 4)
    with (
        Guard(n % 2 == 0),
        Guard(True) as two,
    ):
        raise KeyError
    return n


def finals(n):
    try:
        try:
            if n % 3 == 0:
                return "returned"
            elif n % 3 == 1:
                raise ValueError
            n += 1
        except ValueError as error:
            if n > 3:
                raise KeyError from error
            n += 2
        else:
            n += 3
        finally:
            n += 4
    except KeyError:
        n += 5
    for i in range(3):
        try:
            if i == n % 5:
                continue
            if i == 2:
                break
        finally:
            n += 6
    else:
        n += 7
    while True:
        try:
            return n
        finally:
            if n % 2:
                break
    return -n


def handlers(error, kinds=()):
    try:
        raise error
    except (ValueError, TypeError): kind = "value"
    except KeyError as e:
        kind = "key"
        try:
            e.missing
        except AttributeError:
            kind += " attribute"
    except OSError if kinds else Exception:
        kind = "other"
    return kind


handlers_text = None


def groups(n):
    try:
        raise ExceptionGroup("several", [ValueError(1), KeyError(2), OSError(3)][:n])
    except* ValueError:
        n += 1
    except* (KeyError, OSError) as group:
        n += len(group.exceptions)
    else:
        n += 100
    return n


def loops(n):
    total = 0
    for i in range(n): total += i
    while n > 0: n -= 1; total += n
    for i in range(3):
        for j in range(i):
            if j == 1: break
            total += j
        else:
            continue
        total += 100
    n = 4
    while n:
        n -= 1
        if n == 2:
            continue
        total += n
    else:
        total += 1000
    for i, (a, *b) in enumerate(
        zip([1, 2], [3, 4], [5, 6])
    ):
        total += i + a + sum(
            b
        )
    return total


def conditions(a, b, c):
    x = a if b else c
    y = (a
         if b
         else c)
    if a and b or c: x = 1
    if (a
            and b
            and not c):
        x = 2
    elif a or \
            c:
        x = 3
    else:
        x = 4
    z = a < b < c
    z = (a <
         b
         < c)
    assert x, (
        "never"
    )
    if not a:
        pass
    return x, y, z, (w := a) or w


def comprehensions(n):
    squares = [i * i for i in range(n) if i % 2]
    pairs = {
        i: j
        for i in range(n)
        for j in range(i)
        if j % 2
    }
    lazy = (i
            for i in squares
            if i)
    return sum(lazy), len(pairs), {i for i in squares}, [
        [j for j in range(i)] for i in range(3)]


def matched(value):
    match value:
        case 0 | 1:
            return "small"
        case int(n) if n > 100:
            return "large"
        case [first, *rest] if rest:
            return first
        case {"key": found, **others}:
            return found
        case Guard(swallows=True):
            return "guard"
        case str() as text:
            pass
        case _:
            return None
    return text


def decorated(n):
    def plain(function): return function
    @plain
    @contextlib.contextmanager
    def manager(
        a,
        b=2,
    ):
        try:
            yield a
        except ValueError:
            pass
    class Local(Guard):
        """A class."""
        name: str = "local"
        value = n
        @property
        def double(self): return self.value * 2
        @staticmethod
        def make(): return Local(True)
    with manager(1):
        raise ValueError
    return Local.make().double, (lambda x,
                                 y=1: x + y)(n)


def generated(n):
    got = 0
    while got < n:
        try:
            got += yield got
        except ValueError:
            yield "thrown"
        except GeneratorExit:
            got = n
            raise
        finally:
            got += 1
    yield from (i for i in range(2))
    result = yield from nested(n)
    return result


def nested(n):
    try:
        yield n
        yield n + 1
    except KeyError:
        return "key"
    return "end"


def driven():
    for n in range(4):
        generator = generated(n)
        with contextlib.suppress(StopIteration, ValueError):
            next(generator)
            generator.send(1)
            generator.throw(ValueError)
            next(generator)
        generator.close()
        generator = nested(n)
        next(generator)
        with contextlib.suppress(StopIteration):
            generator.throw(KeyError)
        generated(n).close()
        with contextlib.suppress(OSError):
            generated(n).throw(OSError)


def deleted(n):
    x = n
    del x
    try:
        return x
    except UnboundLocalError: return n
    global handlers_text
    handlers_text = n


def unpacked(n):
    a, *b = range(n)
    [c, d], e = (1, 2), 3
    b[0:1], e = [
        4,
        5], 6
    a += (
        c
    )
    return (a, *b,
            *range(2)), dict(x=a,
                             **{"y": d})


def raising(n):
    values = [
        1,
        2 // n,
        3,
    ]
    return len(
        values[
            n:
        ]
    )


def called(a):
    """Calls of Python functions in the middle of a line, which may raise exceptions."""
    def one(n): return 1 // n
    x = a or one(1)
    y = one(1) if a else one(2)
    while a and one(1): a -= 1
    if a and one(2) or one(1): y += 1
    z = (a or
         one(1) or
         one(2))
    with contextlib.suppress(ZeroDivisionError): x += sum([one(n) for n in (1, 0)])
    with contextlib.suppress(ZeroDivisionError): x += sum(one(n) for n in (1, 0))
    with contextlib.suppress(ZeroDivisionError), Guard(one(0)):
        x += 1
    try: x += max(one(1), len("x")) + one(0)
    except ZeroDivisionError: y += 1
    return x, y, z


for n in range(8):
    with contextlib.suppress(ValueError, ZeroDivisionError): print(guarded(n))
    print(finals(n), loops(n), comprehensions(n), decorated(n), deleted(n))
    with contextlib.suppress(ZeroDivisionError):
        print(raising(n))
    if n: print(unpacked(n + 2))
    print(called(n % 3))
for error in ValueError(), KeyError(), OSError(), TypeError("x"):
    print(handlers(error))
for n in range(1, 4): print(groups(n))
for values in itertools.product([0, 1], repeat=3):
    print(conditions(*values))
for value in 0, 1, 5, 200, [1, 2], [1], {"key": 3}, Guard(True), Guard(False), "text":
    print(matched(value))
driven()


@types.coroutine
def awaited(n):  # the decorator replaces the function's code by a copy
    got = yield n
    return got


async def awaits(n):
    return await awaited(n)


gc.collect()
for n in range(5):
    coroutine = awaits(n)
    coroutine.send(None)
    with contextlib.suppress(StopIteration):
        coroutine.send(n)
