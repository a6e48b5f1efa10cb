# asyncio: tasks, asynchronous generators, context managers and comprehensions, cancelled and failing tasks.
import asyncio
import contextlib


class Connection:
    def __init__(self, n):
        self.n = n

    async def __aenter__(self):
        await asyncio.sleep(0)
        return self

    async def __aexit__(self, *error):
        await asyncio.sleep(0)
        return error[0] is ValueError

    def __aiter__(self):
        return self

    async def __anext__(self):
        self.n -= 1
        if self.n < 0:
            raise StopAsyncIteration
        if self.n == 3:
            await asyncio.sleep(0)
        return self.n


async def counted(n):
    try:
        for i in range(n):
            yield i
            await asyncio.sleep(0)
    finally:
        await asyncio.sleep(0)


async def work(n):
    total = 0
    async with Connection(n) as connection:
        async for i in connection:
            total += i
        else:
            total += 1
        if n % 2 == 0:
            raise ValueError(n)
    async for i in counted(n):
        if i == 3: break
        total += i
    total += sum([i async for i in counted(n) if i % 2])
    total += len({i: await echo(i) async for i in counted(2)})
    generator = counted(3)
    await generator.asend(None)
    with contextlib.suppress(KeyError):
        await generator.athrow(KeyError)
    await generator.aclose()
    return total


async def echo(n):
    await asyncio.sleep(0)
    return n


async def failing(n):
    try:
        await asyncio.wait_for(asyncio.sleep(10), 0.001)
    except asyncio.TimeoutError:
        n += 1
    task = asyncio.create_task(asyncio.sleep(10))
    await asyncio.sleep(0)
    task.cancel()
    try:
        await task
    except asyncio.CancelledError:
        n += 1
    return n


async def main():
    print(await asyncio.gather(*(work(n) for n in range(10))))
    print(await asyncio.gather(failing(1), failing(2)))
    queue = asyncio.Queue(2)

    async def producer():
        for i in range(10):
            await queue.put(i)
        await queue.put(None)

    async def consumer():
        seen = []
        while (item := await queue.get()) is not None:
            seen.append(item)
        return seen

    async with asyncio.TaskGroup() as group:
        group.create_task(producer())
        consumed = group.create_task(consumer())
    print(consumed.result())


asyncio.run(main())
