"""What every game has: an id, pinned rules, seats and their tokens, and the ruleset's state.

A `Game` is the aggregate of the log. It is rebuilt only from events.
"""

from __future__ import annotations

import hashlib
import hmac
from typing import Annotated, Any

import msgspec

from napoleon.log.cases import Dispute, Takeback
from napoleon.log.clocks import InTime, Timekeeping
from napoleon.log.dispatches import Charter, Dispatch
from napoleon.rules.events import JUDGES, REFEREE, SEALED, SPECTATOR, Event, recorded
from napoleon.rules.terms import Result
from napoleon.rules.viewer import Viewer


@recorded("game_created/1", "The game was created, to be played by the rules {rules_version}.")
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
    chains: dict[str, str] = {}
    """Anchor of each chain of chance; empty in games that are older than chains."""
    nonces: dict[str, str] = {}
    """A nonce for each seat that the service has made, in force until the seat gives its own."""
    awaits_seats: bool = False
    """Whether the table is laid out only when every seat is claimed."""
    unlisted: bool = False
    """Whether only those who hold a token know of it: it began with secrets of a running game, or
    is for learning."""
    instant_answers: bool = False
    """Whether standing orders answer at once, so that everybody sees that they were left."""
    prepared: str = ""
    """What labels the draws instead of the game's id, so that they are the same in every game with
    this label and this seed. Empty but in games whose chance is prepared for learning."""
    windows: str = ""
    """How seats are asked in windows, one of `napoleon.rules.windows.WAYS`: by what their forms
    say, only if they hold a card that fits, or, where it is empty, always."""


class SetByOperator(msgspec.Struct, frozen=True):
    """When and why the operator let a game go on under other rules."""

    version: int
    turn: int
    reason: str


