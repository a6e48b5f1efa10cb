# Comprehensions, lambdas, classes, decorators, properties, exec and eval, methods of C classes.
import collections
import functools
import math


def counted(function):
    @functools.wraps(function)
    def wrapper(*words, **named):
        wrapper.calls += 1
        return function(*words, **named)

    wrapper.calls = 0
    return wrapper


class Shape:
    registry = {}

    def __init_subclass__(cls, **named):
        super().__init_subclass__(**named)
        Shape.registry[cls.__name__] = cls

    def __init__(self, size):
        self.size = size

    @property
    def area(self):
        return self.compute()

    @classmethod
    def make(cls, size):
        return cls(size)

    @staticmethod
    def half(n):
        return n / 2

    def __lt__(self, other):
        return self.area < other.area

    def __getitem__(self, index):
        return self.size * index


class Square(Shape):
    @counted
    def compute(self):
        return self.size**2


class Circle(Shape):
    def compute(self):
        return math.floor(math.pi * self.size**2)


class Bag(list):
    def append(self, item):
        super().append(item)


class Table(dict):
    def __missing__(self, key):
        self[key] = key * 2
        return self[key]


class Meta(type):
    def __call__(cls, *words):
        return super().__call__(*words)


class Made(metaclass=Meta):
    pass


shapes = sorted([cls.make(n) for cls in Shape.registry.values() for n in range(1, 30)])
bag = Bag()
for shape in shapes:
    bag.append(shape.area)
table = Table()
print(sum(table[n] for n in range(50)), table.get(3), len(bag), bag.count(4), Square.compute.calls)
print({n: n + 1 for n in range(10)} == {**{n: n + 1 for n in range(10)}}, {n % 3 for n in range(9)})
print([shape[3] for shape in shapes[:5]], Shape.half(3), [Made() is None for _ in range(4)])
namespace = {}
for i in range(30):
    exec("def made(n):\n    return [k for k in range(n)]\nresult = made(%d)" % i, namespace)
    namespace["result"] = eval("(lambda n: n + %d)(1)" % i, namespace)
print(namespace["result"], namespace["made"](3))
ordered = collections.OrderedDict((str(n), n) for n in range(20))
ordered.move_to_end("3")
print(dict.fromkeys("abc", 1), ordered.popitem(), list(ordered.keys())[-1], Table.fromkeys("ab"), str.maketrans("a", "b"))
print(int.__new__(int, "5"), tuple.__new__(tuple, "ab"), type(object.__new__(Made)), str.__new__(str))
print(functools.reduce(lambda a, b: a + b, map(lambda n: n * n, range(100))), " ".join("abc").upper().split())
