# Greenlets without an event loop: generators made of greenlets, exceptions that leave a greenlet, greenlets that are
# thrown into, collected while they wait, and that run coroutines and generators; greenlets in two threads.
import sys
import threading

try:
    import greenlet
except ImportError:
    sys.exit(77)

log = []


def numbers(n):
    for i in range(n):
        back(i)
    return None


def back(value):
    greenlet.getcurrent().parent.switch(value)


def total(n):
    g = greenlet.greenlet(numbers)
    result = 0
    value = g.switch(n)
    while value is not None:
        result += value
        value = g.switch()
    return result


def tree(depth):
    if depth:
        for _ in range(2):
            g = greenlet.greenlet(tree)
            g.switch(depth - 1)
            g.switch()
    back(None)


def fails():
    back(1)
    raise ValueError("in a greenlet")


def cleans():
    try:
        back(1)
    except greenlet.GreenletExit:
        log.append("exit")
        raise


def thrown():
    try:
        back(1)
    except KeyError:
        log.append("thrown")
        return [x for x in range(3) for _ in generates()]


def generates():
    yield 1
    back(2)
    yield 3


async def coroutine():
    back("in a coroutine")
    return 5


def drives():
    try:
        coroutine().send(None)
    except StopIteration as stop:
        log.append(stop.value)


def work(n):
    for i in range(n):
        log.append(total(i))
    for _ in range(5):
        g = greenlet.greenlet(fails)
        g.switch()
        try:
            g.switch()
        except ValueError:
            log.append("failed")
        g = greenlet.greenlet(cleans)
        g.switch()
        del g
        g = greenlet.greenlet(thrown)
        g.switch()
        result = g.throw(KeyError)
        while not g.dead:
            result = g.switch()
        log.append(result)
        g = greenlet.greenlet(drives)
        log.append(g.switch())
        g.switch()


work(10)
g = greenlet.greenlet(tree)
g.switch(4)
g.switch()
thread = threading.Thread(target=work, args=(10,))
thread.start()
thread.join()
print(len(log), log[-5:])
