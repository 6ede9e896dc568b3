"""Seats on desks: by the hash of its token a seat is somebody's as long as that token is alive."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress

from api.mail.office import Office
from api.people import notes, reliability
from api.people.registry import Registry
from api.people.rows import RESTORE, AskedRow, LinkRow, SeatRow
from napoleon.log.errors import UnknownGame
from napoleon.log.game import Game, HeldToken, token_hash
from napoleon.log.replayer import UNREADABLE
from napoleon.log.times import SECOND
from napoleon.play.outcomes import DeadToken
from napoleon.play.seats import renew_token
from napoleon.rules.events import JUDGES
from napoleon.rules.orders import Refusal

MOST = 500
"""How many seats a desk has room for."""

TAKING = 10 * SECOND
"""How long it may take at most to take a seat that lies on a desk already."""


def lay(registry: Registry, person: int, game: Game, holder: str, token: str) -> bool:
    """Lay a seat on a desk by the token that opens it; returns whether it lies there now.

    It does not if there was no room, or the person has another where each is another person's.
    From then on its answers count for how reliable they are (`api.people.reliability`). What was
    written in the game up to now counts as read.
    """
    read = game.press[-1] if game.press else 0
    row = SeatRow(person, game.id, holder, token_hash(token), registry.now(), read)
    laid_there = registry.store.seats.put(
        row,
        MOST,
        bars=lambda it: _bars(registry, game, holder, it),
        begins=reliability.begins(registry, row),
    )
    if laid_there:
        notes.take_over(registry, person, game.id, holder, row.token)
    return laid_there


def take_place(
    registry: Registry, person: int, game: Game, holder: str, fresh: str
) -> Refusal | None:
    """Lay a seat on a desk that is about to be taken with the `fresh` token.

    So it is known whose it is before it is theirs; `give_back` undoes it. Refused:
    ``ONE_SEAT_EACH``, ``DESK_FULL``.
    """
    refusal = refuse_second(registry, person, game, holder)
    if refusal is None and not lay(registry, person, game, holder, fresh):
        # Another one may have been taken in the meantime.
        refusal = refuse_second(registry, person, game, holder) or desk_full()
    return refusal


def give_back(
    registry: Registry, person: int, game: Game, holder: str, fresh: str, before: SeatRow | None
) -> None:
    """A seat was not taken after all: what lay on the desk `before` lies there again."""
    registry.store.seats.drop([SeatRow(person, game.id, holder, token_hash(fresh), 0)])
    if before is not None:
        registry.store.seats.put(before, MOST)


def laid(registry: Registry, person: int, game_id: str, holder: str) -> SeatRow | None:
    """What lies on a desk of that holder of a game."""
    rows = registry.store.seats.of(person)
    return next((it for it in rows if (it.game, it.holder) == (game_id, holder)), None)


def desk_full() -> Refusal:
    """``DESK_FULL``."""
    return Refusal("DESK_FULL", "", f"A desk has room for {MOST} seats.", {"most": MOST})


def mark_read(registry: Registry, person: int, game: Game, holder: str) -> None:
    """Keep it that a person has read all that was written in a game up to now."""
    seat = laid(registry, person, game.id, holder)
    newest = game.press[-1] if game.press else 0
    # Most visits bring nothing new, and reading is to write nothing then.
    if seat is not None and seat.read < newest:
        registry.store.seats.mark_read(person, game.id, holder, newest)


def read_up_to(registry: Registry, person: int) -> dict[str, dict[str, int]]:
    """Up to which version the press of each game was read, by game and holder of a seat."""
    found: dict[str, dict[str, int]] = {}
    for it in registry.store.seats.of(person):
        found.setdefault(it.game, {})[it.holder] = it.read
    return found


def held(registry: Registry, person: int) -> Mapping[str, Mapping[str, HeldToken]]:
    """What stands for the tokens of all seats on a desk, dead ones too, by game and holder."""
    found: dict[str, dict[str, HeldToken]] = {}
    for it in registry.store.seats.of(person):
        found.setdefault(it.game, {})[it.holder] = HeldToken(it.game, it.holder, it.token)
    return found


def take_off(registry: Registry, person: int, game_id: str, holder: str) -> Refusal | None:
    """Take a seat off a desk; its token goes on opening it, and its answers go on counting.

    Where each is another person's, whose it is must stay known. Refused: ``ONE_SEAT_EACH``.
    """
    found = laid(registry, person, game_id, holder)
    if found is None:
        return None
    with suppress(UnknownGame, *UNREADABLE):
        game = registry.games.open(game_id)
        is_live = game.tokens.get(holder) == found.token
        apart = game.one_seat_each and not game.over and holder not in JUDGES
        if apart and is_live and holder in game.claimed:
            detail = (
                "Each person plays one seat of this game at most, so yours stays on your desk "
                "until you hand it over."
            )
            return Refusal("ONE_SEAT_EACH", "", detail)
    registry.store.seats.drop([found])
    return None


def clear_dead(registry: Registry, person: int) -> None:
    """Take those seats off a desk that were handed over or ended.

    A game that is not known here, or cannot be read, may come back.
    """
    registry.store.seats.drop(
        it for it in registry.store.seats.of(person) if _is_dead(registry, it)
    )


def _is_dead(registry: Registry, it: SeatRow) -> bool:
    if _may_be_taken_now(registry, it):
        return False
    try:
        return registry.games.open(it.game).tokens.get(it.holder) != it.token
    except (UnknownGame, *UNREADABLE):
        return False


def of_one_person(registry: Registry, game: Game) -> list[list[str]]:
    """The seats of a game that are on one desk, for each desk with several, as the table has them.

    Everybody may know that, and nobody is told whose desk it is.
    """
    by_person: dict[int, set[str]] = {}
    for it in registry.store.seats.in_game(game.id):
        if game.tokens.get(it.holder) == it.token:
            by_person.setdefault(it.person, set()).add(it.holder)
    several = [
        [it for it in game.tokens if it in held] for held in by_person.values() if len(held) > 1
    ]
    return sorted(several)


def refuse_second(registry: Registry, person: int, game: Game, holder: str) -> Refusal | None:
    """Why somebody may not have a seat: they have another, and each is to be another person's.

    Shares count as their seat; a judge's chair is none. Refused: ``ONE_SEAT_EACH``.
    """
    if not game.one_seat_each or holder in JUDGES:
        return None
    rows = registry.store.seats.of(person)
    if any(_bars(registry, game, holder, it) for it in rows if it.game == game.id):
        detail = "Each person plays one seat of this game at most, and you have another one."
        return Refusal("ONE_SEAT_EACH", "", detail)
    return None


def _bars(registry: Registry, game: Game, holder: str, it: SeatRow) -> bool:
    """Whether a seat on somebody's desk keeps them from another one of that game."""
    if not game.one_seat_each or holder in JUDGES:
        return False
    if game.speaks_for(it.holder) in {game.speaks_for(holder), *JUDGES}:
        return False
    return game.tokens.get(it.holder) == it.token or _may_be_taken_now(registry, it)


