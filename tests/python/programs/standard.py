# Modules of the standard library that use the language in unusual ways.
import ast
import collections
import configparser
import contextlib
import csv
import dataclasses
import decimal
import difflib
import enum
import functools
import io
import pprint
import statistics
import textwrap
import tokenize
import typing


@dataclasses.dataclass(order=True)
class Entry:
    number: int
    text: str = "x"
    items: list = dataclasses.field(default_factory=list)


class Colour(enum.Enum):
    RED = 1
    GREEN = 2


@contextlib.contextmanager
def managed():
    try:
        yield 1
    finally:
        pass


@functools.singledispatch
def kind(value):
    return "other"


@kind.register
def _(value: int):
    return "number"


Generic = typing.TypeVar("Generic")


class Box(typing.Generic[Generic]):
    pass


for _number in range(50):
    with managed():
        kind(_number)
print(sorted([Entry(3), Entry(1), Entry(2)]), Colour(2), Colour["RED"], kind("x"), Box[int])
print(pprint.pformat({n: str(n) for n in range(40)})[:30])
with open(__file__.replace("standard", "parser")) as file:
    source = file.read()
tree = ast.parse(source)
print(sum(1 for node in ast.walk(tree)), len(ast.unparse(tree)))
print(len(list(tokenize.generate_tokens(io.StringIO(source).readline))))
print(textwrap.fill(source[:2000])[:20], len(list(difflib.ndiff(source.split("\n")[:60], source.split("\n")[20:90]))))
Point = collections.namedtuple("Point", "x y")
print(Point(1, 2)._replace(x=3), decimal.Decimal("1.1") + 1, statistics.mean([1, 2, 3]))
settings = configparser.ConfigParser()
settings.read_string("[part]\nkey = %(other)s\nother = 5\n")
print(settings["part"].getint("key"), list(csv.DictReader(["a,b", "1,2"])))
