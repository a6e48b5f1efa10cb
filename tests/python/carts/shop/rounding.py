def rounded(value):
    return round(value, 1)


def ceiling(value):
    return -int(-value // 1)
