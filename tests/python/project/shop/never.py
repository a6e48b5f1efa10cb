"""A module that is never imported."""


def never(a):
    if a:
        return 1
    return 2
