"""What the four boards show of a position, as the position notation writes it.

Only the views are read, so that nothing else can be told [chapter 19].
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NamedTuple

from napoleon.rules.events import Line
from napoleon.rules.notation.codecs import UNKNOWN
from napoleon.rules.terms import Result
from napoleon.rulesets.napoleon1815.state import Due, Marker


class _Shown(NamedTuple):
    """A block as a view shows it; what it hides is None."""

    area: str | None
    ready: bool | None
    infantry: int | None
    cavalry: int | None
    fatigue: int | None
    removed: bool
    token: str
    revealed: bool = False


def seen(views: Mapping[str, dict[str, Any]]) -> dict[str, Any]:
    """The fields of the state as far as the views show them; a number of cards for the cards."""
    board, track, hand = views["map"], views["victory-track"], views["hand"]
    areas, off_map = board["areas"], board["off_map"]
    given = {
        **{name: board.get(name) for name in ("turn", "phase", "invasion_card", "initiative")},
        **{name: board.get(name) for name in ("leader", "to_go", "passed")},
        "last_turn": track["last_turn"],
        "result": None if track["result"] is None else Result(**track["result"]),
        "track": track["value"],
        "lasting": _in_force(board["lasting_events"]),
        "control": {area["id"]: area["control"] for area in areas if area["control"]},
        "fortified": [area["id"] for area in areas if area["fortified_position"]],
        "contested": [area["id"] for area in areas if area["contested"]],
        "markers": {
            area["id"]: Marker(**area["retreat_direction"])
            for area in areas
            if area["retreat_direction"]
        },
        "broken_bridges": [road["id"] for road in board["roads"] if road["broken"]],
        "reinforcements": {
            it["block"]: Due(it["turn"], it["areas"]) for it in off_map["reinforcements"]
        },
        "awaiting_event": off_map["by_event"],
        "hands": {it["player"]: _numbers(it) for it in hand["hands"]},
        "decks": {it["side"]: it["left"] for it in hand["decks"]},
        "discards": {it["side"]: it["discarded"] for it in hand["decks"]},
        "history": [
            (it["turn"], it["from"], it["to"], [Line(**line) for line in it["breakdown"]])
            for it in track["history"]
        ],
        "blocks": dict(_blocks_seen(views)),
    }
    return {name: value for name, value in given.items() if value not in (None, "", [], {})}


def _in_force(shown: Iterable[Mapping[str, Any]] | None) -> dict[str, int] | str:
    """The events in force with their cards; those that have faded are not shown at all."""
    return UNKNOWN if shown is None else {it["event"]: it["card"] for it in shown}


def _numbers(hand: Mapping[str, Any]) -> list[int] | int:
    return hand["size"] if hand["cards"] is None else [card["number"] for card in hand["cards"]]


def _blocks_seen(views: Mapping[str, dict[str, Any]]) -> Iterable[tuple[str, _Shown]]:
    armies = views["order-of-battle"]["armies"]
    units = {unit["id"]: unit for army in armies for unit in army["units"]}

    def shown(block: str, area: str | None, *, ready: bool | None, token: str = "") -> _Shown:
        unit = units.get(block, {})
        infantry, cavalry, fatigue = map(unit.get, ("infantry", "cavalry", "fatigue"))
        return _Shown(area, ready, infantry, cavalry, fatigue, area is None, token)

    for area in views["map"]["areas"]:
        for it in area["blocks"]:
            token = it.get("token", "")
            yield it["id"], shown(it["id"], area["id"], ready=it["ready"], token=token)
    for block in views["map"]["off_map"]["removed"]:
        yield block, shown(block, None, ready=None)
