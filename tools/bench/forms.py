"""The forms in which games are played to count what they ask, and what that is counted in."""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping, Sequence
from typing import Any, NamedTuple

from napoleon.rules.contract import Ruleset
from tools.bench.answers import Stretch


def _of_seat(state: Any, seat: str) -> Stretch:
    return "a seat, a turn", (state.turn, seat)


class Form(NamedTuple):
    """A form in which a game is played, and what its answers are counted in."""

    title: str
    scenarios: Sequence[str]
    """They are played in turn."""
    options: Mapping[str, Any] = {}
    turn: Callable[[Any], Hashable] = lambda state: state.turn
    """In which turn a position is, as hand-overs are counted; None between two of them."""
    stretch: Callable[[Any, str], Stretch] = _of_seat
    """What an answer that a seat gives in a position is counted in."""


def _of_empire(state: Any, seat: str) -> Stretch:
    return "the active seat" if seat == state.active else "the other seat", state.turn


def _of_columbia(state: Any, seat: str) -> Stretch:
    if state.phase == "battle" and (battle := state.battle_in(state.at)):
        return "a combat turn, both seats", (state.turn, battle.town, battle.turn)
    who = "the active seat" if seat == state.active else "the other seat"
    return f"{who}, outside battle", state.turn


def _turn_of_eagles(state: Any) -> Hashable:
    battle = state.battles.get(state.at)
    return battle and (state.stage, battle.id, battle.turns)


def _of_eagles(state: Any, seat: str) -> Stretch:
    turn = _turn_of_eagles(state)
    return ("a player turn, both seats", turn) if turn else ("between battles", state.stage)


BATTLES = ("quatre_bras", "ligny", "wavre", "waterloo")

FORMS: Mapping[str, Sequence[Form]] = {
    "napoleon1815": [
        Form("two players", ["campaign"]),
        Form("three players, fog", ["campaign"], {"players": 3, "rules": "grognard"}),
    ],
    "napoleonic_empire": [Form("two players", ["europe"], {}, stretch=_of_empire)],
    "napoleon_columbia": [Form("two players", ["historical"], {}, stretch=_of_columbia)],
    "napoleonic_wars": [
        Form("two players", ["1805"]),
        Form("four players", ["1805"], {"players": 4}),
        Form("five players", ["1805"], {"players": 5}),
    ],
    "eagles_waterloo": [
        Form("battles", BATTLES, {}, _turn_of_eagles, _of_eagles),
        Form("campaign", ["campaign"], {}, _turn_of_eagles, _of_eagles),
    ],
}
"""By game."""


def forms_of(rules: Ruleset) -> Sequence[Form]:
    """The forms of a game; of one that is not known here the first, by turns and seats."""
    return FORMS.get(rules.name) or [Form("its first scenario", [rules.scenarios[0].id])]
