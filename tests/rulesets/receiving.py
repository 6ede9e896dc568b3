"""All that a reader is given of a position and of what happens, and whether two are the same."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import msgspec

from napoleon.log.events.service import ServiceEvent
from napoleon.play.execution import stamped
from napoleon.rules.difference import difference, pointer
from napoleon.rules.events import Event
from napoleon.rules.narration import describe
from napoleon.rules.orders import to_data
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from tests.rulesets.entrants import Entrant, plain
from tests.rulesets.lots import NoTwin
from tests.rulesets.showing import GAME, shown_to


class ToldApart(AssertionError):
    """A reader can tell twins apart."""


def received(entrant: Entrant, state: Any, reader: str) -> dict[str, Any]:
    """The views, what is to be decided, and what the reader can answer; in the notation as well."""
    rules, notation = entrant.rules, entrant.notation
    views = rules.view(state, Viewer(reader))
    faded = rules.view(state, Viewer(reader, faded=1))
    known, once_known = (rules.known(state, Viewer(reader, faded=it)) for it in (0, 1))
    decisions = rules.decisions(state)
    own = [
        (it, order)
        for it in decisions
        if it.seat == reader
        for order in rules.legal_orders(state, it)
    ]
    answer: dict[str, Any] = {
        **plain(views),
        "faded views": plain(faded),
        "known": plain(known),
        "known once faded": plain(once_known),
        "decisions": msgspec.to_builtins(decisions),
        "offers": [to_data(order) for _, order in own],
        "final": [rules.is_irreversible(state, it, order) for it, order in own],
    }
    if entrant.pictures is not None:
        answer["drawn"] = list(map(entrant.drawn, (views, faded)))
    if notation is not None:
        answer["lines"] = [notation.write(order, state, reader) for _, order in own]
        answer["position"] = notation.write_known(known)
        answer["faded position"] = notation.write_known(once_known)
        answer["typing nonsense"] = [
            msgspec.to_builtins(notation.read(state, it, reader, "nowhere to be found"))
            for it in decisions
            if it.seat == reader
        ]
    return answer


MOST_WARNINGS = 24
"""Offers of a position of which it is looked at what a player is warned of."""


def looked_at(entrant: Entrant, state: Any, reader: str) -> dict[str, Any]:
    """What the reader is answered to who asks for an earlier position, at rest or not."""
    rules = entrant.rules
    decisions = rules.decisions(state)
    own = [(it, o) for it in decisions if it.seat == reader for o in rules.legal_orders(state, it)]
    return {
        **plain(rules.view(state, Viewer(reader))),
        "known": plain(rules.known(state, Viewer(reader))),
        "decisions": msgspec.to_builtins(decisions),
        "offers": [to_data(order) for _, order in own],
        "warns": [msgspec.to_builtins(rules.warns(state, *it)) for it in own[:MOST_WARNINGS]],
    }


def told_to(
    entrant: Entrant, reader: str, events: Sequence[Event], version: int
) -> list[dict[str, Any]]:
    """Events after `version` as they are told to a reader, now and when their cards have faded."""
    names = entrant.rules.names
    return [
        {
            **redacted(event, Viewer(reader)),
            "text": describe(event, Viewer(reader), names),
            "faded": redacted(event, Viewer(reader, faded=event.version)),
            "faded text": describe(event, Viewer(reader, faded=event.version), names),
        }
        for event in stamped(events, GAME, after=version, at=0)
    ]


def compare_events(
    entrant: Entrant, reader: str, causes: Sequence[Sequence[Event]], version: int, where: str
) -> None:
    """Compare what a reader is told of two stories.

    Raises ToldApart, and NoTwin where they part by an event that reveals something.
    """
    one, other = (told_to(entrant, reader, events, version) for events in causes)
    for place, (mine, yours) in enumerate(zip_longest(one, other)):
        if _encoded(mine) == _encoded(yours):
            continue
        there = [events[place] for events in causes if place < len(events)]
        if any(event.reveals for event in there):
            raise NoTwin(f"{there[0].type} tells")
        # A call for a draw comes before the event that it is for.
        later = [
            it for events in causes for it in events[place:] if not isinstance(it, ServiceEvent)
        ]
        if all(isinstance(it, ServiceEvent) for it in there) and any(
            it.reveals for it in later[:1]
        ):
            raise NoTwin(f"{later[0].type} tells")
        must_be_equal(mine, yours, reader, where)
    must_be_equal(*(shown_to(entrant.rules, reader, it) for it in causes), reader, where)


def must_be_equal(mine: Any, yours: Any, reader: str, where: str) -> None:
    if _encoded(mine) == _encoded(yours):
        return
    one, other = (msgspec.json.decode(_encoded(it)) for it in (mine, yours))
    said = [f"{pointer(it.path)}: {it.before!r} / {it.after!r}" for it in difference(one, other)]
    raise ToldApart(
        f"{reader} can tell apart two games that differ in what {reader} may not know: {where}\n"
        + "\n".join(said[:6] or [f"by the order of the fields: {one} / {other}"])
    )


def _encoded(value: Any) -> bytes:
    return msgspec.json.encode(value)