def _may_be_taken_now(registry: Registry, it: SeatRow) -> bool:
    """Whether a seat may be being taken: its token is alive in a moment."""
    return registry.now() - it.added < TAKING


def renew(registry: Registry, office: Office, game: Game, holder: str, token: str) -> str | Refusal:
    """Another token for a seat whose own was lost, on the desk and in the mailbox of its holder.

    Refused and raised is what `napoleon.play.seats.renew_token` says.
    """
    before = token_hash(token)
    fresh = renew_token(registry.games, game.id, holder, token)
    if isinstance(fresh, Refusal):
        return fresh
    registry.store.seats.renew(game.id, holder, before, token_hash(fresh))
    notes.renew(registry, game.id, holder, before, token_hash(fresh))
    office.store.mailboxes.renew(game.id, holder, before, token_hash(fresh))
    return fresh


def ask_for_seat(registry: Registry, game: Game, address: str, language: str) -> None:
    """Have a link to their seats in a game sent to an address, if some are known to be theirs.

    That is found out later, so that the answer is the same and takes as long for any address.
    """
    row = AskedRow(RESTORE, address.lower(), address, language, registry.now(), game=game.id)
    registry.store.asked.put(row)


def restore(registry: Registry, office: Office, link: LinkRow) -> str | Refusal | None:
    """The new token of the seat that a link from a mail restores; the link and the old token die.

    None if the link is dead, or the seat has changed hands. Refused: ``NOT_CLAIMED``. Raises
    UnknownGame.
    """
    used = registry.store.links.use(link.secret, registry.now())
    if used is None or used.purpose != RESTORE:
        return None
    game = registry.games.open(used.game)
    lost = HeldToken(game.id, used.holder, used.token)
    if game.seat_of(lost) != used.holder:
        return None
    try:
        return renew(registry, office, game, used.holder, lost)
    except DeadToken:
        return None