class Game(msgspec.Struct):
    """One game at one version."""

    id: str
    version: int
    created: GameCreated
    tokens: dict[str, str]
    """SHA-256 of the living token by holder: a seat, a share of one, ``referee`` or ``deputy``."""
    claimed: list[str]
    """Seats, shares, and chairs of referee and deputy, that were claimed, in that order."""
    nonces: dict[str, str]
    """The nonce of each seat that goes into its game's draws."""
    updated: int
    """Time of the last event, in microseconds since 1970 UTC."""
    state: Any
    """The ruleset's own state; None only before its first event."""
    fades: bool = False
    """Whether cards fade in this game, as nobody may look through discards."""
    closed: int = 0
    """Version of the last event that closed something, such as an operation."""
    faded: int = 0
    """Last version whose cards have faded; 0 in games in which none do."""
    given_nonces: list[str] = []
    """Seats whose nonce is their own."""
    fresh_nonces: dict[str, str] = {}
    """Nonces by seat that were given after the seat had its own. They go into draws once another
    seat has given one too: somebody who knows the seed could look for one that suits them."""
    links: dict[str, int] = {}
    """The last link of each chain of chance that was used, in any branch."""
    branch: int = 0
    """How many rewinds have undone more than a move that nothing had sealed. What is drawn after
    one is drawn under other labels; a free withdrawal changes no draw."""
    rewinds: list[tuple[int, int]] = []
    """Version of each rewind, and the version that it went back to."""
    kept_calls: tuple[int, ...] = ()
    """Versions of the events whose undone draws count again since the last rewind."""
    takebacks: dict[int, Takeback] = {}
    """Every take-back that was asked for, by the version of the request."""
    disputes: dict[int, Dispute] = {}
    """Every dispute, by the version at which it was opened."""
    agreed: dict[str, tuple[str, str]] = {}
    """Version and pack of the newer rules that each seat has agreed to, since the last change."""
    migrated: tuple[str, str] | None = None
    """Version and pack of the rules that it has gone over to; None if it has not."""
    set_by_operator: SetByOperator | None = None
    """The last time that the operator did that; None if it was always its own people."""
    passed_on: dict[str, int] = {}
    """Seats that were opened by another token after the table was laid out, with the version at
    which that happened first."""
    handed_over: dict[str, str] = {}
    """Seats and shares that the seats' holders did not give out themselves, and who did."""
    shares: dict[str, str] = {}
    """The seat of each share that somebody has."""
    shared_at: dict[str, int] = {}
    """The version at which each of these shares was given."""
    bots: dict[str, str] = {}
    """Seats that were given to the bot of the ruleset, each with what opened it then; see
    `played_by_bots`."""
    offered: dict[str, str] = {}
    """Seats that were open to anybody, each with what opened it then; see `open_seats`."""
    press: list[int] = []
    """Version of each event by which somebody wrote to others."""
    charter: Charter | None = None
    """How dispatches fare; None where none may be sent."""
    dispatches: dict[int, Dispatch] = {}
    """The dispatches that are under way, by the version at which they were sent."""
    forked: int = 0
    """Version up to which the log comes from the game that this one was forked from; 0 if it was
    not."""
    odd_mails: str = ""
    """What it makes of odd mails, one of `napoleon.log.events.mails.TREATMENTS`; empty if that
    is left to the operator of the service."""
    one_seat_each: bool = False
    """Whether nobody is to play several of its seats, as far as it is known who people are."""
    grey_press: bool = False
    """Whether letters may be written without a signature."""
    in_time: InTime | None = None
    """How reliable its founder asks those to be who take an open seat; None if that is not
    asked."""
    asked_in_windows: list[str] = []
    """Names of the questions in windows that were put to their seats, the latest last, where
    others are answered by forms; see `napoleon.play.windows`."""
    timekeeping: Timekeeping = Timekeeping()
    """Its clock and its deadlines; who is away."""

    @property
    def pinned(self) -> tuple[str, str]:
        """The version and pack of the rules that it is played by."""
        return self.migrated or (self.created.rules_version, self.created.pack)

    @property
    def drawn_as(self) -> str:
        """What labels its draws: its id, unless its chance was prepared and the log says so."""
        return self.created.prepared or self.id

    @property
    def result(self) -> Result | None:
        """How it ended, by its rules or because it was forfeited; None while it runs."""
        by_the_rules: Result | None = None if self.state is None else self.state.result
        return by_the_rules or self.timekeeping.forfeited

    @property
    def over(self) -> bool:
        """Whether the game has ended, and everything is public."""
        return self.result is not None

    @property
    def played_by_bots(self) -> tuple[str, ...]:
        """The seats that the bot of the ruleset plays: nobody else was given them since."""
        return self._still(self.bots)

    @property
    def open_seats(self) -> tuple[str, ...]:
        """The seats that anybody may take: nobody has claimed them or was invited to them since."""
        return self._still(self.offered)

    def _still(self, given: dict[str, str]) -> tuple[str, ...]:
        return tuple(
            it for it in self.created.seats if it in given and given[it] == self.tokens[it]
        )

    def viewer(self, seat: str) -> Viewer:
        """What lies open to `seat` in this position, while it is the newest one."""
        return Viewer(seat, self.over, self.faded)

    def viewer_of_past(self, seat: str) -> Viewer:
        """What lies open to `seat` in this position, once the game has gone on.

        Where cards fade, all of its own have, even once the game is over: a position is shown as it
        could be seen once it was past, and so never changes.
        """
        return Viewer(seat, self.over, self.version if self.fades else self.faded)

    def viewer_for(self, seat: str, newest: Game | None = None) -> Viewer:
        """The reader that `seat` is in this position: its cards have faded, or none have.

        `newest` is the game now, where this may be an earlier position of it.
        """
        is_past = newest is not None and self.version < newest.version
        viewer = self.viewer_of_past(seat) if is_past else self.viewer(seat)
        return viewer.at(self.version)

    def speaks_for(self, holder: str) -> str:
        """The seat that `holder` has a share of, or else `holder` itself."""
        return self.shares.get(holder, holder)

    def stands_empty(self, holder: str) -> bool:
        """Whether nobody has taken a seat yet that only somebody who is known may take.

        Then its invitation opens only the way to it; a judge's chair is no such seat.
        """
        apart = self.one_seat_each and holder not in (*JUDGES, SPECTATOR)
        return apart and holder not in self.claimed

    def seat_of(self, token: str | None) -> str | None:
        """Who holds `token`: ``spectator`` without one, None if it is invalid or revoked."""
        return SPECTATOR if token is None else self.holder_of(token_hash(token))

    def holder_of(self, digest: str) -> str | None:
        """The holder, as in `tokens`, whose live token has that hash; None if there is none.

        Compared in constant time.
        """
        found = None
        for seat, living in self.tokens.items():
            if hmac.compare_digest(digest, living):
                found = seat
        return found if digest else None


class HeldToken(str):
    """Stands for a token whose hash alone is known, as on the desk of a person.

    It opens what the token opens, and nobody can send one: a text with the same letters is none.
    """

    digest: str
    """SHA-256 of the token, as hexadecimal digits."""

    def __new__(cls, game: str, holder: str, digest: str) -> HeldToken:
        """What stands for the token of `holder` in `game` with that hash."""
        made = super().__new__(cls, f"{game}.{holder}.held-{digest}")
        made.digest = digest
        return made


def token_hash(token: str) -> str:
    """What the log keeps of a token: its SHA-256, as hexadecimal digits."""
    if isinstance(token, HeldToken):
        return token.digest
    return hashlib.sha256(token.encode()).hexdigest()


def readers(game: Game) -> tuple[str, ...]:
    """Everybody for whom views are drawn: the seats, the spectator, the referee if there is one."""
    referee = (REFEREE,) if game.created.referee else ()
    return (*game.created.seats, SPECTATOR, *referee)
