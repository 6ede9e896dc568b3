"""Combats by script: a stack fights where it stands, and both sides flip what the test says."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

from napoleon.rulesets.napoleon1815.state import State
from tests.napoleon1815.kit import FIGHT, Played, Standing, activate, at, play, position
from tests.napoleon1815.scripted import ScriptedChance, box

Box = tuple[int, int]
"""Losses and fatigue on a card."""

BLANK, LOSS, TIRING, WEARY, BOTH = (0, 0), (1, 0), (0, 1), (0, 2), (1, 1)
"""The combat boxes that both decks have."""


RESERVES = {"gerard": at("maubeuge"), "orange": at("alost")}
"""A ready corps of each side far from any combat, so that the turn goes on after it."""


def field(blocks: Mapping[str, Standing], **given: Any) -> State:
    """A position with these blocks and the reserves; see `kit.position`."""
    return position({**RESERVES, **blocks}, **given)


def boxes(french: Iterable[Box] = (), allied: Iterable[Box] = ()) -> ScriptedChance:
    """The next cards of each side have these combat boxes."""
    return ScriptedChance([box(*each) for each in french], [box(*each) for each in allied])


def fight(
    given: State | Played,
    seat: str,
    area: str,
    *blocks: str,
    french: Iterable[Box] = (),
    allied: Iterable[Box] = (),
) -> Played:
    """These blocks attack in their area; the sides flip these cards, no more and no fewer."""
    return play(given, seat, activate(area, *blocks), FIGHT, chance=boxes(french, allied))
