"""Seats are not people: who holds a seat may change, and the log says when.

A seat is opened by its newest token. Several people may speak for one: its holder, and those with
a share of it, under a token of their own. The display names of the people are kept outside the log.
"""

from __future__ import annotations

from napoleon.log.clocks import InTime
from napoleon.log.display_names import is_like_another
from napoleon.log.events.seats import (
    DeputyAppointed,
    DeputyDismissed,
    InvitationRenewed,
    NonceGiven,
    SeatClaimed,
    SeatHandedOver,
    SeatOffered,
    SeatShared,
    ShareEnded,
    TokenRenewed,
)
from napoleon.log.game import Game, token_hash
from napoleon.log.ids import is_token, new_token
from napoleon.play.clock import stand_ins
from napoleon.play.game_writer import GameWriter
from napoleon.play.outcomes import DeadToken, NameTaken, UnknownSeat
from napoleon.play.tokens import is_founder
from napoleon.play.transactions import Transaction
from napoleon.rules.events import DEPUTY, JUDGES, REFEREE
from napoleon.rules.orders import OrderGiven, Refusal


def claim(
    games: GameWriter,
    game_id: str,
    seat: str,
    *,
    nonce: str = "",
    token: str | None = None,
    name: str | None = None,
    fresh: str | None = None,
) -> str:
    """A fresh token for a seat, a share or a referee's chair; from now on no other one opens it.

    With `token` the seat is claimed only while that token opens it: the second of two claims with
    one invitation fails. `name` is the display name to be kept for the seat, outside the events. A
    `nonce` goes into chance only for a seat. `fresh` is the new token, if it was made (`new_token`)
    beforehand. The last claim lays out the table of a game that awaits its seats. Raises
    UnknownGame, UnknownSeat, DeadToken, NameTaken.
    """
    fresh = fresh or new_token(game_id, seat, games.entropy)

    def act(transaction: Transaction) -> None:
        if seat not in transaction.before.tokens:
            raise UnknownSeat(seat)
        if token is not None and transaction.before.seat_of(token) != seat:
            raise DeadToken(seat)
        refuse_name(games, game_id, seat, name)
        _claim(transaction, seat, nonce, fresh)

    games.transact(game_id, act, names={} if name is None else {seat: name})
    return fresh


def put_name(games: GameWriter, game_id: str, seat: str, name: str) -> None:
    """Let the holder of a seat, a share or a judge's chair go by a name. Raises NameTaken."""
    refuse_name(games, game_id, seat, name)
    games.put_name(game_id, seat, name)


def refuse_name(games: GameWriter, game_id: str, seat: str, name: str | None) -> None:
    """Raises NameTaken if a name for `seat` reads like that of somebody else in the game."""
    if name is not None and is_like_another(name, seat, games.names(game_id)):
        raise NameTaken(name)


def _claim(transaction: Transaction, seat: str, nonce: str, fresh: str) -> None:
    """From now on `fresh` opens the seat, and the table is laid out if that was waited for."""
    plays = seat in transaction.before.created.seats
    if seat in transaction.before.claimed:
        stand_ins.part(transaction, seat, seat)
    own = nonce if plays else ""
    again = own and seat in transaction.before.given_nonces
    claimed = SeatClaimed(seat, "" if again else own, token_hash(fresh))
    transaction.record(claimed, by=seat, behalf="")
    if again:
        transaction.record(NonceGiven(seat, own), by=seat, behalf="")
    game = transaction.game
    if game.state is None and set(game.created.seats) <= set(game.claimed):
        transaction.lay_out()


def take(
    games: GameWriter,
    game_id: str,
    seat: str,
    *,
    name: str,
    nonce: str = "",
    fresh: str | None = None,
) -> str | Refusal:
    """A token for a seat that anybody may take; of several who come at once the first has it.

    Its taker has it as if they had been invited; `name`, `nonce` and `fresh` are as for `claim`.
    Refused: ``SEAT_NOT_OPEN``. Raises UnknownGame, UnknownSeat, NameTaken.
    """
    fresh = fresh or new_token(game_id, seat, games.entropy)

    def act(transaction: Transaction) -> Refusal | None:
        if seat not in transaction.before.created.seats:
            raise UnknownSeat(seat)
        if transaction.before.seat_of(fresh) == seat:
            return None  # the same form, sent twice
        if seat not in transaction.before.open_seats:
            detail = "The seat is not open to anybody: it is taken, or somebody was invited to it."
            return Refusal("SEAT_NOT_OPEN", "", detail)
        refuse_name(games, game_id, seat, name)
        _claim(transaction, seat, nonce, fresh)
        return None

    outcome = games.transact(game_id, act, names={seat: name})
    return outcome if isinstance(outcome, Refusal) else fresh


