"""What comes of asking for something."""

from __future__ import annotations

from typing import NamedTuple

from napoleon.log.game import Game
from napoleon.rules.events import Event
from napoleon.rules.orders import Refusal


class Created(NamedTuple):
    """A new game, and the only copies of the tokens that open its seats."""

    game: Game
    tokens: dict[str, str]
    """Plain tokens by seat, and under ``referee`` if the game has one."""


class Accepted(NamedTuple):
    """A request of which at least the first order was carried out."""

    version: int
    """Version of the game after it."""
    events: list[Event]
    """What it caused, unveiled."""
    refused: Refusal | None
    """Why the next order was not carried out; None if it was not refused."""
    carried_out: int
    """How many orders were carried out: fewer than asked for if one was refused, or if another
    seat had to decide."""


class Stale(NamedTuple):
    """Others acted first: nothing was recorded."""

    version: int
    """The newest version of the game."""
    missed: list[Event]
    """What happened after the version that the request was meant for, unveiled."""


class KeyReused(NamedTuple):
    """The idempotency key belongs to another request that was accepted: nothing was recorded."""

    version: int
    """Version of the game after that other request."""


class UnknownSeat(LookupError):
    """The game has no such seat."""


class NameTaken(Exception):
    """Somebody else in the game has a name that reads like it, or judges are called so."""


class DeadToken(Exception):
    """The token is not the one that opens the seat, or no longer is."""
