# Generators: exhausted, closed, thrown into, delegated to, closed before they began, and dropped; async generators and
# coroutines, driven without an event loop.
log = []


def numbers(n):
    try:
        for i in range(n):
            got = yield i
            if got is not None:
                log.append(got)
    except KeyError:
        yield "caught"
    finally:
        log.append(len(log))


def delegates(n):
    result = yield from inner(n)
    yield result


def inner(n):
    yield from numbers(n)
    return "done"


def fails():
    yield 1
    raise RuntimeError("in a generator")


print(sum(numbers(100)), list(delegates(5)))
g = numbers(10)
print(next(g), g.send("sent"), g.throw(KeyError("thrown")))
g.close()
g = numbers(10)
next(g)
g.close()
numbers(3).close()  # never began
unstarted = numbers(3)
try:
    unstarted.throw(ValueError("before the first yield"))
except ValueError:
    log.append("thrown before")
g = delegates(5)
next(g)
try:
    g.throw(OSError("into the innermost"))
except OSError:
    log.append("passed through all")
try:
    list(fails())
except RuntimeError:
    log.append("failed")
for i in numbers(50):
    if i == 7:
        break
print(max(len(str(n)) for n in range(200)), sum(n * n for n in numbers(30)))


class Awaitable:
    def __await__(self):
        yield "suspended"
        return 7


async def waits(n):
    total = 0
    for _ in range(n):
        total += await Awaitable()
    return total


async def produces(n):
    for i in range(n):
        await Awaitable()
        yield i


async def consumes(n):
    total = await waits(n)
    async for i in produces(n):
        total += i
    return total + sum([i async for i in produces(3)])


def drive(coroutine):
    steps = 0
    try:
        while True:
            coroutine.send(None)
            steps += 1
    except StopIteration as stop:
        return steps, stop.value


print(drive(consumes(10)))
dropped = consumes(4)
dropped.send(None)
dropped.close()
print(len(log), log[-5:])
