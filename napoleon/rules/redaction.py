"""The gate: what a reader may know of an event, in one place.

Whatever leaves the house about an event, in views, logs, streams and texts, has come through here.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

import msgspec

from napoleon.rules.events import CARD_CLAUSES, REFEREE, Event, Line


def may_read(event: Event, seat: str, *, over: bool = False) -> bool:
    """Whether `seat` may read the hidden fields of `event`.

    Its owner may, or each of several, the referee may, and everybody may once the game is `over`.
    """
    if over or seat == REFEREE:
        return True
    owner = getattr(event, event.owner, None)
    return bool(seat) and (seat in owner if isinstance(owner, tuple) else seat == owner)


def has_faded(event: Event, seat: str, *, over: bool = False, faded: int = 0) -> bool:
    """Whether what `event` tells of cards has faded for `seat`.

    `faded` is the last version of which the cards have; 0 in games in which none do.
    """
    return 0 < event.version <= faded and not over and seat != REFEREE


def unread(event: Event, seat: str, *, over: bool = False, faded: int = 0) -> frozenset[str]:
    """The fields of `event` that `seat` may not read; for `faded` see `has_faded`."""
    veil = event.sealed
    if not may_read(event, seat, over=over):
        veil = veil | event.hidden | (event.fogged if event.fog else frozenset())
    return veil | event.fading if has_faded(event, seat, over=over, faded=faded) else veil


def shown(event: Event, seat: str, *, over: bool = False, faded: int = 0) -> dict[str, Any]:
    """The one gate: `event` as `seat` may see it, ready for JSON.

    The answer always has the same fields in the same order; what the reader may not know is
    null. `seat` is a seat of the game, ``spectator`` or ``referee``; for `faded` see `has_faded`.
    """
    veil = unread(event, seat, over=over, faded=faded)
    forgotten = has_faded(event, seat, over=over, faded=faded)
    data = {
        name: None if name in veil else msgspec.to_builtins(getattr(event, name))
        for name in event.payload
        if name != "breakdown"
    }
    answer = {
        "version": event.version,
        "type": event.type,
        "at": event.at,
        "by": event.by or None,
        "behalf": event.behalf or None,
        "order_id": event.order_id or None,
        "turn": event.turn,
        "phase": event.phase or None,
        "clauses": [it for it in event.clauses if not (forgotten and _names_card(it))],
        "data": data,
    }
    if "breakdown" in event.payload:
        lines: Iterable[Line] = event.breakdown  # type: ignore[attr-defined]
        if forgotten:
            lines = map(_without_card, lines)
        answer["breakdown"] = (
            None
            if "breakdown" in veil
            else [{"amount": x.amount, "clause": x.clause, "note": x.note} for x in lines]
        )
    return answer


def _names_card(clause: str) -> bool:
    return clause.startswith(CARD_CLAUSES)


def _without_card(line: Line) -> Line:
    """A line that does not say which card it is due to; notes may name one as well."""
    return Line(line.amount, "" if _names_card(line.clause) else line.clause)
