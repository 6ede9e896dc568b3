"""Nobody learns what he may not know [chapter 19].

Two games differ in what a seat, or a spectator, may not know: the cards of a hand, strength and
fatigue of corps, in fog of war which block stands under which token. Both give him the same bytes:
views, decisions, offers, events and their sentences, version numbers, all of it in the notation as
well, and the refusals of whatever he tries; until the rules tell him the secret.
"""

from __future__ import annotations

from functools import cache

import pytest

from napoleon.chance import SeededChance
from napoleon.log.events.draws import SecretDrawsCalled
from napoleon.rules.events import REFEREE, SPECTATOR, TOPICS, Event
from napoleon.rules.kit import verbs
from napoleon.rules.kit.verbs import Rulebook
from napoleon.rules.orders import OrderGiven, Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815 import RULES, allocation, fog, recovery
from napoleon.rulesets.napoleon1815.events.cards import RecoveryBarred
from napoleon.rulesets.napoleon1815.events.casualties import CorpsRested
from napoleon.rulesets.napoleon1815.events.movement import MovementPointsSet
from napoleon.rulesets.napoleon1815.events.operations import BlockSpent
from napoleon.rulesets.napoleon1815.events.setup import BlockPlaced
from napoleon.rulesets.napoleon1815.state import Allocation
from napoleon.rulesets.napoleon1815.table import Table
from napoleon.rulesets.napoleon1815.views import sight
from tests.napoleon1815.comparing import still_in_the_dark
from tests.napoleon1815.directed import DIRECTED
from tests.napoleon1815.mutations import ONE_OF_EACH
from tests.napoleon1815.published import SecretOut, ToldApart
from tests.napoleon1815.twins import Twins

ENOUGH = (12, 24, 29, 25, 35, 37, 38, 10, 26, 42, 13, 36, 60)
"""Pairs of random play, the longest ones last. They are played whatever comes up in them."""

PAIRS = (*ENOUGH, *(it for it in range(40) if it not in ENOUGH))
"""The others are played only for what does not come up in these. `tests/soak/test_hidden.py` plays
all of them, and many more."""

SELDOM = {BlockSpent: 10, CorpsRested: 60, MovementPointsSet: 13}
"""Pairs in which these come up; they are looked at before others."""

HIDING = [
    cls
    for cls in TOPICS.values()
    if (cls.hidden or cls.fogged)
    and (cls in (OrderGiven, SecretDrawsCalled) or cls.topic.startswith("napoleon1815."))
]


@cache
def played(number: int) -> Twins:
    """A pair that was played on as long as its games are twins. Raises ToldApart."""
    twins = Twins(number)
    twins.play()
    return twins


def told_apart(*likely: int) -> bool:
    """Whether any of the pairs can be told apart; the likely ones are looked at before others."""
    for number in (*likely, *PAIRS):
        try:
            Twins(number).play()
        except ToldApart:
            return True
    return False


@pytest.mark.sampled(3)
@pytest.mark.parametrize("number", ENOUGH)
def test_twins_cannot_be_told_apart(number: int) -> None:
    played(number)


@pytest.mark.parametrize("number", sorted(PAIRS)[::7])
def test_who_may_know_the_secrets_sees_them(number: int) -> None:
    twins = Twins(number)
    try:
        twins.part()
    except SecretOut:
        return
    for reader in (*twins.secretive, REFEREE):
        one, other = (RULES.view(state, Viewer(reader)).order_of_battle for state in twins.states)
        assert one != other


def test_the_pairs_are_of_every_form_of_the_game() -> None:
    kinds = [Twins(number).kind for number in ENOUGH]
    assert {(it.options["players"], it.options["rules"]) for it in kinds} == {
        (players, rules) for players in (2, 3) for rules in ("conscript", "grognard")
    }


def test_every_verb_is_tried() -> None:
    assert {type(order) for order in ONE_OF_EACH} == set(RULES.verbs)


@pytest.mark.parametrize("players", [2, 3])
@pytest.mark.parametrize("scenario", ["ligny_quatre_bras", "waterloo_wavre"])
def test_no_version_of_the_set_up_names_a_token(scenario: str, players: int) -> None:
    """Whoever looks at the position after each block sees tokens, and never who has come."""
    options = {"rules": "grognard", "players": players}
    events = RULES.setup(scenario, options, SeededChance("18" * 32, "fog", drawn=0))
    state, shown, placed = None, {}, 0
    for event in events:
        state = RULES.apply(state, event)
        for reader in (*state.seats, SPECTATOR):
            before = shown.get(reader)
            shown[reader] = RULES.view(state, Viewer(reader)).order_of_battle
            if isinstance(event, BlockPlaced) and reader != event.player:
                assert shown[reader] == before, f"{reader} reads that {event.block} has come"
                placed += 1
    assert placed > 40
    for reader, view in shown.items():
        units = {it.id: it.state for army in view.armies for it in army.units}
        standing = {block for block, place in units.items() if place == "map"}
        assert standing == set(RULES.pack.scenarios[scenario].setup), reader


# -- the comparison finds what is opened --------------------------------------------------------


def opened(cls: type[Event], patch: pytest.MonkeyPatch) -> None:
    """Everybody reads all fields of a class, as if none of them were marked."""
    patch.setattr(cls, "hidden", frozenset())
    patch.setattr(cls, "fogged", frozenset())


@pytest.mark.parametrize("cls", DIRECTED, ids=lambda cls: cls.__name__)
def test_an_opened_field_is_found_where_play_seldom_comes(
    cls: type[Event], monkeypatch: pytest.MonkeyPatch
) -> None:
    pair = DIRECTED[cls]()
    still_in_the_dark(pair.readers, pair.one, pair.other)
    opened(cls, monkeypatch)
    with pytest.raises(ToldApart, match=cls.topic.rpartition(".")[2].partition("/")[0]):
        still_in_the_dark(pair.readers, pair.one, pair.other)


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "cls", [cls for cls in HIDING if cls not in DIRECTED], ids=lambda cls: cls.__name__
)
def test_an_opened_field_is_found(cls: type[Event], monkeypatch: pytest.MonkeyPatch) -> None:
    # Another process may have played the others.
    likely = [SELDOM[cls]] if cls in SELDOM else []
    number = next(number for number in (*likely, *PAIRS) if cls in played(number).kept)
    opened(cls, monkeypatch)
    with pytest.raises(ToldApart):
        Twins(number).play()


@pytest.mark.parametrize("gate", ["sees_army", "sees_hand", "sees_block"])
def test_an_opened_view_is_found(gate: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, gate, lambda *_: True)
    assert told_apart()


def test_a_question_asked_only_where_it_matters_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def could_help(table: Table, seat: str) -> bool:
        own = [table.block(c) for c in table.corps_on_map(table.side_of_player(seat))]
        return any(corps.fatigue and not corps.ready for corps in own)

    monkeypatch.setattr(recovery, "_can_play", could_help)
    assert told_apart(60)


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
    assert told_apart(38)


def test_a_secret_in_the_order_of_blocks_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(fog, "in_order", lambda table, blocks: sorted(blocks))
    assert told_apart()


def test_a_secret_in_a_refusal_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(book: Rulebook[Table], table: Table, *_: object) -> Refusal:
        return Refusal("NO", book.clause, "No.", {"hands": table.state.hands})

    monkeypatch.setattr(verbs, "_misplaced", refuse)
    assert told_apart(60)
