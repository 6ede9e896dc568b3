"""Positions in fog of war, and what a reader is given of them."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec

from napoleon.rules.narration import describe
from napoleon.rules.orders import Order
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815.events.turn import VictoryTrackMoved
from napoleon.rulesets.napoleon1815.state import State
from tests.napoleon1815.battles import RESERVES, boxes
from tests.napoleon1815.kit import (
    FIGHT,
    MOVE,
    RULES,
    Played,
    Standing,
    activate,
    legal_orders,
    march,
    play,
    position,
)
from tests.napoleon1815.scripted import ScriptedChance, value

FOG = {"rules": "grognard"}

ROUND = ("p2", "p3", "p4", "p5", "p2")
"""A way round on the fixture map."""


def in_fog(blocks: Mapping[str, Standing] | None = None, **given: Any) -> State:
    """A position in fog of war; blocks by name among the arguments of `kit.position`.

    They stand under tokens numbered from 1, those of `blocks` first, the reserves last.
    """
    standing = {**(blocks or {})}
    standing |= {name: at for name, at in given.items() if isinstance(at, Standing)}
    others = {name: it for name, it in given.items() if name not in standing}
    reserves = {name: at for name, at in RESERVES.items() if name not in standing}
    return position({**standing, **reserves}, **{"options": FOG, **others})


def go_on(given: State | Played, seat: str, *orders: Order, **how: Any) -> Played:
    """Give orders as `kit.play` does; what happened before is kept."""
    before = given.events if isinstance(given, Played) else []
    after = play(given, seat, *orders, **how)
    return Played(after.state, before if after.refusal else before + after.events, after.refusal)


def unopposed(given: Played) -> Played:
    """Everybody spreads his fatigue and plays no card, until something else is asked."""
    after = given
    while after.refusal is None and after.asked[0][1] in ("allocate_fatigue", "window"):
        seat = after.asked[0][0]
        after = go_on(after, seat, legal_orders(after, seat)[0])
    return after


def moved(
    given: State | Played,
    seat: str,
    *areas: str,
    stack: Sequence[str] = ("derlon",),
    points: int = 4,
) -> Played:
    """A stack flips a card of this value and marches from the first area to the last."""
    chance = ScriptedChance(**{seat: [value(points)]})
    begun = unopposed(go_on(given, seat, activate(areas[0], *stack)))
    begun = unopposed(go_on(begun, seat, MOVE, chance=chance))
    return unopposed(go_on(begun, seat, *march(*areas)))


def attacked(given: State | Played, seat: str, area: str, *blocks: str, **shown: Any) -> Played:
    """These blocks attack where they stand; the sides flip cards with these boxes."""
    begun = unopposed(go_on(given, seat, activate(area, *blocks)))
    return go_on(begun, seat, FIGHT, chance=boxes(**shown))


def public(played: Played, reader: str) -> str:
    """All that a reader is given of what happened, and of where it led."""
    events = [
        (redacted(it, Viewer(reader)), describe(it, Viewer(reader), RULES.names))
        for it in played.events
    ]
    board = RULES.view(played.state, Viewer(reader))
    return msgspec.json.encode([events, board, RULES.decisions(played.state)]).decode()


def log(played: Played, reader: str) -> str:
    """The events as a reader is given them."""
    return msgspec.json.encode([redacted(it, Viewer(reader)) for it in played.events]).decode()


def seen_in(given: State | Played, reader: str, area: str) -> list[dict[str, Any]]:
    """The blocks of an area as a reader sees them."""
    state = given.state if isinstance(given, Played) else given
    areas = msgspec.to_builtins(RULES.view(state, Viewer(reader)))["map"]["areas"]
    blocks: list[dict[str, Any]] = next(it for it in areas if it["id"] == area)["blocks"]
    return blocks


def blocks_seen(given: State | Played, reader: str, area: str) -> list[str]:
    """Ids of the blocks of an area as a reader sees them."""
    return [block["id"] for block in seen_in(given, reader, area)]


def nobody_scored(played: Played) -> bool:
    """Whether the victory track stood still."""
    return not played.events_of(VictoryTrackMoved)
