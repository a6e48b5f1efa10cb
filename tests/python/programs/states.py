# Tasks that log the times at which they run and wait, and who wakes them, to the file that is the argument. Each task has
# a name of its own. If "uvloop" is another argument, they run in its event loop.
import asyncio
import json
import sys
import time

times = {}  # by name of the task: seconds in which it ran, and in which it was suspended
wakes = {}  # by "waiter < waker": number of wake-ups


class Clock:
    """Times of a task."""

    def __init__(self):
        self.name = asyncio.current_task().get_name()
        self.last = time.perf_counter()
        times[self.name] = [0, 0]

    def passes(self, suspended):
        now = time.perf_counter()
        times[self.name][suspended] += now - self.last
        self.last = now

    async def waits(self, awaitable):
        self.passes(False)
        try:
            return await awaitable
        finally:
            self.passes(True)


def woken(waiter, waker, somebody_waits):
    if somebody_waits:  # on a busy machine perhaps nobody does yet
        wakes[waiter + " < " + waker] = wakes.get(waiter + " < " + waker, 0) + 1


def spin(seconds):
    end = time.perf_counter() + seconds
    while time.perf_counter() < end:
        pass


async def sleeper(n):
    clock = Clock()
    for i in range(4):
        spin(0.003 * n)
        await clock.waits(asyncio.sleep(0.01 * n))
    clock.passes(False)


async def waiter(future):
    clock = Clock()
    for _ in range(3):
        await clock.waits(asyncio.sleep(0.004))
    await clock.waits(event_wait(future))
    clock.passes(False)


async def event_wait(future):
    await future


async def setter(futures):
    clock = Clock()
    for i, future in enumerate(futures):
        await clock.waits(asyncio.sleep(0.06))
        spin(0.002)
        woken("event_wait", "setter", future._callbacks)
        future.set_result(i)
    clock.passes(False)


async def producer(queue):
    clock = Clock()
    for i in range(10):
        await clock.waits(asyncio.sleep(0.002))
        woken("asyncio.queues.Queue.get", "producer", queue._getters)
        queue.put_nowait(i)
    clock.passes(False)


async def consumer(queue):
    clock = Clock()
    for _ in range(10):
        await clock.waits(queue.get())
        spin(0.0002)
    clock.passes(False)


async def main():
    loop = asyncio.get_running_loop()
    futures = [loop.create_future() for _ in range(5)]
    queue = asyncio.Queue()
    coroutines = [sleeper(n) for n in range(5)] + [waiter(future) for future in futures]
    coroutines += [setter(futures), consumer(queue), producer(queue)]
    tasks = [asyncio.create_task(each, name="task " + "abcdefghijklm"[i]) for i, each in enumerate(coroutines)]
    await asyncio.gather(*tasks)


if "uvloop" in sys.argv:
    try:
        import uvloop
    except ImportError:
        sys.exit(77)
    uvloop.install()
asyncio.run(main())
with open(sys.argv[1], "w") as file:
    json.dump({"times": times, "wakes": wakes}, file)
