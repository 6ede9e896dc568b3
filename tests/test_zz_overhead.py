import pytest


@pytest.mark.parametrize("n", range(5000))
def test_it(n):
    pass
