# Exceptions that pass several Python and C frames, are caught, raised again, and replaced.
def thrower(depth):
    if depth == 0:
        raise ValueError("at the bottom")
    thrower(depth - 1)


def through_c(depth):
    return list(map(lambda n: thrower(n), range(depth, depth + 1)))


def cleans(depth):
    try:
        thrower(depth)
    finally:
        str(depth).join(["a", "b"])


class Guard:
    def __enter__(self):
        return self

    def __exit__(self, kind, value, traceback):
        return kind is ValueError


def replaced():
    try:
        through_c(3)
    except ValueError as error:
        raise KeyError("another") from error


caught = 0
for i in range(20):
    for function in thrower, through_c, cleans:
        try:
            function(i)
        except ValueError:
            caught += 1
    with Guard():
        cleans(i)
    try:
        replaced()
    except KeyError as error:
        caught += isinstance(error.__cause__, ValueError)
    try:
        "text".index("missing")
    except ValueError:
        caught += 1
        Guard().__enter__()  # not called by str.index
    try:
        sorted([3, 1, 2], key=lambda n: n / 0)
    except ZeroDivisionError:
        caught += 1
print(caught)
