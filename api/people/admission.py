"""Admission: who may set games up here, and who may take seats that are open to anybody.

The operator decides it for every door: by mail, on the pages and over the API.
The operator sets games up on the command line as they like.
"""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from enum import StrEnum

from msgspec import Struct, field

from api.people.registry import Registry
from api.people.rows import PersonRow
from api.people.strangers import KEPT, hashes_of
from napoleon.environment import read
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game
from napoleon.log.replayer import UNREADABLE
from napoleon.rules.orders import Refusal


class Door(StrEnum):
    """Whom a door lets in."""

    OPEN = "open"
    """Anybody."""
    INVITED = "invited"
    """Those who were invited by somebody with a confirmed address, or who have a seat already."""
    CLOSED = "closed"
    """Nobody."""


class Admission(Struct, frozen=True, kw_only=True):
    """What the environment says of who may do what."""

    founding: Door = field(default=Door.OPEN, name="NAPOLEON_FOUNDING")
    """Who may set a game up."""
    joining: Door = field(default=Door.OPEN, name="NAPOLEON_JOINING")
    """Who may take an open seat of a game that is listed."""


def admission(env: Mapping[str, str]) -> Admission:
    """Who may do what, as `env` says. Raises BadSetting."""
    return read(Admission, env)


def refuse_founder(env: Mapping[str, str], *, known: bool) -> Refusal | None:
    """Why somebody may not set a game up; `known` says whether they are invited or have a seat.

    Refused: ``CLOSED``, ``NOT_INVITED``. Raises BadSetting.
    """
    door = admission(env).founding
    if door is Door.CLOSED:
        return Refusal("CLOSED", "", "Only the operator of this service sets games up here.")
    if door is Door.INVITED and not known:
        detail = "Only people invited by somebody here, or with a seat here, set games up."
        return Refusal("NOT_INVITED", "", detail)
    return None


def refuse_guest(env: Mapping[str, str], game: Game, *, known: bool) -> Refusal | None:
    """Why somebody may not take an open seat of a game; people who know a private one may.

    Refused: ``CLOSED``, ``NOT_INVITED``. Raises BadSetting.
    """
    door = admission(env).joining
    if game.created.unlisted or door is Door.OPEN:
        return None
    if door is Door.CLOSED:
        return Refusal("CLOSED", "", "Seats are taken by invitation only here.")
    if not known:
        detail = "Only people invited by somebody here, or with a seat here, take an open seat."
        return Refusal("NOT_INVITED", "", detail)
    return None


def is_known(registry: Registry, person: PersonRow | None, *addresses: str) -> bool:
    """Whether somebody has a seat on their desk, or was invited at an address of theirs.

    Raises PersistenceError.
    """
    mine = list(addresses)
    if person is not None:
        if any(_is_held(registry, it.game, it.token) for it in registry.store.seats.of(person.id)):
            return True
        mine += [it.address for it in registry.store.addresses.of(person.id)]
    since, store = registry.now() - KEPT, registry.store.strangers
    return any(store.written_to(hashes_of(registry, it), since) for it in mine)


def has_seat(game: Game, digest: str) -> bool:
    """Whether the token with that hash opens a seat that somebody has taken.

    A game for learning is anybody's, so its seats do not count.
    """
    holder = game.holder_of(digest)
    return holder is not None and holder in game.claimed and not game.created.prepared


def _is_held(registry: Registry, game_id: str, digest: str) -> bool:
    with suppress(UnknownGame, *UNREADABLE):
        return has_seat(registry.games.open(game_id), digest)
    return False
