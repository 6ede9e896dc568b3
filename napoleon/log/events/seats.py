"""Seats: what the log says about who holds them, shares them and stands in for the referee."""

from __future__ import annotations

from typing import Annotated

import msgspec

from napoleon.log.clocks import InTime
from napoleon.log.events.service import ServiceEvent
from napoleon.log.game import Game
from napoleon.rules.events import DEPUTY, SEALED, recorded


@recorded("seat_claimed/1", "The seat {seat} was claimed.")
class SeatClaimed(ServiceEvent, frozen=True):
    """A player has taken their seat; the token they were invited with is dead."""

    seat: str
    nonce: str
    """The player's own contribution to chance; empty if they gave none, or the seat has one: see
    `NonceGiven`."""
    token: Annotated[str, SEALED]
    """SHA-256 of the fresh token; empty in a fork, whose seats have tokens of their own."""

    def change(self, game: Game) -> None:
        """The seat answers to the fresh token, and its draws to the nonce."""
        if self.token:
            if self.seat in game.claimed:
                _pass_on(game, self.seat, self.version)
            game.tokens[self.seat] = self.token
            if self.seat not in game.claimed:
                game.claimed.append(self.seat)
        if self.nonce and self.seat in game.nonces:
            game.nonces[self.seat] = self.nonce
            game.given_nonces.append(self.seat)


@recorded("nonce_given/1", "{seat} gave another contribution to chance.")
class NonceGiven(ServiceEvent, frozen=True):
    """The holder of a seat that has a nonce of its own gives a fresh one.

    It waits until another seat gives a fresh one too. Processes of releases before 0.8.0 would let
    a second nonce of a `SeatClaimed` count at once; an event that they do not know stops them.
    """

    seat: str
    nonce: str

    def change(self, game: Game) -> None:
        """It waits, or counts together with the one that waited for it."""
        game.fresh_nonces[self.seat] = self.nonce
        if len(game.fresh_nonces) > 1:
            game.nonces.update(game.fresh_nonces)
            game.fresh_nonces.clear()


@recorded("bot_seated/1", "The bot of the game plays {seat}.")
class BotSeated(ServiceEvent, frozen=True):
    """The bot of the ruleset has a seat: the worker answers for it, from what the seat may see.

    It plays as long as nobody else is given the seat.
    """

    seat: str
    token: Annotated[str, SEALED]
    """SHA-256 of a token that nobody was told; empty in a fork, whose seats are taken again."""

    def change(self, game: Game) -> None:
        """The seat is taken, and opened by no token that anybody has."""
        if self.token:
            game.tokens[self.seat] = self.token
            game.bots = {**game.bots, self.seat: self.token}
            if self.seat not in game.claimed:
                game.claimed.append(self.seat)


@recorded("seat_offered/1", "Anybody may take the seat {seat}.")
class SeatOffered(ServiceEvent, frozen=True):
    """A seat is open: the first to come takes it, until somebody claims it or is invited to it."""

    seat: str
    token: Annotated[str, SEALED]
    """SHA-256 of the token that opens it besides; empty in a fork."""

    def change(self, game: Game) -> None:
        """It is open as long as that token is the one that opens it."""
        if self.token:
            game.offered = {**game.offered, self.seat: self.token}


@recorded("seat_handed_over/1", "The seat {seat} was handed over to another person.")
class SeatHandedOver(ServiceEvent, frozen=True):
    """From here on somebody else holds the seat; the previous holder's token is dead."""

    seat: str
    token: Annotated[str, SEALED]
    """SHA-256 of the token that invites the newcomer; empty in a fork."""

    def change(self, game: Game) -> None:
        """The newcomer may claim the seat."""
        if self.token:
            _pass_on(game, self.seat, self.version)
            _invite(game, self.seat, self.token)
            if self.by != self.seat:
                game.handed_over = {**game.handed_over, self.seat: self.by}


@recorded("invitation_renewed/1", "The invitation to {seat} was renewed.")
class InvitationRenewed(ServiceEvent, frozen=True):
    """The invitation to a seat that nobody had claimed was lost: another one opens it now."""

    seat: str
    token: Annotated[str, SEALED]
    """SHA-256 of the token that invites to it; empty in a fork."""

    def change(self, game: Game) -> None:
        """The lost invitation opens nothing."""
        if self.token:
            _invite(game, self.seat, self.token)


