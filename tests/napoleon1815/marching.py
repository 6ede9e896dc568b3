"""Movements by script, up to the windows in which cards of movement are played."""

from __future__ import annotations

from napoleon.rulesets.napoleon1815.state import State
from tests.napoleon1815.kit import MOVE, Played, activate, march, play
from tests.napoleon1815.playing_cards import no_cards
from tests.napoleon1815.scripted import ScriptedChance, value


def set_out(given: State | Played, seat: str, area: str, *blocks: str, points: int) -> Played:
    """These blocks are to move and flip a card of this value; nobody has played a card so far."""
    chance = ScriptedChance(**{seat: [value(points)]})
    return play(no_cards(play(given, seat, activate(area, *blocks))), seat, MOVE, chance=chance)


def gone(given: Played, seat: str, *areas: str) -> Played:
    """The stack moves along these areas; nobody plays a card before it has come to the last one.

    A refusal ends it.
    """
    after, happened = given, list(given.events)
    for road in march(*areas):
        before = no_cards(after)
        after = play(before, seat, road)
        happened += [*before.events, *after.events]
        if after.refusal is not None:
            break
    return Played(after.state, happened, after.refusal)
