"""Muting and blocking: somebody wants to hear no more of another, whom they know by a seat.

Who holds the seat is found out here and told to nobody: the other is not told that they are muted,
and the one who mutes is not told whether the other has a desk. A mute or block is about the person
wherever they have that seat or others on a desk; about the seat alone if its holder has none.
"""

from __future__ import annotations

from collections.abc import Callable

from api.people.registry import Registry
from api.people.rows import BLOCK, MUTE, BlockRow, SeatRow
from napoleon.log.events.grey_press import UNSIGNED
from napoleon.log.game import Game
from napoleon.rules.events import JUDGES
from napoleon.rules.orders import Refusal

MOST = 200
"""How many seats somebody has said so of."""

KINDS = (MUTE, BLOCK)


def say(registry: Registry, person: int, game: Game, holder: str, kind: str) -> Refusal | None:
    """Mute or block who holds a seat, as somebody with a seat in that game.

    `UNSIGNED` is muted as if it were one: letters without a signature, in that game.
    Refused: ``NOT_SEATED``, ``NOT_A_PLAYER`` for judges and one's own seat, ``TOO_MANY_BLOCKS``.
    """
    token = game.tokens.get(holder)
    if not seats_of(registry, person, game):
        return Refusal("NOT_SEATED", "", "You have no seat in that game on your desk.")
    if is_unsigned(game, holder) and kind == MUTE:
        # It is about nobody: people who mute somebody shall not learn which of these are theirs.
        return _put(registry, [BlockRow(person, game.id, UNSIGNED, "", 0, MUTE, registry.now())])
    holders = _people_of(registry, game, holder)
    if token is None or holder in JUDGES or person in holders:
        detail = "Only another player is muted or blocked: not a referee, and not yourself."
        return Refusal("NOT_A_PLAYER", "", detail)
    now = registry.now()
    rows = [
        BlockRow(person, game.id, holder, token, other, kind, now)
        for other in sorted(holders) or [0]
    ]
    return _put(registry, rows)


def is_unsigned(game: Game, holder: str) -> bool:
    """Whether it stands for all who write without a signature in a game that allows that."""
    return holder == UNSIGNED and game.grey_press


def _put(registry: Registry, rows: list[BlockRow]) -> Refusal | None:
    if registry.store.blocks.put(rows, MOST):
        return None
    detail = f"At most {MOST} players are muted or blocked; take one back first."
    return Refusal("TOO_MANY_BLOCKS", "", detail, {"most": MOST})


def take_back(registry: Registry, person: int, game_id: str, holder: str) -> bool:
    """Mute and block who held a seat no more; returns whether that was so."""
    return registry.store.blocks.drop(person, game_id, holder)


def muted_in(registry: Registry, person: int, game: Game) -> frozenset[str]:
    """The holders in a game whose letters somebody does not want to read.

    `UNSIGNED` is among them if that is so of letters without a signature, by any of them.
    """
    said = registry.store.blocks.of(person)
    if not said:
        return frozenset()
    others = {it.other for it in said if it.other}
    tokens = {it.token for it in said if it.token}
    grey = {UNSIGNED} if any((it.game, it.holder) == (game.id, UNSIGNED) for it in said) else set()
    theirs = {it.holder for it in _laid(registry, game) if it.person in others}
    seats = {holder for holder, token in game.tokens.items() if token in tokens}
    return frozenset((theirs | seats | grey) - set(JUDGES))


def hiding(registry: Registry) -> Callable[[Game, str, str], bool]:
    """Tells of a game, a reader's seat and a writer whether that reader's person has muted them.

    It remembers nothing, so that what was taken back a moment ago holds no more.
    """

    def hides(game: Game, reader: str, writer: str) -> bool:
        laid = _laid(registry, game)
        own = {it.person for it in laid if it.holder == reader}
        return any(writer in muted_in(registry, it, game) for it in own)

    return hides


def refuses(registry: Registry, person: int, other: int) -> bool:
    """Whether somebody has blocked another: then that one invites and challenges them no more.

    The other is not told: what they begin comes to nothing, as if it was not answered.
    """
    return person in registry.store.blocks.against(other)


def keeps_out(registry: Registry, game: Game, person: int) -> bool:
    """Whether who set a game up has blocked somebody who would like to have a seat there."""
    founder = registry.store.blocks.founder(game.id)
    return founder != 0 and refuses(registry, founder, person)


def seats_of(registry: Registry, person: int, game: Game) -> list[str]:
    """The seats, shares and judges' chairs of a game that somebody has on their desk."""
    return [it.holder for it in _laid(registry, game) if it.person == person]


def _people_of(registry: Registry, game: Game, holder: str) -> set[int]:
    return {it.person for it in _laid(registry, game) if it.holder == holder}


def _laid(registry: Registry, game: Game) -> list[SeatRow]:
    seats = registry.store.seats.in_game(game.id)
    return [it for it in seats if game.tokens.get(it.holder) == it.token]
