"""Corrections by a referee set what they name and nothing else [R-135]."""

from __future__ import annotations

from typing import Any

import pytest

from napoleon.rules.corrections import Correction
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Result
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.corrections import kinds
from napoleon.rulesets.napoleonic_wars.corrections.kinds import (
    PlaceCard,
    PlaceLeader,
    RemoveLeader,
    SetCamp,
    SetCaretaker,
    SetConsul,
    SetCP,
    SetFlag,
    SetFought,
    SetGrace,
    SetInterception,
    SetKeptCP,
    SetLeaderFought,
    SetNeutral,
    SetPeace,
    SetPlusKey,
    SetRegroup,
    SetRegroupedSquadrons,
    SetResources,
    SetRound,
    SetScheduled,
    SetSquadrons,
    SetStrength,
    SetWar,
    TakeCardOff,
    TurnHomeCard,
)
from napoleon.rulesets.napoleonic_wars.frames.forces import Lot
from napoleon.rulesets.napoleonic_wars.nations import at_war, commander, is_allied
from napoleon.rulesets.napoleonic_wars.orders.marches import Gather, Go
from napoleon.rulesets.napoleonic_wars.pieces import sp_of
from napoleon.rulesets.napoleonic_wars.state import PACT, ForeignWar, Rule, Squadrons
from tests.napoleonic_wars.correcting import CORRECTIONS, THE_REST, WHY, corrected, impulse, refused
from tests.napoleonic_wars.playing import begun, emptied, pack, play, stand

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
    (PlaceCard("honved", "discards", reason=WHY), lambda it: it.discards[-1:], ["honved"]),
    (PlaceCard("honved", "au", reason=WHY), lambda it: it.nations["au"].hand, ["honved"]),
    (TurnHomeCard("parliament", True, reason=WHY), lambda it: [
        card.up for card in it.nations["gb"].home if card.card == "parliament"], [True]),
    (SetRound(4, reason=WHY), lambda it: it.round, 4),
    (SetWar("fr", "ru", False, reason=WHY), lambda it: "fr-ru" in it.wars, False),
    (SetInterception("mack", False, reason=WHY), lambda it: it.leaders["mack"].failed, True),
    (SetLeaderFought("murat", True, reason=WHY), lambda it: it.leaders["murat"].fought, True),
    (SetRegroupedSquadrons("gb", 2, reason=WHY), lambda it:
        it.nations["gb"].regroup_squadrons, 2),
    (SetKeptCP("ot", 1, reason=WHY), lambda it: it.nations["ot"].marker_cp, 1),
    (SetScheduled("sw", reason=WHY), lambda it: pack().track[it.marker], "sw"),
    (SetPeace(2, reason=WHY), lambda it: it.peace, 2),
    (SetConsul("ot", "aide", "ru", frozen=3, reason=WHY), lambda it: (
        it.nations["ot"].row, it.nations["ot"].box, it.nations["ot"].frozen), ("ru", 2, 3)),
    (SetConsul("dk", "unaligned", "fr", plus=True, reason=WHY), lambda it: (
        it.nations["dk"].row, it.nations["dk"].box, it.nations["dk"].plus_face), ("fr", 0, True)),
    (SetConsul("sw", "pact", "gb", reason=WHY), lambda it: (
        it.nations["sw"].camp, commander(it, "sw")), ("coalition", "coalition")),
    (SetConsul("sp", "aide", "fr", reason=WHY), lambda it: (
        it.nations["sp"].camp, commander(it, "sp")), ("", "")),
    (SetNeutral("au", "fr", reason=WHY), lambda it: (
        it.nations["au"].camp, it.nations["au"].conquered), ("", "fr")),
    (SetGrace("fr", "pr", 3, reason=WHY), lambda it: it.grace, {"fr-pr": 3}),
]  # fmt: skip
"""Corrections of one position, what each sets, and what that is then."""


def test_squadrons_that_have_fled_are_set_like_others() -> None:
    state = impulse()
    state.squadrons.append(Squadrons("gb", "north_sea", 2, stays=True))
    then, _ = corrected(state, SetSquadrons("gb", "north_sea", 1, reason=WHY))
    own = [it for it in then.squadrons if (it.nation, it.at) == ("gb", "north_sea")]
    assert [it.ready for it in own] == [1]


def test_every_kind_has_a_case() -> None:
    """Here, or in `test_corrections_of_the_rest`."""
    declared = {
        it
        for it in vars(kinds).values()
        if isinstance(it, type) and issubclass(it, Correction) and it is not Correction
    }
    assert {*CORRECTIONS.kinds} == declared
    shown = {type(it) for it, _, _ in CASES} | {SetCaretaker, SetCamp, TakeCardOff}
    assert declared == shown | {type(it.correction) for it in THE_REST}


