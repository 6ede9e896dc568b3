"""What the four boards show of a position, as the position notation writes it.

Only the views are read, so that nothing else can be told [chapter 19].
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import NamedTuple

from napoleon.rules.events import Line
from napoleon.rules.known import UNKNOWN
from napoleon.rules.terms import Result
from napoleon.rules.views import Reason
from napoleon.rulesets.napoleon1815.views import Views1815
from napoleon.rulesets.napoleon1815.views.hand import PlayerHand
from napoleon.rulesets.napoleon1815.views.map import LastingEventView
from napoleon.rulesets.napoleon1815.views.order_of_battle import UnitView


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


def seen(views: Views1815) -> dict[str, object]:
    """The fields of the state as far as the views show them; a number of cards for the cards."""
    board, track, hand = views.map, views.victory_track, views.hand
    result = track.result
    given = {
        "turn": board.turn,
        "phase": board.phase,
        "invasion_card": board.invasion_card,
        "initiative": board.initiative,
        "leader": board.leader,
        "to_go": board.to_go,
        "passed": board.passed,
        "last_turn": track.last_turn,
        "result": result and Result(result.winner or "", result.reason, result.clause),
        "track": track.value,
        "lasting": _in_force(board.lasting_events),
        "control": {area.id: area.control for area in board.areas if area.control},
        "fortified": [area.id for area in board.areas if area.fortified_position],
        "contested": [area.id for area in board.areas if area.contested],
        "markers": {
            area.id: area.retreat_direction for area in board.areas if area.retreat_direction
        },
        "broken_bridges": [road.id for road in board.roads if road.broken],
        "reinforcements": {it.block: it for it in board.off_map.reinforcements},
        "awaiting_event": board.off_map.by_event,
        "hands": {it.player: _numbers(it) for it in hand.hands},
        "decks": {it.side: it.left for it in hand.decks},
        "discards": {it.side: it.discarded for it in hand.decks},
        "history": [
            (move.turn, move.before, move.after, _lines(move.breakdown)) for move in track.history
        ],
        "blocks": dict(_blocks_seen(views)),
    }
    return {name: value for name, value in given.items() if value not in (None, "", [], {})}


def _in_force(shown: Sequence[LastingEventView] | None) -> dict[str, int] | str:
    """The events in force with their cards; those that have faded are not shown at all."""
    return UNKNOWN if shown is None else {it.event: it.card for it in shown}


def _numbers(hand: PlayerHand) -> list[int] | int:
    return hand.size if hand.cards is None else [card.number for card in hand.cards]


def _lines(breakdown: Iterable[Reason]) -> list[Line]:
    return [Line(line.amount, line.clause, line.note) for line in breakdown]


def _blocks_seen(views: Views1815) -> Iterator[tuple[str, _Shown]]:
    units = {unit.id: unit for army in views.order_of_battle.armies for unit in army.units}
    for area in views.map.areas:
        for it in area.blocks:
            yield it.id, _shown(units.get(it.id), area.id, ready=it.ready, token=it.token)
    for block in views.map.off_map.removed:
        yield block, _shown(units.get(block), None)


def _shown(
    unit: UnitView | None, area: str | None, *, ready: bool | None = None, token: str = ""
) -> _Shown:
    """A block in an area, or removed, with what the order of battle tells about it."""
    infantry, cavalry, fatigue = (
        (None, None, None) if unit is None else (unit.infantry, unit.cavalry, unit.fatigue)
    )
    return _Shown(area, ready, infantry, cavalry, fatigue, area is None, token)
