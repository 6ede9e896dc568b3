"""Corrections by a referee set what they name and nothing else [R-135]."""

from __future__ import annotations

from typing import Any

import pytest

from napoleon.rules.corrections import Correction
from napoleon.rules.events import Event
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Result
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.corrections import corrections, kinds
from napoleon.rulesets.napoleonic_wars.corrections.kinds import (
    PlaceCard,
    PlaceLeader,
    RemoveLeader,
    SetCP,
    SetFlag,
    SetFought,
    SetInterception,
    SetPlusKey,
    SetRegroup,
    SetResources,
    SetRound,
    SetSquadrons,
    SetStrength,
    SetWar,
    TurnHomeCard,
)
from napoleon.rulesets.napoleonic_wars.events import apply
from napoleon.rulesets.napoleonic_wars.orders import Gather, Go
from napoleon.rulesets.napoleonic_wars.pieces import sp_of, squadrons_of
from napoleon.rulesets.napoleonic_wars.state import ForeignWar, Squadrons, State
from tests.napoleonic_wars.playing import begun, copied, emptied, pack, play, stand

CORRECTIONS = corrections(pack())
WHY = "The table showed something else."


def _impulse() -> State:
    state = emptied(cp=3)
    stand(state, "munich", "fr", 5, "murat")
    stand(state, "vienna", "au", 4, "mack")
    return state


def _corrected(state: State, correction: Correction) -> tuple[State, list[Event]]:
    before = copied(state)
    events = CORRECTIONS.carry_out(state, correction, "why")
    assert state == before, "a correction leaves the position it is given as it was"
    assert not isinstance(events, Refusal), events
    after = copied(state)
    for event in events:
        after = apply(after, event)
    assert after.draws == state.draws, "nothing is drawn"
    return after, events


CASES: list[tuple[Correction, Any, Any]] = [
    (SetStrength("fr", "munich", 7, reason=WHY), lambda it: sp_of(it, "fr"), 7),
    (SetStrength("fr", "munich", 0, reason=WHY), lambda it: sp_of(it, "fr"), 0),
    (SetFought("fr", "munich", 2, reason=WHY), lambda it: sum(
        lot.sp for lot in it.spaces["munich"].lots if lot.fought), 2),
    (PlaceLeader("ney", "munich", reason=WHY), lambda it: it.leaders["ney"].where, "munich"),
    (RemoveLeader("murat", "dead", reason=WHY), lambda it: it.leaders["murat"].standing, "dead"),
    (SetFlag("linz", "fr", reason=WHY), lambda it: it.spaces["linz"].flag, "fr"),
    (SetRegroup("au", 3, reason=WHY), lambda it: it.nations["au"].regroup_sp, 3),
    (SetSquadrons("gb", "north_sea", 1, 1, reason=WHY), lambda it: [
        (fleet.ready, fleet.refit) for fleet in it.squadrons], [(1, 1)]),
    (SetResources("ru", 2, reason=WHY), lambda it: it.nations["ru"].resources, 2),
    (SetPlusKey("fr", True, reason=WHY), lambda it: it.nations["fr"].plus_key, True),
    (SetCP(5, reason=WHY), lambda it: it.stack[0].pools[0].cp, 5),
    (PlaceCard("honved", "discards", reason=WHY), lambda it: it.discards[-1], "honved"),
    (PlaceCard("honved", "au", reason=WHY), lambda it: it.nations["au"].hand, ["honved"]),
    (TurnHomeCard("parliament", True, reason=WHY), lambda it: [
        card.up for card in it.nations["gb"].home if card.card == "parliament"], [True]),
    (SetRound(4, reason=WHY), lambda it: it.round, 4),
    (SetWar("fr", "ru", False, reason=WHY), lambda it: "fr-ru" in it.wars, False),
    (SetInterception("mack", False, reason=WHY), lambda it: it.leaders["mack"].failed, True),
]  # fmt: skip


@pytest.mark.parametrize(("correction", "reads", "after"), CASES)
def test_it_sets_what_it_names_and_not_twice(correction: Any, reads: Any, after: Any) -> None:
    corrected, events = _corrected(_impulse(), correction)
    assert reads(corrected) == after
    assert all(getattr(it, "reason", "why") == "why" for it in events)
    again = CORRECTIONS.carry_out(corrected, correction, "why")
    assert isinstance(again, Refusal)
    assert again.code == "NOTHING_TO_CORRECT"