def test_a_caretaker_is_set_for_who_is_at_war() -> None:
    """And sees the hand from then on [R-67, R-181]."""
    state = impulse()
    state.nations["ot"].hand = ["honved"]
    state.bag.remove("honved")
    setting = SetCaretaker("ot", "imperial", reason=WHY)
    assert refused(state, setting) == ("NO_CARETAKER", "R-181")
    state.wars.append("ot-ru")
    then, events = corrected(state, setting)
    assert commander(then, "ot") == "imperial"
    assert [it.type for it in events] == ["caretaker_corrected", "hand_looked_at"]
    assert refused(then, setting)[0] == "NOTHING_TO_CORRECT"
    assert refused(state, SetCaretaker("ot", "coalition", reason=WHY))[0] == "NO_CARETAKER"


def test_a_caretaker_is_taken_away() -> None:
    """[8.32.b]"""
    state = impulse()
    state.wars.append("ot-ru")
    state.nations["ot"].caretaker = "imperial"
    then, events = corrected(state, SetCaretaker("ot", reason=WHY))
    assert [it.type for it in events] == ["caretaker_withdrawn"]
    assert commander(then, "ot") == ""
    assert refused(then, SetCaretaker("ot", reason=WHY))[0] == "NOTHING_TO_CORRECT"


@pytest.mark.parametrize(
    ("sp", "after"),
    [
        (6, {(4, 0, True), (1, 2, False), (1, 0, False)}),
        (5, None),
        (4, {(3, 0, True), (1, 2, False)}),
        (1, {(1, 2, False)}),
    ],
)
def test_strength_that_stays_is_as_it_was(
    sp: int, after: set[tuple[int, int, bool]] | None
) -> None:
    """[9.51]"""
    state = impulse()
    state.spaces["munich"].lots = [Lot("fr", 1, 2), Lot("fr", 4, 0, fought=True)]
    wanted = SetStrength("fr", "munich", sp, reason=WHY)
    if after is None:
        assert refused(state, wanted) == ("NOTHING_TO_CORRECT", "R-135")
        return
    then, _ = corrected(state, wanted)
    assert {(it.sp, it.entered, it.fought) for it in then.spaces["munich"].lots} == after


def test_what_cannot_be_at_war_is_not_put_to_war() -> None:
    """[9.51.a, 15.21.d]"""
    state = impulse()
    declared = SetWar("fr", "pr", True, reason=WHY)
    state.grace["fr-pr"] = 3
    assert refused(state, declared) == ("GRACE", "15.21.d")
    state.grace = {}
    stand(state, "munich", "pr", 1)
    assert refused(state, declared) == ("ENEMY_THERE", "9.51.a")
    state.spaces["munich"].lots = [Lot("fr", 5)]
    assert at_war(corrected(state, declared)[0], "fr", "pr")


def test_no_card_is_set_that_lies_aside_while_hands_are_decided_about() -> None:
    """[14.31]"""
    state = impulse()
    state.stack, state.phase = [], "interphase"
    state.bag.remove("honved")
    state.nations["au"].carried = ["honved"]
    wanted = PlaceCard("honved", "deck", reason=WHY)
    assert refused(state, wanted) == ("NOT_NOW", "14.31.c")


def test_a_power_is_put_into_a_camp_with_its_proxies() -> None:
    """[8.3.d, R-89]"""
    state = emptied(players=4)
    joins = SetCamp("au", "imperial", reason=WHY)
    assert refused(state, joins) == ("AT_WAR", "8.3.e")
    state.wars = [it for it in state.wars if "au" not in it]
    sweden = state.nations["sw"]
    sweden.row, sweden.box, sweden.camp = "au", PACT, "coalition"
    then, _ = corrected(state, joins)
    assert {then.nations[it].camp for it in ("au", "sw")} == {"imperial"}
    assert is_allied(then, "au", "fr")
    assert refused(then, joins)[0] == "NOTHING_TO_CORRECT"
    of_three = emptied(players=3)
    of_three.wars = []
    assert refused(of_three, joins) == ("OTHER_CAMP", "8.3.d")


