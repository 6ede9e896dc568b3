"""What waits for this browser's reader in all of their games, the most urgent first."""

from __future__ import annotations

from contextlib import suppress
from typing import NamedTuple

from eventsourcing.persistence import PersistenceError
from flask import request, url_for

from api.http.people import shows_desk, signed_in
from api.http.stores import stores
from api.mail.errors import MailStoreMissing
from api.web.game.pending import matters
from api.web.pages import web
from api.web.session import games_of_reader, seats_held
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game
from napoleon.log.replayer import UNREADABLE
from napoleon.log.store.recorder import StoreMissing
from projections import lobby as lobbies

UNREACHABLE = (MailStoreMissing, StoreMissing, PersistenceError)
"""What a store raises that cannot be reached. Pages that say so have to be drawn all the same."""

NEVER = 1 << 62
"""Stands for the moment at which an answer is due that no clock asks for: after all others."""


class OwnGame(NamedTuple):
    """A game of which the reader holds seats, and what they have to do there."""

    game: Game
    held: tuple[str, ...]
    """The holders of their tokens: seats, shares, judges' chairs."""
    moves: tuple[str, ...]
    """Those of them who have to move."""
    asked: tuple[str, ...]
    """Those whose answer waits beside the table."""
    due: int
    """When the first of their answers is due, in microseconds since 1970 UTC, or `NEVER`."""

    @property
    def mine(self) -> tuple[str, ...]:
        """The holders for whom something waits."""
        return tuple(it for it in self.held if it in self.moves or it in self.asked)

    @property
    def seat(self) -> str:
        """The holder as whom the reader opens the game."""
        return (self.mine or self.held)[0]


def own_games(besides: str | None = None) -> list[OwnGame]:
    """The games of which this browser's reader holds a live seat, but for the game `besides`.

    What waits for them comes first, by when it is due and for how long it has waited; then the
    others, the last to change first.
    """
    found: list[OwnGame] = []
    for game_id in games_of_reader():
        if game_id == besides:
            continue
        with suppress(UnknownGame, *UNREADABLE):
            game = stores().games.open(game_id)
            if held := tuple(seats_held(game)):
                found.append(_own(game, held))
    return sorted(found, key=_urgency)


def _own(game: Game, held: tuple[str, ...]) -> OwnGame:
    awaited = lobbies.waiting_for(game, stores().games.rules(game))
    speaking = {it: game.speaks_for(it) for it in held}
    moves = tuple(it for it in held if speaking[it] in awaited)
    asked = tuple(it for it in held if matters(game, it))
    seats = {speaking[it] for it in moves}
    deadlines = game.timekeeping.deadlines.values()
    due = min((it.set.due for it in deadlines if it.set.seat in seats), default=NEVER)
    return OwnGame(game, held, moves, asked, due)


def _urgency(it: OwnGame) -> tuple[bool, int, int]:
    return not it.mine, it.due, it.game.updated if it.mine else -it.game.updated


@web.app_template_global("next_games")
def _next_games() -> list[tuple[str, str]]:
    """Address and title of the games that wait, but for the one that is looked at."""
    here, games = (request.view_args or {}).get("game_id"), stores().games
    with suppress(*UNREACHABLE):
        return [
            (url_for("web.game", game_id=it.game.id, seat=it.seat), games.rules(it.game).title)
            for it in own_games(besides=here)
            if it.mine
        ]
    return []


@web.app_template_global("reader_name")
def _reader_name() -> str | None:
    """What who is signed in here is called; None for everybody else."""
    with suppress(*UNREACHABLE):
        who = signed_in() if shows_desk() else None
        return None if who is None else who.person.name
    return None
