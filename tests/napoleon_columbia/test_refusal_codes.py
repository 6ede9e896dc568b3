"""Every refusal that the rules can give is given by a test, with its clause.

What they can give is read in their sources, so that a refusal without a test fails here.
"""

import ast
from pathlib import Path

import pytest

from napoleon.rules.terms import SetupRefused
from napoleon.rulesets import napoleon_columbia
from napoleon.rulesets.napoleon_columbia import RULES, verbs
from napoleon.rulesets.napoleon_columbia.sides import ANGLO, PRUSSIAN
from tests.napoleon_columbia.kit import fresh, marching
from tests.napoleon_columbia.scripted import ScriptedChance
from tests.napoleon_columbia.test_refusals import CASES
from tests.napoleon_columbia.test_refusals_in_battle import CASES as IN_BATTLE

HOME = Path(napoleon_columbia.__file__).parent

GENERAL = {"WRONG_PHASE", "NOT_YOUR_DECISION", "DECISION_PENDING"}
"""What the kit refuses in every game."""

OF_THE_KIT = {"GAME_OVER"}
"""What the kit refuses to people who end games by themselves: it is not in the sources here."""

ELSEWHERE = {
    ("UNKNOWN_SCENARIO", "4.0"),
    ("NO_BIDDING_FOR_THREE", "13.0"),
    ("NO_CONSULTATION", "12.0"),
}
"""What answers no order; each has a test of its own below."""


def _calls(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "refuse":
            yield [it.value if isinstance(it, ast.Constant) else "" for it in node.args[:2]]


def _chapters():
    """The modules whose refusals answer orders, and those that lay the game out."""
    return [*HOME.glob("*.py")]


def refusals():
    """Code and clause of each call of `refuse`; a clause that is not written there is empty."""
    return {(code, clause) for path in _chapters() for code, clause in _calls(path)}


def given():
    """Code and clause of each refusal that a table gives."""
    return {tuple(case[-1].split()) for case in (*CASES, *IN_BATTLE)} | ELSEWHERE


def test_the_sources_are_read():
    assert ("RIVER_LIMIT", "5.5") in refusals()
    assert ("NOT_YOUR_UNIT", "") in refusals()
    assert len(refusals()) > 100


def test_every_refusal_is_given():
    answered = {code for code, _ in given()}
    assert {pair for pair in refusals() if pair[1]} <= given()
    assert {code for code, _ in refusals()} <= answered


def test_no_other_is():
    written = refusals()
    loose = {code for code, clause in written if not clause}
    others = {it for it in given() if it not in written and it[0] not in loose | GENERAL}
    assert {code for code, _ in others} == OF_THE_KIT


def test_the_general_ones_are_given():
    assert {code for code, _ in given()} >= GENERAL


def test_every_clause_has_a_text():
    assert {clause for _, clause in given()} <= set(RULES.clauses)


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
