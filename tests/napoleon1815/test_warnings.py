"""What an order costs its own side by the rules is said before it is given [ELIM.2, ELIM.4]."""

import pytest

from napoleon.rulesets.napoleon1815.events.casualties import CommanderRemoved, CorpsEliminated
from tests.napoleon1815.battles import field
from tests.napoleon1815.kit import ALLIED, FRENCH, RULES, activate, at, play


def warned(given, seat, order):
    [decision] = [it for it in RULES.decisions(given) if it.seat == seat]
    return [(it.piece, it.clause) for it in RULES.warns(given, decision, order)]


@pytest.mark.parametrize(("fatigue", "lost"), [(7, []), (8, ["picton", "wellington"])])
def test_a_march_in_rain_says_whom_it_kills(fatigue, lost):
    given = field(
        {"picton": at("p2", fatigue=fatigue), "wellington": at("p2")},
        lasting={"rain": 37},
        to_go=ALLIED,
    )
    order = activate("p2", "picton", "wellington")
    assert [piece for piece, _ in warned(given, ALLIED, order)] == lost
    played = play(given, ALLIED, order)
    gone = [it.corps for it in played.events_of(CorpsEliminated)]
    assert gone + [it.commander for it in played.events_of(CommanderRemoved)] == lost


def test_what_the_enemy_loses_is_no_warning():
    given = field({"picton": at("p2", fatigue=8), "reille": at("p5")}, lasting={"rain": 37})
    assert warned(given, FRENCH, activate("p5", "reille")) == []