def hand_over(
    games: GameWriter, game_id: str, seat: str, token: str, *, fresh: str | None = None
) -> str | Refusal:
    """A token that invites another person to the seat; for its holder or a referee to make.

    Only referees hand over their own chair. The old token is dead, and its holder's name is
    forgotten. The standing orders that its holder has left end with it; shares of the seat stay
    with those who have them.
    `fresh` is the new token, if it was made (`new_token`) beforehand: as long as it invites to the
    seat, nothing else happens. Refused: ``NOT_YOUR_SEAT``. Raises UnknownGame, UnknownSeat,
    DeadToken.
    """
    fresh = fresh or new_token(game_id, seat, games.entropy)

    def act(transaction: Transaction) -> Refusal | None:
        if transaction.before.seat_of(fresh) == seat:
            return None
        chair = seat == REFEREE and transaction.before.created.referee
        if seat not in transaction.before.created.seats and not chair:
            raise UnknownSeat(seat)
        holder = transaction.before.seat_of(token)
        if holder is None:
            raise DeadToken(seat)
        if chair and holder != REFEREE:
            detail = "The referee's chair is handed over by the referee only."
            return Refusal("NOT_YOUR_SEAT", "", detail)
        if holder not in (seat, *JUDGES):
            return Refusal("NOT_YOUR_SEAT", "", "A seat is handed over by its holder or a referee.")
        behalf = "" if holder == seat else seat
        stand_ins.part(transaction, seat, holder)
        transaction.record(SeatHandedOver(seat, token_hash(fresh)), by=holder, behalf=behalf)
        return None

    outcome = games.transact(game_id, act, names={seat: None})
    return outcome if isinstance(outcome, Refusal) else fresh


def leave_open(
    games: GameWriter, game_id: str, seat: str, token: str, *, fresh: str | None = None
) -> Refusal | None:
    """Hand a seat over to the first who takes it; for its holder or a referee to do.

    From now on it is open to anybody, as one that was offered when the game was set up. The rest is
    as for `hand_over`, and so is `fresh`, which nobody needs to know. Refused: ``NOT_YOUR_SEAT``,
    ``GAME_OVER``. Raises UnknownGame, UnknownSeat, DeadToken.
    """
    fresh = fresh or new_token(game_id, seat, games.entropy)

    def act(transaction: Transaction) -> Refusal | None:
        if transaction.before.seat_of(fresh) == seat:
            return None
        holder = _holder(transaction, seat, token)
        if holder not in (seat, *JUDGES):
            return Refusal("NOT_YOUR_SEAT", "", "A seat is handed over by its holder or a referee.")
        if transaction.before.over:
            return Refusal("GAME_OVER", "", "The game is over.")
        behalf = "" if holder == seat else seat
        digest = token_hash(fresh)
        stand_ins.part(transaction, seat, holder)
        transaction.record(SeatHandedOver(seat, digest), by=holder, behalf=behalf)
        transaction.record(SeatOffered(seat, digest), by=holder, behalf=behalf)
        return None

    outcome = games.transact(game_id, act, names={seat: None})
    return outcome if isinstance(outcome, Refusal) else None


def renew_invitation(
    games: GameWriter, game_id: str, seat: str, token: str | None, *, fresh: str | None = None
) -> str | Refusal:
    """A token that invites to a seat that nobody has claimed; it replaces one that was lost.

    A referee makes it with their `token`, the founder with the key of the game, and the operator
    of the service without one. The lost one is dead, and a name that was given with it forgotten.
    `fresh` is as for `hand_over`. Refused: ``SEAT_CLAIMED``, ``NOT_YOUR_SEAT``. Raises
    UnknownGame, UnknownSeat, DeadToken.
    """
    fresh = fresh or new_token(game_id, seat, games.entropy)

    def act(transaction: Transaction) -> Refusal | None:
        if transaction.before.seat_of(fresh) == seat:
            return None
        chair = seat == REFEREE and transaction.before.created.referee
        if seat not in transaction.before.created.seats and not chair:
            raise UnknownSeat(seat)
        unnamed = token is None or is_founder(transaction.before, token)
        holder = "" if unnamed else transaction.before.seat_of(token)
        if holder is None:
            raise DeadToken(seat)
        if holder not in (("", REFEREE) if chair else ("", *JUDGES)):
            return Refusal(
                "NOT_YOUR_SEAT",
                "",
                "An invitation is renewed by a referee, or by the founder of the game.",
            )
        if seat in transaction.before.claimed:
            detail = "The seat is claimed: its holder, or a referee, may hand it over."
            return Refusal("SEAT_CLAIMED", "", detail)
        behalf = "" if holder in ("", seat) else seat
        transaction.record(InvitationRenewed(seat, token_hash(fresh)), by=holder, behalf=behalf)
        return None

    outcome = games.transact(game_id, act, names={seat: None})
    return outcome if isinstance(outcome, Refusal) else fresh


