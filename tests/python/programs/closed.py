# Coroutines, generators and tasks that are closed or collected while they wait. CPython 3.13 does not always run a
# generator to close it.
import asyncio
import gc
import types

log = []


@types.coroutine
def trap(value):
    yield value


async def inner(n):
    await trap(n)
    log.append("never")


async def outer(n):
    try:
        await inner(n)
    finally:
        cleanup(n)


async def plain(n):
    await inner(n)


async def catching(n):
    try:
        await plain(n)
    except GeneratorExit:
        cleanup(n)
        raise


async def around(n):
    await catching(n)


def cleanup(n):
    log.append(n)


def generator(n):
    yield n
    yield cleanup(n)


def delegating(n):
    try:
        yield from generator(n)
    finally:
        cleanup(n)


def begin(function, n):
    made = function(n)
    made.send(None)
    return made


def close(made):
    made.close()


def throw(made):
    try:
        made.throw(ValueError)
    except ValueError:
        cleanup(0)


def by_hand():
    for function in inner, outer, plain, catching, around, generator, delegating:
        for n in range(5):
            close(begin(function, n))
            begin(function, n)  # is collected at once
            throw(begin(function, n))
        several = [begin(function, n) for n in range(5)]
        for made in several:
            close(made)
    gc.collect()


async def waits(n):
    await asyncio.sleep(3600)


async def collected():
    await asyncio.get_running_loop().create_future()


async def tasks():
    left = [asyncio.create_task(waits(n)) for n in range(5)]
    await asyncio.sleep(0)
    left[0].cancel()
    cleanup(len(left))


by_hand()
asyncio.run(tasks())
by_hand()
print(len(log))
