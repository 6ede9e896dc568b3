"""What the game refuses but orders, and verbs that no table of refusals may leave out.

That every refusal is seen with its clause is held for all games, in `tests/rulesets`.
"""

import pytest

from napoleon.rules.terms import SetupRefused
from napoleon.rulesets.napoleon_columbia import RULES, verbs
from napoleon.rulesets.napoleon_columbia.sides import ANGLO, PRUSSIAN
from tests.napoleon_columbia.kit import fresh, marching
from tests.napoleon_columbia.scripted import ScriptedChance
from tests.napoleon_columbia.test_refusals import CASES
from tests.napoleon_columbia.test_refusals_in_battle import CASES as IN_BATTLE


def test_every_verb_is_refused_somewhere():
    refused = {type(order) for *_, orders, _ in (*CASES, *IN_BATTLE) for order in orders[-1:]}
    unrefusable = {"EndReinforcement", "EndRegroup", "KeepHidden"}
    names = {verb.order.__name__ for verb in (*verbs.VERBS, *verbs.FREE)}
    assert names - {it.__name__ for it in refused} == unrefusable


@pytest.mark.parametrize(
    ("scenario", "options", "refused"),
    [
        ("waterloo", {}, ("UNKNOWN_SCENARIO", "4.0")),
        ("free", {"players": 3, "bidding": True}, ("NO_BIDDING_FOR_THREE", "13.0")),
        ("free", {"players": 4}, ("BAD_OPTION", "12.0")),
        ("free", {"weather": True}, ("BAD_OPTION", "12.0")),
    ],
)
def test_a_game_that_cannot_be_set_up(scenario, options, refused):
    with pytest.raises(SetupRefused) as caught:
        RULES.setup(scenario, options, ScriptedChance())
    assert (caught.value.refusal.code, caught.value.refusal.clause) == refused


def test_the_allies_do_not_talk_by_day():
    day = marching({"ghent": "a02", "liege": "p02"}, players=3)
    refused = RULES.refuse_talk(day.state, ANGLO, PRUSSIAN)
    assert (refused.code, refused.clause) == ("NO_CONSULTATION", "12.0")
    assert RULES.refuse_talk(fresh(players=3).state, ANGLO, PRUSSIAN) is None
