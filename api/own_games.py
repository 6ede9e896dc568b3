"""The games of somebody, by the seats that they hold: what waits for them, and by when."""

from __future__ import annotations

from collections.abc import Callable, Container, Mapping
from contextlib import suppress
from itertools import islice
from typing import NamedTuple

from api.matters import matters
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game
from napoleon.log.press import letters
from napoleon.log.replayer import UNREADABLE
from napoleon.play.games import Games
from napoleon.play.windows import is_put
from napoleon.rules.events import JUDGES, REFEREE
from napoleon.rules.terms import Decision

Tokens = Mapping[str, Mapping[str, str]]
"""Tokens, dead ones too, by game and holder."""

MANY = 99
"""More letters than these are not counted."""

NEVER = 1 << 62
"""Stands for the moment at which an answer is due that no clock asks for: after all others."""


class OwnGame(NamedTuple):
    """A game of which somebody holds seats, and what they have to do there."""

    game: Game
    held: tuple[str, ...]
    """The holders of their live tokens, as the table has them: seats, shares, judges' chairs."""
    moves: tuple[str, ...]
    """Those of them who have to move."""
    asked: tuple[str, ...]
    """Those whose answer waits beside the table."""
    questions: tuple[Decision, ...]
    """What the seats in `moves` have to decide. Anybody may know what is asked."""
    due: int
    """When the first of their answers is due, in microseconds since 1970 UTC, or `NEVER`."""

    @property
    def mine(self) -> tuple[str, ...]:
        """The holders for whom something waits."""
        return tuple(it for it in self.held if it in self.moves or it in self.asked)

    @property
    def seat(self) -> str:
        """The holder as whom its holder opens the game."""
        return (self.mine or self.held)[0]


def own_games(games: Games, *kept: Tokens, besides: str | None = None) -> list[OwnGame]:
    """The games in which tokens that are `kept` somewhere open a seat, except the one `besides`.

    What waits comes first, by when it is due and for how long it has waited; then the others, the
    last to change first. A game that is not known here, or cannot be read, is left out.
    """
    found: list[OwnGame] = []
    for game_id in dict.fromkeys(it for tokens in kept for it in tokens):
        if game_id == besides:
            continue
        with suppress(UnknownGame, *UNREADABLE):
            game = games.open(game_id)
            if held := live(game, *(tokens.get(game_id, {}) for tokens in kept)):
                found.append(_own(games, game, held))
    return sorted(found, key=_urgency)


def live(game: Game, *kept: Mapping[str, str]) -> tuple[str, ...]:
    """The holders of whom some token opens the seat, in the order of the table."""
    opened = {game.seat_of(token) for tokens in kept for token in tokens.values()}
    return tuple(it for it in game.tokens if it in opened)


def unread(
    games: Games,
    own: OwnGame,
    read: Mapping[str, int],
    muted: Callable[[Game], Container[str]],
) -> int:
    """How many letters of others the holders of a game have not read, at most `MANY`.

    `read` says by holder up to which version each has read the press; without it, none has. Those
    of holders who are `muted` in the game are not missed.
    """
    game, found = own.game, set[int]()
    for holder in own.held:
        speaks, since = game.speaks_for(holder), read.get(holder, 0)
        if game.press and game.press[-1] > since:
            reader = game.viewer(REFEREE if holder in JUDGES else speaks)
            unheard = muted(game)
            others = (
                it
                for it in letters(games, game, reader, after=since)
                if it.sender != speaks
                and not it.diary
                and it.sender not in unheard
                and it.writer not in unheard
            )
            found.update(it.version for it in islice(others, MANY))
    return min(len(found), MANY)


def _own(games: Games, game: Game, held: tuple[str, ...]) -> OwnGame:
    rules = games.rules(game)
    speaking = {it: game.speaks_for(it) for it in held}
    questions: tuple[Decision, ...] = ()
    if game.state is not None:
        seats = {*speaking.values()}
        asked = (it for it in rules.decisions(game.state) if it.seat in seats)
        questions = tuple(it for it in asked if is_put(game, rules, it))
    deciding = {it.seat for it in questions}
    deadlines = game.timekeeping.deadlines.values()
    due = min((it.set.due for it in deadlines if it.set.seat in deciding), default=NEVER)
    return OwnGame(
        game,
        held,
        tuple(it for it in held if speaking[it] in deciding),
        tuple(it for it in held if matters(games, game, it)),
        questions,
        due,
    )


def _urgency(it: OwnGame) -> tuple[bool, int, int]:
    return not it.mine, it.due, it.game.updated if it.mine else -it.game.updated
