"""Every refusal that the rules can give is given by a test, with its clause.

What they can give is read in their sources, so that a refusal without a test fails here; and every
code of the table of commands is among them [chapter b].
"""

import ast
from pathlib import Path

from napoleon.rulesets import eagles_waterloo
from napoleon.rulesets.eagles_waterloo import RULES, verbs
from tests.eagles_waterloo import test_refusals as outside
from tests.eagles_waterloo import test_refusals_in_battle as in_battle
from tests.eagles_waterloo import test_specials_refused as specials

HOME = Path(eagles_waterloo.__file__).parent

GENERAL = {"WRONG_PHASE", "NOT_YOUR_DECISION", "DECISION_PENDING"}
"""What the kit refuses in every game."""

OF_THE_KIT = {"BAD_OPTION", "GAME_OVER"}
"""What the kit refuses: of the choice of options, and after the end."""

TABLE = """
bad_scale wrong_size duplicate over_bp wrong_nation wrong_battle missing_data too_few too_many
wrong_lane terrain_fixed already_adjusted two_generals generals_first no_hits already_acted sideways
no_moves foot_artillery_engage engage_and_disengage through_enemy disengage_blocked river_limit
arrived_this_turn prussian_lane prussian_not_arrived chief_of_staff not_infantry not_engaged
position_engaged target_already_hit woods in_reserve general_target no_dice not_column blown square
building infantry_at_cavalry cavalry_not_blown inside_building moved_this_turn held wrong_type
capacity not_in_position enemy_present two_terrains wrong_phase limit same_card nation
not_prussian_general option_off stack_full not_your_turn not_campaign not_winner no_other_battle
"""
"""The codes of the table, but for ``unknown_battle``: all games say UNKNOWN_SCENARIO instead."""


def _calls(path):
    tree = ast.parse(path.read_text(encoding="utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and getattr(node.func, "id", "") == "refuse":
            yield tuple(it.value if isinstance(it, ast.Constant) else "" for it in node.args[:2])


def _chapters():
    """The modules whose refusals answer orders, and those that lay the game out."""
    return [*HOME.glob("*.py"), *HOME.glob("campaign/*.py"), *HOME.glob("specials/*.py")]


def refusals():
    """Code and clause of each call of `refuse`; a clause that is not written there is empty.

    Lists are refused with the code of their first reason, which is not written there at all.
    """
    found = {pair for path in _chapters() for pair in _calls(path)}
    return {(code, clause) for code, clause in found if code}


def given():
    """Code and clause of each refusal that a table gives."""
    rows = [
        *outside.CASES, *outside.SETUPS, *in_battle.CASES, *in_battle.WITHOUT_DICE, *specials.CASES,
    ]  # fmt: skip
    named = [row[-1] for row in rows]
    pairs = {tuple(it.split()) for it in [*named, outside.UNPLAYABLE, *in_battle.SPECIAL]}
    windows = {("WRONG_PHASE", f"13.a.{it.no}") for it in specials.SPECIALS}
    numbers = {RULES.pack.by_id[special].no for special, *_ in specials.NO_TARGET}
    return pairs | windows | {("NO_TARGET", f"13.a.{no}") for no in numbers}


def test_the_sources_are_read():
    assert ("RIVER_LIMIT", "11.3") in refusals()
    assert ("WRONG_SIZE", "G-55") in refusals()
    assert ("NATION", "13.0") in refusals()
    assert len(refusals()) > 100


def test_every_refusal_is_given():
    answered = {code for code, _ in given()}
    assert {pair for pair in refusals() if pair[1]} - given() == set()
    assert {code for code, _ in refusals()} - answered == set()


def test_no_other_is():
    written = refusals()
    loose = {code for code, clause in written if not clause}
    others = {it for it in given() if it not in written and it[0] not in loose | GENERAL}
    assert {code for code, _ in others} == OF_THE_KIT


def test_every_code_of_the_table_is_given():
    codes = {code for code, _ in given()}
    assert {it.upper() for it in TABLE.split()} - codes == set()
    assert codes >= {*GENERAL, "UNKNOWN_SCENARIO"}


def test_every_clause_has_a_text():
    assert {clause for _, clause in given()} - set(RULES.clauses) == set()


def test_every_verb_is_refused_somewhere():
    rows = [*outside.CASES, *in_battle.CASES, *specials.CASES]
    refused = {type(order).__name__ for _, _, orders, *_ in rows for order in orders[-1:]}
    names = {verb.order.__name__ for verb in (*verbs.VERBS, *verbs.FREE)}
    assert names - refused == {"SubmitDeck"}, "lists of decks are refused in another file"
