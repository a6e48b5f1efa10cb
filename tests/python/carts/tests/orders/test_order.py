import pytest


@pytest.fixture(scope="module")
def bill(request):
    return request.getfixturevalue("order")


def test_bill(bill):
    assert len(bill) == 2


def test_limit(limit):
    assert limit == 101


def test_order(order):
    assert order


def test_again(bill):
    assert bill
