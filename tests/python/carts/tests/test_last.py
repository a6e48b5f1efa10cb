import unittest

from shop.prices import PRICES


def pytest_generate_tests(metafunc):
    if "name" in metafunc.fixturenames:
        metafunc.parametrize("name", sorted(PRICES))


def test_name(name):
    assert name


def test_last():
    from shop import parcels

    assert parcels.EMPTY == 1


def test_dynamic(request):
    if request.node.name == "test_dynamic":
        assert request.getfixturevalue("store")


def test_currency(currency):
    assert currency


class Case(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.names = list(PRICES)

    def setUp(self):
        self.count = 2

    def test_count(self):
        self.assertEqual(len(self.names), self.count)

    def test_first(self):
        self.assertIn("apple", self.names)
