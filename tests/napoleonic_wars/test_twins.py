"""Two games that differ in a card a seat may not know are alike to it [18.D, cases 130-132]."""

from __future__ import annotations

import msgspec
import pytest

from napoleon.rules.events import SPECTATOR
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.orders import PlayForCP
from napoleon.rulesets.napoleonic_wars.state import State
from tests.napoleonic_wars.playing import at_play, copied, going_on, play_open

HANDS = {
    "fr": ["honved", "spies"],
    "sp": ["typhus_1"],
    "gb": ["militia_1", "bad_roads_1"],
    "ru": ["militia_2"],
    "pr": ["typhus_2"],
}
OTHER = "conscripts_1"
"""A card of the deck that changes places with one of a hand."""


def _twin(state: State, nation: str) -> State:
    twin = copied(state)
    hand = twin.nations[nation].hand
    twin.bag[twin.bag.index(OTHER)] = hand[0]
    hand[0] = OTHER
    return twin


def _seen(state: State, seat: str) -> bytes:
    viewer = Viewer(seat)
    return msgspec.json.encode([RULES.known(state, viewer), RULES.view(state, viewer)])


def _asked(state: State, seat: str) -> list[object]:
    """What a seat is asked, with its legal orders."""
    mine = [it for it in RULES.decisions(state) if it.seat == seat]
    return [(it, list(RULES.legal_orders(state, it))) for it in mine]


def _positions() -> list[State]:
    """In an impulse of France, and in a window after a card."""
    acting = going_on(at_play(HANDS)).state
    return [acting, play_open(acting, PlayForCP("honved")).state]


@pytest.mark.parametrize("nation", ["fr", "gb", "ru", "sp", "pr"])
def test_a_hand_tells_nothing_to_who_does_not_command_its_nation(nation: str) -> None:
    for state in _positions():
        if not state.nations[nation].hand:
            continue
        twin = _twin(state, nation)
        for seat in ("imperial", "coalition", SPECTATOR):
            if commander(state, nation) == seat:
                assert _seen(state, seat) != _seen(twin, seat)
                continue
            assert _seen(state, seat) == _seen(twin, seat), seat
            assert _asked(state, seat) == _asked(twin, seat), seat
        asked = [(it.seat, it.kind) for it in RULES.decisions(state)]
        assert asked == [(it.seat, it.kind) for it in RULES.decisions(twin)]


def test_a_proxys_hand_changes_its_reader_with_its_commander() -> None:
    state = going_on(at_play(HANDS)).state
    spain = state.nations["sp"]
    for box, caretaker, reader in (
        (4, "", "imperial"),
        (2, "", ""),
        (0, "coalition", "coalition"),
        (4, "", "imperial"),
    ):
        spain.box, spain.caretaker = box, caretaker
        assert commander(state, "sp") == reader
        twin = _twin(state, "sp")
        for seat in ("imperial", "coalition", SPECTATOR):
            assert (_seen(state, seat) != _seen(twin, seat)) == (seat == reader), (box, seat)
