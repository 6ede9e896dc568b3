"""The bot of Napoléon 1815 in hundreds of games.

Against itself neither side is favoured, and no army stands idle.
"""

from __future__ import annotations

import pytest

from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.sides import SIDES
from tests.napoleon1815.balance import Balance
from tests.napoleon1815.bot_record import record

pytestmark = pytest.mark.soak

AGAINST_ITSELF = 200
SCENARIOS = tuple(RULES.pack.scenarios)


@pytest.mark.parametrize("scenario", SCENARIOS)
def test_against_itself_neither_side_is_favoured_and_both_attack(scenario: str) -> None:
    """The same games as those of `make balance`, with the same outcome."""
    games = [record(number, scenario) for number in range(1, AGAINST_ITSELF + 1)]
    balance = Balance.of(scenario, games)
    assert 0.35 <= balance.share <= 0.65, balance
    assert sum(it.soaked for it in games) == 0, "four corps in the rain, for nothing"
    assert sum(it.left for it in games) == 0, "three ready corps, without a reason"
    for side in SIDES:
        assert 3 <= balance.attacks[side] <= 10, balance
        assert sum(it.idle[side] for it in games) < sum(it.present[side] for it in games) / 2
    assert max(it.slowest for it in games) < 1.0
