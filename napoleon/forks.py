"""Forks: a new game that begins with the log of another one, as far as a version.

A fork has its own seats, tokens and chance; the game it comes from is left as it is. Its events
have the versions that they have there, so that every position up to the fork has the same number
in both.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec

from napoleon.events import REFEREE, SPECTATOR, Event, HouseEvent, recorded
from napoleon.game import Game
from napoleon.orders import Refusal


@recorded("game_forked/1", "The game was forked from {parent} at version {at_version}.")
class GameForked(HouseEvent, frozen=True):
    """What came before is the log of another game; from here on it goes its own way."""

    parent: str
    """Id of the game it comes from."""
    at_version: int
    """Newest version of that game that is in this one."""
    root: str
    """Root of that game's record at that version, as hexadecimal digits."""

    def change(self, game: Game) -> None:
        """Chance begins anew with the fork's own seed, and cases of the other game stay there."""
        game.forked = self.version
        game.branch = 0
        game.links.clear()
        # Those of the other game were known before this one's seed was made.
        game.nonces = dict(game.created.nonces)
        game.given_nonces.clear()
        game.agreed.clear()
        game.kept_calls = ()
        game.takebacks.clear()
        game.disputes.clear()


def may_fork(game: Game, tokens: Mapping[str, str], reader: str) -> Refusal | None:
    """Why a fork is refused: who plays all seats of the fork sees what all seats see.

    So it takes somebody who may see all of it anyway: the referee, the holders of all seats
    together (`tokens` by seat), or whoever has a token of it once the game is over.
    """
    if reader == REFEREE or (game.over and reader != SPECTATOR):
        return None
    if game.over:
        return Refusal("FORK_NEEDS_TOKEN", "", "A finished game is forked with a token of it.")
    if all(_is_spoken_for(game, seat, tokens.get(seat, "")) for seat in game.created.seats):
        return None
    detail = (
        "A running game is forked by its referee, or with the tokens of all its seats, as the "
        "fork shows what each of them holds."
    )
    return Refusal("FORK_SHOWS_ALL", "", detail)


def _is_spoken_for(game: Game, seat: str, token: str) -> bool:
    """Whether `token` is that of `seat`, or of a share of it."""
    holder = game.seat_of(token)
    return holder is not None and game.speaks_for(holder) == seat


def events_of_fork(
    first: Event, there: Game, history: list[Event], root: str, *, at: int
) -> Iterator[Event]:
    """The events of a fork from the position `there`: its own first one, and what happened.

    It is made at the time `at`, in microseconds since 1970 UTC.

    The tokens of the other game open nothing here.
    """
    yield first
    for event in history[1:]:
        changed: dict[str, object] = {"game": first.game}
        if "token" in event.sealed:
            changed["token"] = ""
        yield msgspec.structs.replace(event, **changed)
    yield GameForked(
        there.id,
        there.version,
        root,
        game=first.game,
        version=there.version + 1,
        at=at,
        turn=there.state.turn,
        phase=there.state.phase,
    )