def renew_token(
    games: GameWriter, game_id: str, holder: str, token: str, *, fresh: str | None = None
) -> str | Refusal:
    """A token for the holder of a seat, a share or a judge's chair, who has lost theirs.

    `token` is the lost one, or what stands for it (`napoleon.log.game.HeldToken`); from now on it
    opens nothing. Name, shares, stand-in, standing orders and operations stay, as the holder is
    the same. `fresh` is as for `hand_over`. Refused: ``NOT_YOUR_SEAT``, and ``NOT_CLAIMED`` for an
    invitation, which is renewed instead. Raises UnknownGame, UnknownSeat, DeadToken.
    """
    fresh = fresh or new_token(game_id, holder, games.entropy)

    def act(transaction: Transaction) -> Refusal | None:
        if transaction.before.seat_of(fresh) == holder:
            return None
        if holder not in transaction.before.tokens:
            raise UnknownSeat(holder)
        by = transaction.before.seat_of(token)
        if by is None:
            raise DeadToken(holder)
        if by != holder:
            return Refusal("NOT_YOUR_SEAT", "", "A token is renewed by the holder of the seat.")
        if holder not in transaction.before.claimed:
            detail = "Nobody has claimed the seat: its invitation is renewed instead."
            return Refusal("NOT_CLAIMED", "", detail)
        transaction.record(TokenRenewed(holder, token_hash(fresh)), by=holder)
        return None

    outcome = games.transact(game_id, act)
    return outcome if isinstance(outcome, Refusal) else fresh


def passed_on_early(games: GameWriter, game: Game) -> list[str]:
    """The seats that changed hands before their first order, in the order of the table.

    Somebody else held them then, and may have seen what the seat sees. One that was claimed again
    counts too: nobody can tell whether it was by the same person. Raises UnknownGame.
    """
    return [
        seat
        for seat in game.created.seats
        if seat in game.passed_on and not _had_ordered(games, game.id, seat, game.passed_on[seat])
    ]


def _had_ordered(games: GameWriter, game_id: str, seat: str, version: int) -> bool:
    given = (it for it in games.history(game_id, upto=version) if isinstance(it, OrderGiven))
    return any(it.player == seat for it in given)


def asked_of_invited(games: GameWriter, game: Game, seat: str) -> InTime | None:
    """How reliable the founder asks a guest of a seat to be; None if they do not.

    They ask that of those who take an open seat, and so of those to whom such a one hands it over.
    Founder and judges know the people they invite themselves. Raises UnknownGame, BrokenLog.
    """
    if game.in_time is None or seat in game.claimed or seat not in game.offered:
        return None
    for event in games.backwards(game.id, game.version):
        if isinstance(event, SeatHandedOver | InvitationRenewed) and event.seat == seat:
            return game.in_time if event.by == seat else None
    return None


def once_opened(games: GameWriter, game: Game, token: str) -> str | None:
    """What `token` opens or has opened before it died; None if it never was a token of the game.

    Only its hash is looked for, so nothing is told to anybody who has not got the token.
    """
    holder = token.count(".") == 2 and token.split(".")[1]
    if not holder or not is_token(token, game.id, holder):
        return None
    digest = token_hash(token)
    given = digest in game.created.tokens.values() or any(
        getattr(event, "token", None) == digest for event in games.history(game.id)
    )
    return holder if given else None