def test_squadrons_that_have_fled_are_counted_with_the_others() -> None:
    state = _impulse()
    state.squadrons = [Squadrons("gb", "north_sea", ready=1), Squadrons("gb", "york", ready=1)]
    state.squadrons += [Squadrons("gb", "york", ready=2, stays=True)]
    corrected, [event] = _corrected(state, SetSquadrons("gb", "york", 4, reason=WHY))
    assert event.before == (3, 0, 0)  # type: ignore[attr-defined]
    assert squadrons_of(corrected, "gb") == 5


def test_every_kind_has_a_case() -> None:
    declared = {
        it
        for it in vars(kinds).values()
        if isinstance(it, type) and issubclass(it, Correction) and it is not Correction
    }
    assert {type(it) for it, _, _ in CASES} == declared == {*CORRECTIONS.kinds}


@pytest.mark.parametrize(
    ("correction", "code"),
    [
        (SetStrength("fr", "atlantis", 1, reason=WHY), "UNKNOWN_NAME"),
        (SetStrength("fr", "munich", 57, reason=WHY), "OUT_OF_RANGE"),
        (SetStrength("fr", "munich", -1, reason=WHY), "OUT_OF_RANGE"),
        (SetStrength("fr", "vienna", 1, reason=WHY), "ENEMY_THERE"),
        (PlaceLeader("ney", "vienna", reason=WHY), "ENEMY_THERE"),
        (SetFlag("linz", "au", reason=WHY), "OWN_COLOUR"),
        (SetFought("fr", "munich", 6, reason=WHY), "OUT_OF_RANGE"),
        (SetSquadrons("gb", "vienna", 1, reason=WHY), "NO_PORT"),
        (SetSquadrons("gb", "north_sea", 99, reason=WHY), "OUT_OF_RANGE"),
        (PlaceCard("parliament", "deck", reason=WHY), "HOME_CARD"),
        (PlaceCard("honved", "nowhere", reason=WHY), "UNKNOWN_NAME"),
        (TurnHomeCard("honved", True, reason=WHY), "UNKNOWN_NAME"),
        (SetWar("fr", "sp", True, reason=WHY), "ALLIED"),
        (SetRound(0, reason=WHY), "OUT_OF_RANGE"),
    ],
)
def test_what_cannot_be_is_refused(correction: Correction, code: str) -> None:
    refusal = CORRECTIONS.carry_out(_impulse(), correction, "why")
    assert isinstance(refusal, Refusal)
    assert refusal.code == code


def test_pieces_are_not_set_while_a_force_marches() -> None:
    marching = play(_impulse(), Gather("murat"), Go("linz")).state
    refusal = CORRECTIONS.carry_out(marching, SetStrength("fr", "paris", 1, reason=WHY), "why")
    assert isinstance(refusal, Refusal)
    assert refusal.code == "NOT_NOW"


def _refused(state: State, correction: Correction) -> tuple[str, str]:
    before = copied(state)
    refusal = CORRECTIONS.carry_out(state, correction, "why")
    assert isinstance(refusal, Refusal), refusal
    assert state == before, "a refusal leaves no trace"
    return refusal.code, refusal.clause


def test_nothing_is_corrected_before_the_game_has_begun_and_after_its_end() -> None:
    correction = SetResources("ru", 2, reason=WHY)
    assert _refused(begun()[0], correction) == ("WRONG_PHASE", "R-135")
    over = _impulse()
    over.result = Result("imperial", say("The most points."), "5.81.a", ())
    assert _refused(over, correction) == ("GAME_OVER", "5.81.d")


def test_what_lies_on_the_card_of_a_foreign_war_stays_there() -> None:
    state = _impulse()
    state.bag.remove("turkish_war_1")
    state.foreign_wars = [ForeignWar("turkish_war_1", "au", "ot", 2, 0, ["charles"])]
    state.leaders["charles"].standing = "war"
    assert _refused(state, PlaceLeader("charles", "vienna", reason=WHY)) == (
        "IN_FOREIGN_WAR",
        "6.13.a",
    )
    assert _refused(state, RemoveLeader("charles", "pool", reason=WHY))[0] == "IN_FOREIGN_WAR"
    assert _refused(state, PlaceCard("turkish_war_1", "deck", reason=WHY)) == (
        "CARD_IN_PLAY",
        "6.13.a",
    )
