# Ways to call C functions and methods that CPython treats differently.
import collections
import functools
import operator


def descriptors():
    str.upper("a")
    list.append([], 1)
    dict.get({}, 1)
    "a".join(["b"])
    [].append(1)
    try:
        str.upper()
    except TypeError:
        pass
    try:
        str.upper(5)
    except TypeError:
        pass
    list.__len__([])
    (5).__add__(3)
    object.__init__(object())
    int.__add__(1, 2)
    dict.fromkeys([1])
    {}.fromkeys([2])
    bytes.fromhex("00")
    int.from_bytes(b"a", "big")
    str.maketrans({})
    args = ("a",)
    str.upper(*args)
    print(*(), end="")
    str.encode("a", errors="strict")
    str.encode(*args, **{"errors": "strict"})
    max([3, 1], key=lambda x: -x)
    sorted([2, 1], key=operator.neg)


def helper(n):
    return abs(n)


class Both:
    __slots__ = ("x",)

    def __init__(self, x):
        self.x = x

    def __call__(self, y):
        return helper(self.x + y)

    def __getitem__(self, i):
        return helper(i)

    def __iter__(self):
        return iter([self.x])

    def __len__(self):
        return helper(3)

    def __bool__(self):
        return helper(1) == 1

    def __eq__(self, other):
        return helper(0) == 0

    def __hash__(self):
        return hash(self.x)

    @property
    def p(self):
        return helper(self.x)

    @classmethod
    def make(cls, x):
        return cls(x)

    @staticmethod
    def stat(x):
        return helper(x)


class Derived(Both):
    def __init__(self, x):
        super().__init__(x)
        super(Derived, self).__init__(x)

    def __len__(self):
        return super().__len__()


class Upper(str):
    def upper(self):
        return super().upper() + str.upper(self)


class Meta(type):
    def __call__(cls, *args):
        return super().__call__(*args)


class Made(metaclass=Meta):
    def __new__(cls, *args):
        return object.__new__(cls)


def classes():
    b = Both(1)
    d = Derived(2)
    b(1)
    b[2]
    list(b)
    len(b)
    bool(b)
    b == d
    hash(b)
    b.p
    Both.make(3)
    d.make(4)
    b.stat(5)
    len(d)
    Made(1)
    Upper("a").upper()
    functools.partial(helper, 1)()
    functools.partial(len, [1])()
    operator.itemgetter(0)([1])
    operator.methodcaller("upper")("a")
    list(map(helper, [1, 2]))
    list(map(len, [[1], []]))
    list(filter(None, [1]))
    {b: 1}
    sorted([b], key=lambda each: each.x)

    @functools.lru_cache
    def cached(n):
        return helper(n)

    cached(1)
    cached(1)
    cached.cache_clear()
    cached.cache_info()
    collections.OrderedDict(a=1).move_to_end("a")
    collections.Counter("aab").most_common(1)
    with open("/dev/null") as file:
        file.read()


def produce():
    try:
        yield helper(1)
        yield helper(2)
    except ValueError:
        yield helper(3)


def generators():
    g = produce()
    try:
        g.throw(ValueError("before the start"))
    except ValueError:
        pass
    g = produce()
    next(g)
    g.throw(ValueError)
    g.close()
    g = produce()
    g.close()
    g = produce()
    next(g)
    g.close()
    g = produce()
    g.send(None)
    del g
    list(produce())
    sum(x for x in produce())
    [x for x in produce()]
    {x for x in produce()}

    def delegates():
        return (yield from produce())

    list(delegates())
    d = delegates()
    next(d)
    d.throw(ValueError)
    d.close()

    def plain():
        yield 1
        yield 2

    p = plain()
    next(p)
    p.close()
    p = plain()
    next(p)
    del p
    exec("helper(1)")
    eval("helper(2)")
    exec(compile("[helper(n) for n in range(3)]", "<text>", "exec"))


def comprehensions():
    make = lambda n: helper(n)
    return [helper(n) for n in range(3)], {helper(n) for n in range(3)}, {n: helper(n) for n in range(2)}, make(1)


for i in range(3):
    descriptors()
    classes()
    generators()
    comprehensions()
