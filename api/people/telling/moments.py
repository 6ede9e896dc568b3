"""Moments: what of a game waits for the seats of somebody now, each told once.

A moment is a question that a seat is asked, a matter beside the table that waits for its word, or a
deadline that is near. Each has a name that stays the same as long as it lasts, and is another one
after a rewind.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import NamedTuple

import msgspec

from api.people.registry import Registry
from api.reading import Reading
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game
from napoleon.log.replayer import UNREADABLE

ASKED, MATTER, NEAR = "asked", "matter", "near"
"""What the name of a moment begins with."""


class Waiting(NamedTuple):
    """A game of somebody's, and what waits for them there."""

    game: Game
    holders: Collection[str]
    """Their seats in it."""
    called: str
    """The game by its titles, in their language."""
    moments: frozenset[str]


def in_game(registry: Registry, game: Game, holders: Collection[str], code: str) -> Waiting:
    """What waits for some holders of a game, told in the language `code`.

    Raises UnknownRuleset, KeyUnusable.
    """
    found = set[str]()
    called = ""
    for holder in holders:
        reading = Reading(registry.games, game, holder, code)
        called = reading.called
        found.update(f"{it} {len(game.rewinds)}" for it in _moments(reading))
    return Waiting(game, holders, called, frozenset(found))


def of_person(registry: Registry, person: int, game_id: str, code: str) -> Waiting | None:
    """What waits in a game for the seats that are on somebody's desk; None if none is.

    Nor if the game is gone, or cannot be read now.
    """
    laid = [it for it in registry.store.seats.of(person) if it.game == game_id]
    try:
        game = registry.games.open(game_id)
        live = [it.holder for it in laid if game.tokens.get(it.holder) == it.token]
        return in_game(registry, game, live, code) if live else None
    except (UnknownGame, *UNREADABLE):
        return None


def everywhere(registry: Registry, person: int, code: str) -> Iterator[Waiting]:
    """The games on somebody's desk in which something waits for them."""
    for game_id in dict.fromkeys(it.game for it in registry.store.seats.of(person)):
        found = of_person(registry, person, game_id, code)
        if found is not None and found.moments:
            yield found


def written(moments: Collection[str]) -> str:
    """Moments as they are kept."""
    return msgspec.json.encode(sorted(moments)).decode()


def read(kept: str) -> frozenset[str]:
    """Moments that were kept."""
    return frozenset(msgspec.json.decode(kept, type=list[str]))


def _moments(reading: Reading) -> Iterator[str]:
    if reading.game.state is None or reading.game.over:
        return
    yield from (f"{ASKED} {it.id}" for it in reading.asked)
    yield from (f"{MATTER} {it.id}" for it in reading.matters)
    if reading.seat is not None:
        due = reading.game.timekeeping.of(reading.seat)
        yield from (f"{NEAR} {it.set.decision} {it.set.due}" for it in due if it.near)
