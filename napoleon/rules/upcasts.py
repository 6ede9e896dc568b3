"""Old topics: how an event recorded by an earlier release is read by this one.

A field with a default needs nothing. Any other change of an event class takes a new topic, and an
upcast from the old one, which stays here as long as a log may hold it::

    @upcast("napoleon1815.card_flipped/1", to="napoleon1815.card_flipped/2")
    def purpose_became_kind(data: dict[str, Any]) -> dict[str, Any]:
        return {**data, "kind": data["purpose"]}

Those fields of the old topic that some reader may not read are named with their marks, such as
``hidden={"card"}``: the record of a game closes them for ever, as it did when they were recorded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

Change = Callable[[dict[str, Any]], dict[str, Any]]
"""The stored JSON of an event under the newer topic, from its JSON under the older one."""


class Upcast(NamedTuple):
    """One step from an old topic to a newer one."""

    to: str
    change: Change
    sealed: frozenset[str] = frozenset()
    """Fields of the old topic that were marked `SEALED`; the others likewise."""
    hidden: frozenset[str] = frozenset()
    fogged: frozenset[str] = frozenset()
    fading: frozenset[str] = frozenset()
    """Including ``breakdown`` if it had one: its lines may tell of cards."""


UPCASTS: dict[str, Upcast] = {}
"""Every step, by its old topic. Steps are chained until a topic of today is reached."""


def upcast(
    topic: str,
    *,
    to: str,
    sealed: Iterable[str] = (),
    hidden: Iterable[str] = (),
    fogged: Iterable[str] = (),
    fading: Iterable[str] = (),
) -> Callable[[Change], Change]:
    """Register the step from the old `topic`, whose closed fields are named by their marks.

    Raises ValueError if there is one already.
    """
    marks = [frozenset(names) for names in (sealed, hidden, fogged, fading)]

    def register(change: Change) -> Change:
        if topic in UPCASTS:
            raise ValueError(f"there is an upcast from {topic} already")
        UPCASTS[topic] = Upcast(to, change, *marks)
        return change

    return register