@recorded("token_renewed/1", "The seat {seat} has another token; its holder is the same.")
class TokenRenewed(ServiceEvent, frozen=True):
    """The holder of a seat, a share or a judge's chair had lost their token, and has another.

    Nothing else changes: its holder keeps it, under the same name.
    """

    seat: str
    token: Annotated[str, SEALED]
    """SHA-256 of the fresh token; empty in a fork, whose seats have tokens of their own."""

    def change(self, game: Game) -> None:
        """The lost token opens nothing."""
        if self.token and self.seat in game.tokens:
            game.tokens[self.seat] = self.token


@recorded("one_seat_each/1", "Each person plays one seat of this game at most.")
class OneSeatEach(ServiceEvent, frozen=True):
    """The game was set up to be played by different people.

    Who people are is known beside the log, so nothing in it is refused by that.
    """

    def change(self, game: Game) -> None:
        """It holds from the beginning."""
        game.one_seat_each = True


@recorded(
    "in_time_asked/1", "Those who take an open seat answer {percent} of a hundred times in time."
)
class InTimeAsked(ServiceEvent, frozen=True):
    """The founder asks takers of an open seat to show how reliable they are.

    Who people are is known beside the log, so nothing in it is refused by that.
    """

    percent: int
    answers: int
    newcomers: bool

    def change(self, game: Game) -> None:
        """It holds from the beginning."""
        game.in_time = InTime(self.percent, self.answers, self.newcomers)


@recorded("seat_shared/1", "Somebody was invited to share the seat {seat}, as {share}.")
class SeatShared(ServiceEvent, frozen=True):
    """Somebody may speak for the seat alongside its holder; an earlier owner loses the share.

    They keep it until it is ended, also when the seat passes to another holder.
    """

    seat: str
    share: str
    token: Annotated[str, SEALED]
    """SHA-256 of the token that invites to it; empty in a fork, where nobody has a share."""

    def change(self, game: Game) -> None:
        """The guest sees what the seat sees, and acts for it."""
        if self.token:
            _invite(game, self.share, self.token)
            game.shares = {**game.shares, self.share: self.seat}
            game.shared_at = {**game.shared_at, self.share: self.version}
            if self.by != self.seat:
                game.handed_over = {**game.handed_over, self.share: self.by}


@recorded("share_ended/1", "{share} has no share of the seat {seat} any more.")
class ShareEnded(ServiceEvent, frozen=True):
    """Nobody speaks for the seat under that name any longer."""

    seat: str
    share: str

    def change(self, game: Game) -> None:
        """The token of the share opens nothing."""
        game.tokens.pop(self.share, None)
        _vacate(game, self.share)
        game.shares = {share: seat for share, seat in game.shares.items() if share != self.share}
        game.shared_at = {it: at for it, at in game.shared_at.items() if it != self.share}
        kept = {it: by for it, by in game.handed_over.items() if it != self.share}
        game.handed_over = kept
        standing = game.timekeeping.stand_ins
        if standing.get(self.seat) == self.share:
            left = {seat: who for seat, who in standing.items() if seat != self.seat}
            game.timekeeping = msgspec.structs.replace(game.timekeeping, stand_ins=left)


@recorded("deputy_appointed/1", "A deputy was appointed for the referee.")
class DeputyAppointed(ServiceEvent, frozen=True):
    """Somebody may stand in for the referee; an earlier deputy no longer may."""

    token: Annotated[str, SEALED]

    def change(self, game: Game) -> None:
        """The deputy's token opens what the referee's does."""
        if self.token:
            _invite(game, DEPUTY, self.token)


@recorded("deputy_dismissed/1", "The deputy of the referee was dismissed.")
class DeputyDismissed(ServiceEvent, frozen=True):
    """The referee no longer has a deputy."""

    def change(self, game: Game) -> None:
        """The deputy's token opens nothing."""
        game.tokens.pop(DEPUTY, None)
        _vacate(game, DEPUTY)


def _pass_on(game: Game, seat: str, version: int) -> None:
    """Before the table is laid out there is nothing that a holder could have seen."""
    if game.state is not None and seat in game.created.seats:
        game.passed_on = {seat: version, **game.passed_on}


def _invite(game: Game, seat: str, token: str) -> None:
    """Only the token with that hash claims `seat`."""
    game.tokens[seat] = token
    _vacate(game, seat)


def _vacate(game: Game, seat: str) -> None:
    if seat in game.claimed:
        game.claimed.remove(seat)
