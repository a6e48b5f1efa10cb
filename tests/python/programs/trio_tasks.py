# Tasks of trio, by itself and through anyio: nurseries, cancellation, memory channels, events and threads.
import sys

try:
    import anyio
    import trio
except ImportError:
    sys.exit(77)

log = []


async def leaf(n):
    await trio.sleep(0)
    if n % 5 == 2:
        raise ValueError(n)
    return n


async def worker(n):
    result = 0
    for i in range(n):
        try:
            result += await leaf(i)
        except ValueError:
            result -= 1
    log.append(result)


async def sleeper():
    try:
        await trio.sleep_forever()
    finally:
        log.append("cancelled")


async def produces(channel, n):
    async with channel:
        for i in range(n):
            await channel.send(i)


async def consumes(channel):
    total = 0
    async for i in channel:
        total += i
    log.append(total)


async def waits(event):
    await event.wait()
    log.append("set")


def blocking(n):
    return sum(i for i in range(n))


async def main():
    async with trio.open_nursery() as nursery:
        for n in range(20):
            nursery.start_soon(worker, n)
    with trio.move_on_after(0.01):
        async with trio.open_nursery() as nursery:
            for _ in range(3):
                nursery.start_soon(sleeper)
    send, receive = trio.open_memory_channel(2)
    event = trio.Event()
    async with trio.open_nursery() as nursery:
        nursery.start_soon(produces, send, 20)
        nursery.start_soon(consumes, receive)
        nursery.start_soon(waits, event)
        await trio.sleep(0.001)
        event.set()
    log.append(await trio.to_thread.run_sync(blocking, 100))


async def any_leaf(n):
    await anyio.sleep(0)
    return n


async def any_main():
    async with anyio.create_task_group() as group:
        for n in range(10):
            group.start_soon(any_leaf, n)


trio.run(main)
anyio.run(any_main, backend="trio")
anyio.run(any_main)
print(len(log), sorted(map(str, log)))
