"""The set-up of 1805: pieces, seats, start Resources, hands, mulligans [4]."""

from __future__ import annotations

from collections import Counter

import pytest

from napoleon.rules.known import UNKNOWN
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.nations import at_war, commander, is_allied, is_client, seats
from napoleon.rulesets.napoleonic_wars.orders.beginning import KeepHand, PlaceResource, ThrowIn
from napoleon.rulesets.napoleonic_wars.pieces import put, sp_of, squadrons_of
from napoleon.rulesets.napoleonic_wars.spaces import controller, is_shut, status
from napoleon.rulesets.napoleonic_wars.state import MULLIGAN
from tests.napoleonic_wars.playing import begun, decisions, pack, play, refused

STRENGTH = {"fr": 34, "gb": 9, "au": 23, "ru": 19, "pr": 19, "ot": 8, "sp": 7, "sw": 4, "dk": 3}


def test_the_pieces_stand_as_the_pack_says() -> None:
    state, _ = begun()
    assert {it: sp_of(state, it) for it in pack().track} == STRENGTH
    assert squadrons_of(state, "gb") == 7
    on_map = {name for name, it in state.leaders.items() if it.standing == "map"}
    assert len(on_map) == 21
    assert state.leaders["napoleon"].where == "calais"
    assert state.leaders["bernadotte"].standing == "dead", "he enters by an event alone"


@pytest.mark.parametrize(
    ("players", "those"),
    [
        (2, {"fr": "imperial", "gb": "coalition", "au": "coalition", "ru": "coalition"}),
        (3, {"fr": "fr", "gb": "gb", "au": "ru_au", "ru": "ru_au"}),
        (4, {"fr": "fr", "gb": "gb", "au": "au", "ru": "ru"}),
        (5, {"fr": "fr", "gb": "gb", "au": "au", "ru": "ru", "pr": "pr"}),
    ],
)
def test_seats_are_people_and_not_nations(players: int, those: dict[str, str]) -> None:
    state, _ = begun(players)
    assert state.powers == those
    assert seats(state) == list(dict.fromkeys(those.values()))
    assert commander(state, "sp") == those["fr"], "in Pact with France [4.3.c]"
    assert commander(state, "dk") == "", "at Aide it is neutral"
    assert commander(state, "pr") == those.get("pr", "")


def test_camps_are_at_war_and_clients_stand_on_rows() -> None:
    state, _ = begun()
    assert at_war(state, "sp", "ru")
    assert not at_war(state, "pr", "fr")
    assert is_allied(state, "au", "gb")
    assert not is_allied(state, "pr", "ot"), "neutrals are no allies"
    assert is_client(state, "sw", "gb")
    assert not is_client(state, "ot", "gb")


def test_a_seat_of_several_powers_says_which_begins_with_a_resource() -> None:
    state, events = begun()
    assert [it.nation for it in events if it.type == "resource_placed"] == ["fr"]  # type: ignore[attr-defined]
    [decision] = decisions(state)
    assert (decision.seat, decision.kind) == ("coalition", "resource")
    assert refused(state, PlaceResource("fr")) == ("NOT_YOUR_POWER", "4.2.b")
    placed = play(state, PlaceResource("ru")).state
    assert [it for it, own in placed.nations.items() if own.resources] == ["fr", "ru"]


def test_hands_are_dealt_and_nobody_reads_those_of_others() -> None:
    state, events = play(begun()[0], PlaceResource("ru"))
    assert {it: len(state.nations[it].hand) for it in pack().track} == {
        it: pack().nations[it].start_hand for it in pack().track
    }
    drawn = Counter((it.player, it.nation) for it in events if it.type == "card_drawn")  # type: ignore[attr-defined]
    assert {seat for seat, _ in drawn} == {""}, "a hand is seen at its place in the order [4.5.d]"
    assert drawn["", "sp"] == 2 and drawn["", "pr"] == 3
    assert len(state.bag) == 99 - sum(it.start_hand for it in pack().nations.values())
    assert state.phase == MULLIGAN


