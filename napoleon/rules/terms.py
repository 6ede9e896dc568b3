"""Terms of every game: decisions, options, scenarios, results."""

from __future__ import annotations

from typing import NamedTuple

import msgspec

from napoleon.rules.events import Event, Line
from napoleon.rules.orders import Refusal
from napoleon.rules.phrases import Note

VIEWS = ("map", "order-of-battle", "victory-track", "hand")
"""Names of the views that every ruleset draws, as in the addresses of the API."""


class Decision(msgspec.Struct, frozen=True):
    """Who has to decide what now.

    `id` stays the same while other seats answer questions of their own.
    """

    id: str
    seat: str
    kind: str
    clause: str
    prompt: Note = msgspec.field(name="text")
    """What the seat is asked; in JSON it is called ``text``."""
    checked: tuple[str, ...] = ()
    """Verbs, as the API writes them, that answer it by any order that `decide` accepts: for a
    deployment or a deck there are too many to be listed. Most decisions have none."""
    subject: str = ""
    """Id of what the seat decides for, such as one of its nations; empty where it is the seat."""


class Carried(NamedTuple):
    """What came of an order that was carried out."""

    events: list[Event]
    """What it caused, the `OrderGiven` first."""
    decisions: list[Decision]
    """Who has to decide what then; empty when the game is over."""


class Standing(msgspec.Struct, frozen=True):
    """Where a seat or a side stands at the end; the lines of the breakdown sum to its points."""

    who: str
    points: int
    breakdown: tuple[Line, ...]


class Result(msgspec.Struct, frozen=True, omit_defaults=True):
    """How a game ended: the winning side, and the reason in one line with its clause."""

    winner: str
    reason: Note
    clause: str
    standings: tuple[Standing, ...] = ()
    """In a game of points, everybody's, the most first; empty in any other."""


class Option(msgspec.Struct, frozen=True):
    """A choice made at creation and never changed: its values, the first one by default."""

    name: str
    title: str
    clause: str
    values: tuple[str | int | bool, ...]


class ScenarioTitle(msgspec.Struct, frozen=True):
    """A scenario as the lobby lists it."""

    id: str
    title: str


class Loss(msgspec.Struct, frozen=True):
    """A piece of a seat that is eliminated by an order of its own, and by which clause."""

    piece: str
    clause: str


class SetupRefused(Exception):
    """A game that cannot be set up: unknown or incomplete scenario, bad option."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.detail)
        self.refusal = refusal


class Finding(msgspec.Struct, frozen=True):
    """The outcome of one check of a data pack; `detail` tells what is wrong, and may be empty."""

    name: str
    ok: bool
    detail: str
