"""What every game has: an id, pinned rules, seats and their tokens, and the ruleset's state.

A `Game` is the aggregate of the log. It is rebuilt from events and from nothing else.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Annotated, Any

import msgspec

from napoleon.events import FADING, HIDDEN, REFEREE, SEALED, SPECTATOR, Event, recorded
from napoleon.ruleset import Ruleset


@recorded("game_created/1", "The game {scenario} of {ruleset} {rules_version} was created.")
class GameCreated(Event, frozen=True):
    """The first event: rules and data are pinned, and chance is committed to [SETUP.1]."""

    ruleset: str
    rules_version: str
    pack: str
    """SHA-256 of the data pack."""
    scenario: str
    options: dict[str, Any]
    seats: tuple[str, ...]
    referee: bool
    commitment: str
    """SHA-256 of the seed."""
    seed: Annotated[str, SEALED]
    tokens: Annotated[dict[str, str], SEALED]
    """SHA-256 of the token of each seat, and of the referee if there is one."""


@recorded("seat_claimed/1", "The seat {seat} was claimed.")
class SeatClaimed(Event, frozen=True):
    """A player has taken his seat; the token he was invited with is dead."""

    seat: str
    nonce: str
    token: Annotated[str, SEALED]
    """SHA-256 of the fresh token."""


@recorded(
    "order_given/1",
    "{player} ordered: {order}.",
    veiled="{player} gave an order.",
)
class OrderGiven(Event, frozen=True):
    """A seat has given an order; what it caused follows under the same order id."""

    player: str
    order: Annotated[dict[str, Any], HIDDEN, FADING]
    instruction: Annotated[dict[str, Any] | None, HIDDEN, FADING] = None
    """The instruction that gave it in place of the seat; None if it was given by hand."""


class Game(msgspec.Struct):
    """One game at one version."""

    id: str
    version: int
    created: GameCreated
    tokens: dict[str, str]
    """SHA-256 of the living token by seat; the referee's under ``referee``."""
    claimed: list[str]
    """Seats that were claimed, in that order."""
    nonces: dict[str, str]
    updated: int
    """Time of the last event, in microseconds since 1970 UTC."""
    state: Any
    """The ruleset's own state; None only before its first event."""
    fades: bool = False
    """Whether cards fade in this game, as nobody may look through discards."""
    closed: int = 0
    """Version of the last event that closed something, such as an operation."""
    faded: int = 0
    """Last version of which the cards have faded; 0 in games in which none do."""

    @property
    def over(self) -> bool:
        """Whether the game has ended, and everything is public."""
        return self.state is not None and self.state.result is not None

    def seat_of(self, token: str | None) -> str | None:
        """The seat that `token` opens: ``spectator`` without one, None if it opens nothing.

        Compared in constant time.
        """
        if token is None:
            return SPECTATOR
        digest = token_hash(token)
        found = None
        for seat, living in self.tokens.items():
            if hmac.compare_digest(digest, living):
                found = seat
        return found


def token_hash(token: str) -> str:
    """What the log keeps of a token: its SHA-256, as hexadecimal digits."""
    return hashlib.sha256(token.encode()).hexdigest()


def fold(game: Game | None, event: Event, rules: Ruleset) -> Game:
    """The game after `event`; `game` is None for the first event. `game` is moved on in place.

    The events of this module change the game itself; every event but the first two kinds goes
    on to the ruleset, whose `apply` moves its state.
    """
    if game is None:
        assert isinstance(event, GameCreated), "a log begins with game_created"
        return Game(
            id=event.game,
            version=event.version,
            created=event,
            tokens=dict(event.tokens),
            claimed=[],
            nonces={},
            updated=event.at,
            state=None,
            fades=rules.cards_fade(event.options),
        )
    if game.fades:
        _let_fade(game, event)
    if type(event) is SeatClaimed:
        game.tokens[event.seat] = event.token
        game.nonces[event.seat] = event.nonce
        if event.seat not in game.claimed:
            game.claimed.append(event.seat)
    else:
        game.state = rules.apply(game.state, event)
    game.version = event.version
    game.updated = event.at
    return game


def _let_fade(game: Game, event: Event) -> None:
    """Cards fade when what they belong to is over and the next order has been given.

    So they can be read in one position at least, even if they were the last of an operation.
    """
    if type(event) is OrderGiven:
        game.faded = game.closed
    elif event.closes:
        game.closed = event.version


def is_faded(newest: Game, version: int) -> bool:
    """Whether the cards of the position at `version` have faded, `newest` being the game now.

    They have in every earlier position, even once the game is over: a position is shown as it
    could be seen when it was past, and so never changes.
    """
    return newest.fades and version < newest.version


def readers(game: Game) -> tuple[str, ...]:
    """Everybody for whom views are drawn: the seats, the spectator, the referee if there is one."""
    referee = (REFEREE,) if game.created.referee else ()
    return (*game.created.seats, SPECTATOR, *referee)