def test_case_6_nations_decide_on_their_hands_in_track_order() -> None:
    """France decides before Spain's hand may be looked at [4.5.d]."""
    state, _ = play(begun()[0], PlaceResource("ru"))
    order = []
    while state.phase == MULLIGAN:
        [decision] = decisions(state)
        order.append((decision.seat, decision.subject))
        other = "sp" if decision.subject == "fr" else "fr"
        assert refused(state, KeepHand(other))[0] == "NOT_YOUR_DECISION"
        state, _ = play(state, KeepHand(decision.subject))
    coalition = [("coalition", it) for it in ("gb", "au", "ru")]
    assert order == [("imperial", "fr"), *coalition, ("imperial", "sp")]


def test_cases_6_and_124_a_hand_is_seen_at_its_place_in_the_order_and_not_before() -> None:
    """Neither in a view nor in what has happened [4.5.d, 18.D]."""
    state, events = begun()
    happened = [*events]
    state, more = play(state, PlaceResource("ru"))
    happened += more
    seen: list[str] = []
    while state.phase == MULLIGAN:
        [decision] = decisions(state)
        seen.append(decision.subject)
        for seat in ("imperial", "coalition"):
            known = RULES.known(state, Viewer(seat))
            open_ = [it for it in pack().track if UNKNOWN not in known.nations[it].hand]
            own = [it for it in seen if commander(state, it) == seat]
            assert open_ == [it for it in pack().track if it in own], (seat, seen)
            told = [it.nation for it in happened if getattr(it, "player", "") == seat
                    and it.type in ("card_drawn", "hand_shown")]  # fmt: skip
            assert {*told} == {*own}, (seat, seen)
        state, more = play(state, KeepHand(decision.subject))
        happened += more
    assert seen == ["fr", "gb", "au", "ru", "sp"]


def test_a_mulligan_is_a_card_fewer_each_time() -> None:
    state, _ = play(begun()[0], PlaceResource("ru"))
    first = {*state.nations["fr"].hand}
    played = play(state, ThrowIn("fr"), ThrowIn("fr"))
    assert len(played.state.nations["fr"].hand) == 4
    assert first <= {*played.state.discards}
    assert len(played.state.discards) == 6 + 5
    for _ in range(4):
        played = play(played.state, ThrowIn("fr"))
    assert played.state.nations["fr"].decided, "of an empty hand nobody is asked"


# -- what a space is to a nation -------------------------------------------------------------------


def test_case_1_an_associated_space_has_the_colour_of_its_lower_half() -> None:
    state, _ = begun()
    assert controller(state, pack(), "warsaw") == "pr"
    state.spaces["warsaw"].flag = "fr"
    assert controller(state, pack(), "warsaw") == "fr"


def test_friendly_enemy_uncontrolled_and_neutral() -> None:
    state, _ = begun()
    spaces = {
        it: status(state, pack(), it, "au") for it in ("linz", "volhynia", "munich", "berlin")
    }
    assert spaces == {
        "linz": "friendly", "volhynia": "friendly", "munich": "enemy", "berlin": "neutral",
    }  # fmt: skip
    put(state, "munich", "au", 2)
    assert status(state, pack(), "munich", "au") == "uncontrolled"
    assert status(state, pack(), "munich", "fr") == "uncontrolled", "enemies negate control"
    put(state, "mantua", "au", 2)
    assert status(state, pack(), "mantua", "au") == "uncontrolled"
    assert status(state, pack(), "mantua", "fr") == "friendly", "a fortress controls its duchy"


def test_all_of_a_conquered_nation_but_its_capital_is_open_to_the_camp_that_conquered_it() -> None:
    state, _ = begun()
    state.nations["au"].conquered, state.nations["au"].camp = "fr", ""
    state.wars = [it for it in state.wars if "au" not in it.split("-")]
    assert status(state, pack(), "linz", "sp") == "friendly"
    assert status(state, pack(), "vienna", "fr") == "friendly"
    assert is_shut(state, pack(), "vienna", "fr")
    assert not is_shut(state, pack(), "linz", "fr")
    assert status(state, pack(), "linz", "ru") == "neutral"
