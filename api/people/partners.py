"""Partners: with whom somebody plays, or has played to the end."""

from __future__ import annotations

from contextlib import suppress
from typing import Any, NamedTuple

from api.people import reliability
from api.people.registry import Registry
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game
from napoleon.log.replayer import UNREADABLE
from napoleon.play.reliability import Reliability

MOST_GAMES = 50
"""In how many games partners are looked for: those that have changed last."""


class SharedSeat(NamedTuple):
    """A seat that somebody else has in a game of one's own."""

    game: str
    seat: str
    name: str | None
    """The name that they go by there; None if they gave none."""


class Partner(NamedTuple):
    """Somebody else."""

    seats: tuple[SharedSeat, ...]
    """Several only of somebody who shows how reliable they are."""
    reliability: Reliability | None
    """None unless they show it."""

    @property
    def name(self) -> str | None:
        """The name that they went by last; None if they gave none."""
        return next((it.name for it in self.seats if it.name), None)


def of(registry: Registry, person: int) -> list[Partner]:
    """Those who have seats in the games on somebody's desk, and in those where they had a seat.

    The last game comes first. Of people who do not show how reliable they are only that is told:
    not whether they have a desk, and not that they play elsewhere. Raises PersistenceError.
    """
    games = _games(registry, person)
    shown = reliability.shown(registry, {it.id: it.version for it in games})
    by_person: dict[int, list[SharedSeat]] = {}
    found: list[Partner | int] = []
    for game in games:
        names = registry.games.names_shown(game.id)
        own = _own(registry, person, game)
        for seat in game.created.seats:
            if seat in own or seat not in game.claimed or seat in game.played_by_bots:
                continue
            shared = SharedSeat(game.id, seat, names.get(seat))
            its = shown.get((game.id, seat))
            if its is None:
                found.append(Partner((shared,), None))
                continue
            if its.person not in by_person:
                found.append(its.person)
            by_person.setdefault(its.person, []).append(shared)
    figures = {it.person: it.reliability for it in shown.values()}
    return [
        it if isinstance(it, Partner) else Partner(tuple(by_person[it]), figures[it])
        for it in found
    ]


def told(partner: Partner) -> dict[str, Any]:
    """Somebody else, as JSON."""
    its = partner.reliability
    return {
        "seats": [it._asdict() for it in partner.seats],
        "reliability": None if its is None else reliability.told(its),
    }


def _games(registry: Registry, person: int) -> list[Game]:
    """Games that somebody plays or has played, the last that changed first."""
    store = registry.store
    ids = {it.game for it in store.seats.of(person)} | {it.game for it in store.stints.of(person)}
    games = []
    for it in ids:
        with suppress(UnknownGame, *UNREADABLE):
            games.append(registry.games.open(it))
    return sorted(games, key=lambda it: (-it.updated, it.id))[:MOST_GAMES]


def _own(registry: Registry, person: int, game: Game) -> set[str]:
    """The seats of a game that are or were somebody's own, or whose shares are."""
    return {
        game.speaks_for(it.holder)
        for it in registry.store.seats.of(person)
        if it.game == game.id and game.tokens.get(it.holder) == it.token
    } | {it.holder for it in registry.store.stints.of(person, game.id)}
