"""The acceptance cases are run against the oracle as well."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from napoleon.rulesets.eagles_waterloo import RULES
from tests.eagles_waterloo.second_reading_of_cases import of_cases
from tests.rulesets.comparing import overhearing


@pytest.fixture(autouse=True)
def held_against_the_oracle(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever a case asks of the rules, with the pack that ships, is asked of the oracle."""
    if "_cases_" not in request.module.__name__:
        yield
        return
    with overhearing(RULES) as heard:
        yield
    assert list(of_cases(heard)) == []
