import pytest

from words import count, split


def test_split():
    assert split("One, two") == ["one", "two"]


@pytest.mark.parametrize("lines", [10, 2000])
def test_count(lines):
    words = count(f"line {n}" for n in range(lines))
    assert words.commonest(1) == [(lines, "line")]
