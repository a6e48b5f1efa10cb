"""A small operating system: tasks of several kinds send packets to each other through queues, and a scheduler runs the
one with the highest priority that is ready. Many short methods, attributes and polymorphic calls.

usage: kernel.py ROUNDS
"""
import sys

IDLE, WORK, DEVICE, HANDLER = range(4)


class Packet:
    __slots__ = "kind", "value", "sender", "hops"

    def __init__(self, kind, value, sender):
        self.kind = kind
        self.value = value
        self.sender = sender
        self.hops = 0

    def forwarded(self):
        self.hops += 1
        return self


class Queue:
    def __init__(self):
        self.items = []
        self.first = 0

    def put(self, item):
        self.items.append(item)

    def is_empty(self):
        return self.first == len(self.items)

    def take(self):
        item = self.items[self.first]
        self.first += 1
        if self.first > 64:
            del self.items[: self.first]
            self.first = 0
        return item


class Task:
    kind = IDLE

    def __init__(self, kernel, number, priority):
        self.kernel = kernel
        self.number = number
        self.priority = priority
        self.queue = Queue()
        self.held = False
        self.runs = 0

    def is_ready(self):
        return not self.held and not self.queue.is_empty()

    def send(self, packet):
        self.queue.put(packet)
        return self

    def step(self):
        self.runs += 1
        self.handle(self.queue.take())

    def handle(self, packet):
        self.kernel.drop(packet)


class Worker(Task):
    kind = WORK

    def __init__(self, kernel, number, priority):
        super().__init__(kernel, number, priority)
        self.state = number * 7919 + 1

    def draw(self):
        self.state = (self.state * 1103515245 + 12345) & 0x7FFFFFFF
        return self.state >> 8

    def handle(self, packet):
        value = self.draw()
        packet.value += value & 255
        target = self.kernel.pick(HANDLER if value & 1 else DEVICE, value)
        target.send(packet.forwarded())


class Device(Task):
    kind = DEVICE

    def __init__(self, kernel, number, priority):
        super().__init__(kernel, number, priority)
        self.pending = None

    def handle(self, packet):
        if self.pending is None:
            self.pending = packet
            self.kernel.hold(self)
        else:
            pending, self.pending = self.pending, None
            self.answer(pending)
            self.answer(packet)

    def answer(self, packet):
        self.kernel.task(packet.sender).send(packet.forwarded())


class Handler(Task):
    kind = HANDLER

    def handle(self, packet):
        packet.value ^= self.number
        if packet.hops > 12:
            self.kernel.drop(packet)
            self.kernel.spawn(packet.sender)
        else:
            self.kernel.pick(WORK, packet.value).send(packet.forwarded())


class Kernel:
    def __init__(self):
        self.tasks = []
        self.by_kind = {}
        self.dropped = 0
        self.sum = 0
        for kind, count in ((Worker, 6), (Device, 4), (Handler, 5)):
            for _ in range(count):
                self.add(kind)

    def add(self, kind):
        task = kind(self, len(self.tasks), len(self.tasks) % 5)
        self.tasks.append(task)
        self.by_kind.setdefault(kind.kind, []).append(task)

    def task(self, number):
        return self.tasks[number]

    def pick(self, kind, value):
        tasks = self.by_kind[kind]
        return tasks[value % len(tasks)]

    def hold(self, task):
        task.held = True

    def drop(self, packet):
        self.dropped += 1
        self.sum = (self.sum + packet.value) & 0xFFFFFF

    def spawn(self, number):
        self.pick(WORK, self.sum).send(Packet(WORK, self.sum & 15, number))

    def next(self):
        best = None
        for task in self.tasks:
            if task.is_ready() and (best is None or task.priority > best.priority):
                best = task
        return best

    def release(self):
        for task in self.by_kind[DEVICE]:
            task.held = False

    def run(self, steps):
        for _ in range(steps):
            task = self.next()
            if task is None:
                self.release()
                self.spawn(0)
            else:
                task.step()


def main(rounds):
    total = 0
    for _ in range(rounds):
        kernel = Kernel()
        for number in range(6):
            kernel.spawn(number)
        kernel.run(2000)
        total += kernel.sum + kernel.dropped
    print(total)


main(int(sys.argv[1]))
