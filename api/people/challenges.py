"""Challenges: somebody keeps a seat of a new game for a person with whom they have played.

The challenged sit, or sat, at a table with their challenger: they are named by a seat there, never
by who they are. The sender is not told whether that reached anybody, so nobody learns who has a
desk, and who does not want to hear from them.
"""

from __future__ import annotations

from collections.abc import Iterable

from api.people import blocks
from api.people.registry import Registry
from api.people.rows import NOBODY, ChallengeRow
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game, HeldToken
from napoleon.log.replayer import UNREADABLE
from napoleon.log.times import DAY
from napoleon.rules.orders import Refusal

A_DAY = 20
"""How many challenges somebody may send in a day."""

MOST = 40
"""How many challenges wait on a desk at most; others reach nobody."""

KEPT = 60 * DAY
"""After how long a challenge is forgotten."""


def refuse(registry: Registry, challenger: int, whom: int) -> Refusal | None:
    """Why somebody may not challenge that many people now. Refused: ``TOO_MANY_CHALLENGES``."""
    if challenger == NOBODY:
        return None
    sent = registry.store.challenges.sent_since(challenger, registry.now() - DAY)
    if sent + whom > A_DAY:
        detail = f"You may challenge {A_DAY} people a day. Go on tomorrow."
        return Refusal("TOO_MANY_CHALLENGES", "", detail, {"most": A_DAY})
    return None


def challenge(
    registry: Registry, challenger: int, former: Game, whom: str, game: Game, seat: str, name: str
) -> None:
    """Keep a `seat` of a new `game` for the player of `whom` in the `former` one.

    The caller has seen that the challenger has a seat there. They go by a `name`. It looks the same
    whether there is such a person or not, and whether they want to be challenged or not.
    """
    person = _player(registry, former, whom)
    if person == challenger or not _is_welcome(registry, person, challenger):
        person = NOBODY
    registry.store.challenges.put(
        ChallengeRow(
            person,
            challenger,
            name,
            former.id,
            whom,
            game.id,
            seat,
            game.tokens[seat],
            registry.now(),
        )
    )


def _player(registry: Registry, game: Game, seat: str) -> int:
    """On whose desk the living seat lies; `NOBODY` if on none."""
    for it in registry.store.seats.in_game(game.id):
        if it.holder == seat and game.tokens.get(seat) == it.token:
            return it.person
    return NOBODY


def _is_welcome(registry: Registry, person: int, challenger: int) -> bool:
    """Whether a challenge reaches that person: they have room for it, and refuse nobody like that.

    The one place where it is asked whether somebody wants to hear from somebody else.
    """
    if person == NOBODY or blocks.refuses(registry, person, challenger):
        return False
    return len(registry.store.challenges.of(person)) < MOST


def waiting(registry: Registry, person: int) -> list[ChallengeRow]:
    """The challenges that wait for somebody, the newest first."""
    return _living(registry, registry.store.challenges.of(person))


def sent(registry: Registry, challenger: int) -> list[ChallengeRow]:
    """Those that somebody has sent and nobody has accepted, the newest first."""
    return _living(registry, registry.store.challenges.sent_by(challenger))


def accepted_by(registry: Registry, person: int, number: int) -> ChallengeRow | None:
    """The challenge that somebody accepts; None if it waits for them no more.

    To claim its seat with `invitation` is to accept it.
    """
    return next((it for it in waiting(registry, person) if it.id == number), None)


def invitation(row: ChallengeRow) -> HeldToken:
    """What stands for the token that invites to the seat of a challenge."""
    return HeldToken(row.game, row.holder, row.token)


def decline(registry: Registry, person: int, number: int) -> bool:
    """Somebody declines, and the challenger is told; returns whether it waited for them."""
    return registry.store.challenges.decline(person, number, registry.now())


def withdraw(registry: Registry, challenger: int, number: int) -> bool:
    """The challenger takes it back; the seat may be given to somebody else."""
    return registry.store.challenges.withdraw(challenger, number)


def _living(registry: Registry, rows: Iterable[ChallengeRow]) -> list[ChallengeRow]:
    """Those whose seat is still kept. The others are forgotten."""
    found, dead = list[ChallengeRow](), list[ChallengeRow]()
    for row in rows:
        (found if _is_kept(registry, row) else dead).append(row)
    if dead:
        registry.store.challenges.drop(*(it.id for it in dead))
    return found


def _is_kept(registry: Registry, row: ChallengeRow) -> bool:
    if row.made < registry.now() - KEPT:
        return False
    try:
        game = registry.games.open(row.game)
    except UnknownGame:
        return False
    except UNREADABLE:
        return True
    return (
        not game.over
        and row.holder not in game.claimed
        and game.tokens.get(row.holder) == row.token
    )
