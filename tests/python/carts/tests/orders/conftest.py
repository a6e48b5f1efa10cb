import pytest


@pytest.fixture(scope="package")
def order(store):
    return list(store)


@pytest.fixture
def limit(limit):
    return limit + 1
