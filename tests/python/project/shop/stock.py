PRICES = {
    "apple": 1,
    "pear": 2,
    "plum": 3,
}
expensive = [name for name, price in PRICES.items()
             if price > 2]
by_price = lambda name: PRICES[name]


def levels(limit):
    for name in sorted(PRICES, key=by_price):
        if PRICES[name] >= limit:
            yield name
        if limit < 0: yield "negative"


def describe(what):
    match what:
        case int():
            return "a number"
        case [first, *rest] if first:
            return (f"a list that begins with "
                    f"{first}")
        case _:
            return "?"


def unused():
    global PRICES
    del PRICES
    return [
        1,
        2,
    ]
