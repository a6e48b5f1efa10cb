"""A program with code of all kinds that coverage tools treat specially."""
import asyncio

from shop.cart import Cart, discount
from shop import stock


def main(names):
    cart = Cart()
    for name in names:
        if name in stock.PRICES:
            cart.add(name,
                     stock.PRICES[name])
        elif name == "nothing":
            continue
        else:
            print("no", name)
    else:
        print("all added")
    while True:
        if cart.total() > 10:
            break
        cart.add("apple", 1)
    return cart


async def deliver(cart):
    async with asyncio.Lock() as lock:
        async for item in cart.items():
            if item:
                print("deliver", item)
    if not cart:  # pragma: no branch
        return
    print("delivered")


if __name__ == "__main__":
    filled = main(["apple", "pear", "melon", "nothing"])
    asyncio.run(deliver(filled))
    print(discount(filled.total()), discount(200), sorted(stock.levels(3)), stock.describe(3), stock.describe([1, 2]))
