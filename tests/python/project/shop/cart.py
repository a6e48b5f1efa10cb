# The cart; this comment makes the docstring a statement for coverage.py 6.5.
"""Carts."""
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any, List


def logged(function):
    def wrapper(*arguments):
        return function(*arguments)

    return wrapper


class Cart:
    """Things to buy."""

    limit: int = 20

    def __init__(self):
        self.things = []

    @logged
    def add(self, name, price):
        """Add a thing."""
        self.things.append((name, price))

    def total(self):
        return sum(price for _, price in self.things)

    async def items(self):
        for name, _ in self.things:
            yield name

    def remove(self, name):
        raise NotImplementedError

    def __bool__(self):  # pragma: no cover
        if self.things:
            return True
        return False

    def check(self):
        try:
            if self.total() > self.limit:
                return False
        finally:
            self.things.clear()
        return True


def discount(total):
    try:
        part = 100 / (200 - total)
    except ZeroDivisionError:
        part = 0
    finally:
        total -= 1
    with open(__file__) as file:
        if file.readline() and (part > 1 or
                                total < 3):
            return total
    return total - 10 if total > 10 else (
        total)
