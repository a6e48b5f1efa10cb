import pytest
from shop.prices import PRICES


def pytest_collection_modifyitems(items):
    items.sort(key=lambda item: "last" in item.name)


@pytest.fixture(scope="session")
def store():
    names = dict(PRICES)
    yield names
    names.clear()  # at the end


@pytest.fixture(scope="session", params=["euro", "dollar"])
def currency(request):
    if request.param == "euro":
        return 1
    return 2


@pytest.fixture
def limit():
    return 100
