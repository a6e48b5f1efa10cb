# Tasks that wait for others, and print the names of the tasks on the critical path of the task "main", each on a line.
# Which of several tasks ends last is found by the program itself. If "trio" is the argument, the tasks are those of trio,
# and have the names of their functions.
import asyncio
import sys
import time

path = ["main"]


async def work(name, milliseconds, ended):
    await asyncio.sleep(milliseconds / 1000)
    time.sleep(0.005)
    ended.append(name)


async def work_after(event, name, ended):
    await event.wait()
    await work(name, 10, ended)


def start(names, ended):
    return [asyncio.create_task(work(name, 10 + 20 * (i % 2), ended), name=name) for i, name in enumerate(names)]


async def gather_in_task(names):
    ended = []
    await asyncio.gather(*start(names, ended))
    path.extend(["gathers", ended[-1], "gathers", "main"])


def tick():
    asyncio.get_running_loop().call_soon(tick)
    time.sleep(0.0005)


async def unfinished():
    await asyncio.sleep(60)


async def hold(other):
    await asyncio.sleep(0.02)


async def main():
    ended = []
    asyncio.current_task().set_name("main")
    # The task ends long before the callbacks that follow from its done-callback.
    start(["ticks"], [])[0].add_done_callback(lambda task: tick())
    await start(["direct"], ended)[0]
    path.extend(["direct", "main"])
    await asyncio.create_task(gather_in_task(["gathered a", "gathered b", "gathered c"]), name="gathers")
    a, b, c = start(["nested a", "nested b", "nested c"], ended)
    await asyncio.gather(asyncio.gather(a, b), c)
    path.extend([ended[-1], "main"])
    if hasattr(asyncio, "TaskGroup"):
        async with asyncio.TaskGroup() as group:
            group.create_task(work("group a", 30, ended), name="group a")
            group.create_task(work("group b", 10, ended), name="group b")
        path.extend([ended[-1], "main"])
    await asyncio.wait_for(start(["limited"], ended)[0], 60)
    path.extend(["limited", "main"])
    await asyncio.shield(start(["shielded"], ended)[0])
    path.extend(["shielded", "main"])
    await asyncio.wait(start(["wait a", "wait b"], ended))
    path.extend([ended[-1], "main"])
    resumed = asyncio.Event()
    completed = [start(["completed a"], ended)[0]]
    completed.append(asyncio.create_task(work_after(resumed, "completed b", ended), name="completed b"))
    for each in asyncio.as_completed(completed):
        await each
        resumed.set()
    path.extend(["completed a", "main", "completed b", "main"])
    called = asyncio.get_running_loop().create_future()
    start(["calls"], ended)[0].add_done_callback(lambda task: called.set_result(None))
    await called
    path.extend(["calls", "main"])
    # At the end of the task "holds", another coroutine ends, for which nobody waits.
    other = unfinished()
    other.send(None)
    held = asyncio.create_task(hold(other), name="holds")
    del other
    await held
    path.extend(["unfinished", "main", "holds", "main"])
    if hasattr(asyncio, "eager_task_factory"):
        done = asyncio.get_running_loop().create_future()
        start(["eager"], ended)[0].add_done_callback(lambda task: run_eagerly(done))
        await done
        path.extend(["eager", "main"])


def run_eagerly(done):
    loop = asyncio.get_running_loop()
    asyncio.eager_task_factory(loop, nothing())
    done.set_result(None)


async def nothing():
    pass


async def leave():
    asyncio.create_task(nothing(), name="left").add_done_callback(lambda task: None)


async def first(ended):
    await trio.sleep(0.03)
    ended.append("first")


async def second(ended):
    await trio.sleep(0.01)
    ended.append("second")


async def trio_main():
    ended = []
    async with trio.open_nursery() as nursery:
        nursery.start_soon(first, ended)
        nursery.start_soon(second, ended)
    path[:] = ["trio_main", ended[-1], "trio_main"]


if "trio" in sys.argv:
    try:
        import trio
    except ImportError:
        sys.exit(77)
    trio.run(trio_main)
else:
    asyncio.run(main())
    loop = asyncio.new_event_loop()
    loop.run_until_complete(leave())
    loop.close()  # a done-callback is still in its queue
print(*path, sep="\n")
