"""Nobody learns what he may not know [chapter 19].

Two games differ in what a seat, or a spectator, may not know: the cards of a hand, strength and
fatigue of corps. Both give him the same bytes: views, decisions, events and their sentences,
version numbers, and the refusals of whatever he tries; until the rules make the secret public.
"""

from __future__ import annotations

import pytest

from napoleon.events import REFEREE, TOPICS, Event
from napoleon.game import OrderGiven
from napoleon.orders import Refusal
from napoleon.ruleset import Decision
from napoleon.rulesets.napoleon1815 import RULES, allocation, recovery, verbs, views
from napoleon.rulesets.napoleon1815.events import RecoveryBarred
from napoleon.rulesets.napoleon1815.state import Allocation
from napoleon.rulesets.napoleon1815.table import Table
from tests.napoleon1815.published import SecretOut, ToldApart
from tests.napoleon1815.twins import Twins

PAIRS = 100

HIDING = [
    cls
    for cls in TOPICS.values()
    if cls.hidden and (cls is OrderGiven or cls.topic.startswith("napoleon1815."))
]


def told_apart(pairs: int = PAIRS) -> bool:
    """Whether any of so many pairs can be told apart."""
    for number in range(pairs):
        try:
            Twins(number).play()
        except ToldApart:
            return True
    return False


@pytest.mark.parametrize("number", range(PAIRS))
def test_twins_cannot_be_told_apart(number: int) -> None:
    Twins(number).play()


@pytest.mark.parametrize("number", range(0, PAIRS, 7))
def test_who_may_know_the_secrets_sees_them(number: int) -> None:
    twins = Twins(number)
    try:
        twins.part()
    except SecretOut:
        return
    for reader in (*twins.secretive, REFEREE):
        one, other = (RULES.view(state, reader)["order-of-battle"] for state in twins.states)
        assert one != other


# -- the comparison finds what is opened --------------------------------------------------------


@pytest.mark.parametrize("cls", HIDING, ids=lambda cls: cls.__name__)
def test_an_opened_field_is_found(cls: type[Event], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cls, "hidden", frozenset())
    assert told_apart()


@pytest.mark.parametrize("gate", ["sees_army", "sees_hand"])
def test_an_opened_view_is_found(gate: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(views, gate, lambda *_: True)
    assert told_apart()


def test_a_question_asked_only_where_it_matters_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def could_help(table: Table, seat: str) -> bool:
        own = [table.block(c) for c in table.corps_on_map(table.side_of_player(seat))]
        return any(corps.fatigue and not corps.ready for corps in own)

    monkeypatch.setattr(recovery, "_can_play", could_help)
    assert told_apart()


def test_a_secret_in_a_question_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def question(table: Table, pending: Allocation) -> Decision:
        text = f"Spread {pending.points} points over {[table.block(c) for c in pending.corps]}."
        return table.question(pending.player, f"allocate_{pending.kind}", "ALLOC.1", text)

    monkeypatch.setattr(allocation, "_question", question)
    assert told_apart()


def test_a_secret_in_the_number_of_events_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    give = allocation._give_fatigue

    def give_and_tell(table: Table, player: str, points: dict[str, int]) -> None:
        give(table, player, points)
        if any(table.block(corps).fatigue > 2 for corps in points):
            table.record(RecoveryBarred(table.side_of_player(player)), "ALLOC.1")

    monkeypatch.setattr(allocation, "_give_fatigue", give_and_tell)
    assert told_apart()


def test_a_secret_in_a_refusal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(table: Table, *_: object) -> Refusal:
        return Refusal("NO", "SEQ.1", "No.", {"hands": table.state.hands})

    monkeypatch.setattr(verbs, "refuse_misplaced", refuse)
    assert told_apart()
