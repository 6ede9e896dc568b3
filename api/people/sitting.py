"""Sitting down: somebody takes a seat, if its founder and they themselves let them.

Every door where seats are taken uses it: pages, the API and mail.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from api.people import blocks, reliability, seats
from api.people.registry import Registry
from api.people.rows import PersonRow
from napoleon.log.clocks import InTime
from napoleon.log.game import Game
from napoleon.rules.events import JUDGES
from napoleon.rules.orders import Refusal


class MayNotSit(Exception):
    """Somebody may not have a seat; the refusal says why."""

    def __init__(self, refusal: Refusal) -> None:
        super().__init__(refusal.detail)
        self.refusal = refusal


def nobody_known() -> Refusal:
    """``ONE_SEAT_EACH``, as it is not known who takes a seat."""
    detail = (
        "Each person plays one seat of this game at most, so it has to be known who takes it: sign "
        "in first, or begin a desk."
    )
    return Refusal("ONE_SEAT_EACH", "", detail)


def refuse_unknown(game: Game, holder: str, asked: InTime | None) -> Refusal | None:
    """Why people may not have a seat if nobody knows who they are.

    `asked` is how reliable they are to be. Refused: ``ONE_SEAT_EACH``, ``TOKEN_REQUIRED``.
    """
    if game.one_seat_each and holder not in JUDGES:
        return nobody_known()
    if asked is not None:
        detail = "The founder asks how reliable you are: sign in to your desk first."
        return Refusal("TOKEN_REQUIRED", "", detail)
    return None


def refuse_known(
    registry: Registry, person: PersonRow, game: Game, holder: str, asked: InTime | None
) -> Refusal | None:
    """Why somebody may not have a seat, as the founder of its game has said.

    `asked` is how reliable they are to be. People whom the founder has blocked get the answer to a
    token that opens nothing: ``BAD_TOKEN``. Refused: ``ONE_SEAT_EACH``, ``RELIABILITY_NOT_SHOWN``,
    ``TOO_NEW``, ``LATE_TOO_OFTEN``.
    """
    if holder not in game.claimed and blocks.keeps_out(registry, game, person.id):
        return Refusal("BAD_TOKEN", "", "The token opens no seat of this game.")
    refusal = seats.refuse_second(registry, person.id, game, holder)
    if refusal is None and asked is not None:
        shows = bool(person.shows_reliability)
        refusal = reliability.refuse(registry, person.id, asked, shows=shows)
    return refusal


@contextmanager
def taking(
    registry: Registry,
    person: PersonRow,
    game: Game,
    holder: str,
    fresh: str,
    asked: InTime | None,
) -> Iterator[None]:
    """A seat is being taken with the `fresh` token by a person.

    It lies on their desk from then on. Where it has to be known whose it is, it lies there before
    it is theirs, and no longer if they do not get it. Raises MayNotSit as `refuse_known` refuses,
    and for ``DESK_FULL``.
    """
    refusal = refuse_known(registry, person, game, holder, asked)
    if refusal is not None:
        raise MayNotSit(refusal)
    before = None
    must_be_known = asked is not None or (game.one_seat_each and holder not in JUDGES)
    if must_be_known:
        before = seats.laid(registry, person.id, game.id, holder)
        refusal = seats.take_place(registry, person.id, game, holder, fresh)
        if refusal is not None:
            raise MayNotSit(refusal)
    try:
        yield
    except Exception:
        if must_be_known:
            seats.give_back(registry, person.id, game, holder, fresh, before)
        raise
    # Its answers count from here on.
    seats.lay(registry, person.id, registry.games.open(game.id), holder, fresh)
