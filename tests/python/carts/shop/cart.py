from shop import registry


class Cart:
    tax = round(0.19, 2)

    def __init__(self, store):
        self.store = store
        self.items = []

    def add(self, name):
        if name not in self.store:
            raise KeyError(name)
        self.items.append(name)

    def total(self):
        return sum(self.store[name] for name in self.items)


@registry.handles("gift")
def pack(cart):
    return len(cart.items)


@registry.handles("post")
def send(cart):
    from shop import parcels

    return parcels.weight(len(cart.items))
