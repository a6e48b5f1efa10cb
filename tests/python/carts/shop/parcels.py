from shop.rounding import ceiling

EMPTY = 1


def weight(items):
    return EMPTY + ceiling(items * 0.5)