def test_a_card_is_taken_off_with_what_it_does() -> None:
    """[6.1.d, 7.6.b]"""
    state = impulse()
    state.bag.remove("turkish_war_1")
    state.bag.remove("continental_system")
    state.foreign_wars = [ForeignWar("turkish_war_1", "au", "ot", 2, 1, ["charles"])]
    state.leaders["charles"].standing = "war"
    state.rules = [Rule("draw_cut", "continental_system", "fr", "gb", "game")]
    then, _ = corrected(state, TakeCardOff("turkish_war_1", reason=WHY))
    austria = then.nations["au"]
    assert (austria.regroup_sp, austria.regroup_squadrons) == (2, 1)
    assert then.leaders["charles"].standing == "regroup"
    assert not then.foreign_wars
    then, _ = corrected(then, TakeCardOff("continental_system", reason=WHY))
    assert not then.rules
    assert then.discards[-2:] == ["turkish_war_1", "continental_system"]
    again = TakeCardOff("continental_system", reason=WHY)
    assert refused(then, again) == ("NOT_IN_PLAY", "6.1.d")


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
        (SetSquadrons("gb", "north_sea", 1, building=1, reason=WHY), "BUILT_IN_PORT"),
        (PlaceCard("parliament", "deck", reason=WHY), "HOME_CARD"),
        (PlaceCard("honved", "nowhere", reason=WHY), "UNKNOWN_NAME"),
        (TurnHomeCard("honved", True, reason=WHY), "UNKNOWN_NAME"),
        (SetWar("fr", "sp", True, reason=WHY), "ALLIED"),
        (SetRound(0, reason=WHY), "OUT_OF_RANGE"),
        (SetLeaderFought("ney", True, reason=WHY), "NOT_ON_THE_MAP"),
        (SetRegroupedSquadrons("gb", 99, reason=WHY), "OUT_OF_RANGE"),
        (SetKeptCP("ot", 2, reason=WHY), "OUT_OF_RANGE"),
        (SetPeace(7, reason=WHY), "OUT_OF_RANGE"),
        (SetConsul("fr", "aide", "gb", reason=WHY), "NO_PROXY"),
        (SetConsul("sw", "aide", reason=WHY), "ROW_AND_BOX"),
        (SetConsul("sw", "unaligned", "gb", reason=WHY), "ROW_AND_BOX"),
        (SetConsul("sw", "pact", "gb", plus=True, reason=WHY), "ROW_AND_BOX"),
        (SetConsul("sw", "aide", "ot", reason=WHY), "NO_SUCH_ROW"),
        (SetConsul("pr", "aide", "pr", reason=WHY), "NO_SUCH_ROW"),
        (SetConsul("sp", "pact", "gb", reason=WHY), "AT_WAR"),
        (SetConsul("sw", "aide", "gb", frozen=9, reason=WHY), "OUT_OF_RANGE"),
        (SetCaretaker("sw", "nobody", reason=WHY), "UNKNOWN_NAME"),
        (SetCamp("sw", "imperial", reason=WHY), "NOT_A_POWER"),
        (SetNeutral("sp", reason=WHY), "NOT_NEUTRAL"),
        (SetNeutral("au", "au", reason=WHY), "NOT_NEUTRAL"),
        (SetGrace("fr", "gb", 3, reason=WHY), "AT_WAR"),
        (SetGrace("fr", "fr", 3, reason=WHY), "ONE_NATION"),
        (SetCaretaker("sw", reason=WHY), "NOTHING_TO_CORRECT"),
    ],
)
def test_what_cannot_be_is_refused(correction: Correction, code: str) -> None:
    refusal = CORRECTIONS.carry_out(impulse(), correction, "why")
    assert isinstance(refusal, Refusal)
    assert refusal.code == code


def test_pieces_are_not_set_while_a_force_marches() -> None:
    marching = play(impulse(), Gather("murat"), Go("linz")).state
    refusal = CORRECTIONS.carry_out(marching, SetStrength("fr", "paris", 1, reason=WHY), "why")
    assert isinstance(refusal, Refusal)
    assert refusal.code == "NOT_NOW"


def test_nothing_is_corrected_before_the_game_has_begun_and_after_its_end() -> None:
    correction = SetResources("ru", 2, reason=WHY)
    assert refused(begun()[0], correction) == ("WRONG_PHASE", "R-135")
    over = impulse()
    over.result = Result("imperial", say("The most points."), "5.81.a", ())
    assert refused(over, correction) == ("GAME_OVER", "5.81.d")


def test_what_lies_on_the_card_of_a_foreign_war_stays_there() -> None:
    state = impulse()
    state.bag.remove("turkish_war_1")
    state.foreign_wars = [ForeignWar("turkish_war_1", "au", "ot", 2, 0, ["charles"])]
    state.leaders["charles"].standing = "war"
    assert refused(state, PlaceLeader("charles", "vienna", reason=WHY)) == (
        "IN_FOREIGN_WAR",
        "6.13.a",
    )
    assert refused(state, RemoveLeader("charles", "pool", reason=WHY))[0] == "IN_FOREIGN_WAR"
    assert refused(state, PlaceCard("turkish_war_1", "deck", reason=WHY)) == (
        "CARD_IN_PLAY",
        "6.13.a",
    )
