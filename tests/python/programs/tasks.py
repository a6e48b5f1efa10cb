# Tasks of asyncio: gathered, cancelled while they wait at several depths, failed, timed out; tasks that catch the
# cancellation and wait again; asynchronous generators, comprehensions and context managers; queues, locks and executors.
import asyncio
import contextlib
import sys

log = []


async def leaf(n):
    await asyncio.sleep(0)
    if n % 7 == 3:
        raise ValueError(n)
    return n


async def middle(n):
    try:
        return await leaf(n)
    except ValueError:
        return -1


async def worker(n):
    return sum([await middle(i) for i in range(n)])


async def stubborn():
    for _ in range(3):
        try:
            await asyncio.sleep(3600)
        except asyncio.CancelledError:
            log.append("cancelled")
    return "stubborn"


async def patient():
    try:
        await deep(3)
    finally:
        await asyncio.sleep(0)
        log.append("cleaned")


async def deep(n):
    if n:
        await deep(n - 1)
    else:
        await stubborn()
        await asyncio.sleep(3600)


async def produces(n):
    try:
        for i in range(n):
            await asyncio.sleep(0)
            yield i
            yield -i
    finally:
        log.append("produced")


@contextlib.asynccontextmanager
async def managed():
    await asyncio.sleep(0)
    yield 7
    await asyncio.sleep(0)


async def consumes():
    total = 0
    async for i in produces(20):
        total += i
    async for i in produces(20):
        if i == 5:
            break
    async with managed() as value:
        total += value
    return total + sum([i async for i in produces(3)])


async def queues(n):
    queue = asyncio.Queue(3)

    async def puts():
        for i in range(n):
            await queue.put(i)
        await queue.put(None)

    task = asyncio.create_task(puts(), name="puts")
    total = 0
    while (got := await queue.get()) is not None:
        total += got
    await task
    return total


def blocking(n):
    return sum(i for i in range(n))


def drive(coroutine):
    try:
        while True:
            coroutine.send(None)
    except StopIteration as stop:
        return stop.value


class Now:
    def __await__(self):
        yield
        return 1


async def by_hand():
    return await Now() + await Now()


async def main():
    print(await asyncio.gather(*(worker(n) for n in range(30))))
    print(await consumes(), await queues(20), drive(by_hand()))
    task = asyncio.create_task(patient())
    for _ in range(4):
        await asyncio.sleep(0)
        task.cancel()
        await asyncio.sleep(0)
    try:
        await task
    except asyncio.CancelledError:
        log.append("main sees it")
    try:
        await asyncio.wait_for(asyncio.sleep(3600), 0.01)
    except asyncio.TimeoutError:
        log.append("timeout")
    unstarted = asyncio.create_task(leaf(1))
    unstarted.cancel()
    print(await asyncio.gather(unstarted, leaf(3), return_exceptions=True))
    lock = asyncio.Lock()

    async def locked():
        async with lock:
            await asyncio.sleep(0)

    async with asyncio.TaskGroup() as group:
        for _ in range(5):
            group.create_task(locked())
    loop = asyncio.get_running_loop()
    print(await asyncio.gather(*(loop.run_in_executor(None, blocking, n) for n in (10, 100))))
    pending = asyncio.create_task(asyncio.sleep(3600), name="left behind")
    await asyncio.sleep(0)
    print(len(asyncio.all_tasks()), pending.done())


if "uvloop" in sys.argv:
    try:
        import uvloop
    except ImportError:
        sys.exit(77)
    uvloop.install()
asyncio.run(main())
print(len(log), log)