def share_out(
    games: GameWriter, game_id: str, seat: str, share: str, token: str, *, fresh: str | None = None
) -> str | Refusal:
    """A token that invites somebody to a share of the seat; for its holder or a referee to make.

    Its earlier owner loses the share: their token is dead, and their name forgotten. `fresh` is
    as for `hand_over`. Refused: ``NOT_YOUR_SEAT``, ``UNKNOWN_SHARE``. Raises UnknownGame,
    UnknownSeat, DeadToken.
    """
    fresh = fresh or new_token(game_id, share, games.entropy)

    def act(transaction: Transaction) -> Refusal | None:
        if transaction.before.seat_of(fresh) == share:
            return None
        holder = _holder(transaction, seat, token)
        if holder not in (seat, *JUDGES):
            return Refusal("NOT_YOUR_SEAT", "", "A seat is shared by its holder or a referee.")
        possible = transaction.rules.shares(transaction.before.created.options).get(seat, ())
        if share not in possible:
            detail = "The seat has no such share."
            return Refusal("UNKNOWN_SHARE", "", detail, {"shares": list(possible)})
        behalf = "" if holder == seat else seat
        transaction.record(SeatShared(seat, share, token_hash(fresh)), by=holder, behalf=behalf)
        return None

    outcome = games.transact(game_id, act, names={share: None})
    return outcome if isinstance(outcome, Refusal) else fresh


def end_share(games: GameWriter, game_id: str, seat: str, share: str, token: str) -> Refusal | None:
    """End a share: the one who has it does, the holder of the seat, or a referee.

    Standing orders that were left with it stay with the seat. Refused: ``NOT_YOUR_SEAT``,
    ``NO_SHARE``. Raises UnknownGame, UnknownSeat, DeadToken.
    """

    def end(transaction: Transaction) -> Refusal | None:
        holder = _holder(transaction, seat, token)
        if holder not in (seat, share, *JUDGES):
            detail = "A share is ended by its holder, by the holder of the seat, or by a referee."
            return Refusal("NOT_YOUR_SEAT", "", detail)
        if transaction.before.shares.get(share) != seat:
            return Refusal("NO_SHARE", "", "Nobody has that share of the seat.")
        behalf = seat if holder in JUDGES else ""
        transaction.record(ShareEnded(seat, share), by=holder, behalf=behalf)
        return None

    outcome = games.transact(game_id, end, names={share: None})
    return outcome if isinstance(outcome, Refusal) else None


def _holder(transaction: Transaction, seat: str, token: str) -> str:
    """Who is asking for something to be done with `seat`. Raises UnknownSeat, DeadToken."""
    if seat not in transaction.before.created.seats:
        raise UnknownSeat(seat)
    holder = transaction.before.seat_of(token)
    if holder is None:
        raise DeadToken(seat)
    return holder


def appoint_deputy(
    games: GameWriter, game_id: str, token: str, *, fresh: str | None = None
) -> str | Refusal:
    """A token for a deputy of the referee, given only for the referee's own `token`.

    `fresh` is as for `hand_over`. Raises UnknownGame, DeadToken.
    """
    fresh = fresh or new_token(game_id, DEPUTY, games.entropy)

    def appoint(transaction: Transaction) -> Refusal | None:
        if transaction.before.seat_of(fresh) == DEPUTY:
            return None
        refusal = _only_the_referee(transaction, token)
        if refusal is None:
            transaction.record(DeputyAppointed(token_hash(fresh)), by=REFEREE)
        return refusal

    outcome = games.transact(game_id, appoint, names={DEPUTY: None})
    return outcome if isinstance(outcome, Refusal) else fresh


def dismiss_deputy(games: GameWriter, game_id: str, token: str) -> Refusal | None:
    """From now on, the deputy's token opens nothing. Raises UnknownGame, DeadToken."""

    def dismiss(transaction: Transaction) -> Refusal | None:
        refusal = _only_the_referee(transaction, token)
        if refusal is None and DEPUTY not in transaction.before.tokens:
            return Refusal("NO_DEPUTY", "", "The referee has no deputy.")
        if refusal is None:
            transaction.record(DeputyDismissed(), by=REFEREE)
        return refusal

    outcome = games.transact(game_id, dismiss, names={DEPUTY: None})
    return outcome if isinstance(outcome, Refusal) else None


def _only_the_referee(transaction: Transaction, token: str) -> Refusal | None:
    holder = transaction.before.seat_of(token)
    if holder is None:
        raise DeadToken(REFEREE)
    if holder != REFEREE:
        return Refusal("NOT_THE_REFEREE", "", "Only the referee appoints and dismisses a deputy.")
    return None
