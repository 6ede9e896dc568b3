"""The acceptance cases are held against the oracle as well: each order that one of them gives."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from napoleon.rulesets.napoleon_columbia import RULES
from tests.napoleon_columbia.oracle_answers import reasons
from tests.rulesets.comparing import overhearing


@pytest.fixture(autouse=True)
def held_against_the_oracle(request: pytest.FixtureRequest) -> Iterator[None]:
    """Whatever a case asks of the rules, with the pack that ships, is asked of the oracle."""
    if "test_cases_" not in request.module.__name__:
        yield
        return
    with overhearing(RULES, reasons) as found:
        yield
    assert not found
