import threading

import pytest
from shop.cart import Cart
from shop.registry import handler_of


def setup_module():
    Cart.opened = True


@pytest.fixture(scope="module")
def cart(store):
    cart = Cart(store)
    yield cart
    cart.items.clear()  # at the end


@pytest.fixture
def filled(cart):
    cart.add("apple")
    yield cart
    cart.items.pop()


def test_total(filled):
    assert filled.total() == 1.0


@pytest.mark.parametrize("kind", ["gift", "post"])
def test_handler(filled, kind):
    assert handler_of(kind)(filled) in (1, 2)


def test_unknown(cart):
    with pytest.raises(KeyError):
        cart.add("stone")


def test_thread():
    done = []
    thread = threading.Thread(target=done.append, args=[handler_of("gift")])
    thread.start()
    thread.join()
    assert done


def test_nothing():
    pass


class TestPrices:
    @pytest.fixture(scope="class", autouse=True)
    def prices(self, store):
        return sorted(store)

    def test_sorted(self, prices):
        assert prices == ["apple", "pear"]

    def test_limit(self, limit):
        assert limit == 100
