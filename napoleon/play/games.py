"""Games: the service. Playing or reading a game begins here."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from typing import Any

from napoleon.log.clocks import Clock, InTime
from napoleon.log.dispatches import Charter
from napoleon.play import creation, forks, seats
from napoleon.play.game_writer import GameWriter
from napoleon.play.outcomes import Created
from napoleon.record import key_list
from napoleon.rules.orders import Refusal


class Games(GameWriter):
    """All games in a log: how they are read, changed and created."""

    def settle(self) -> None:
        """See that the store has its signing key; see `napoleon.record.key_list.settle`."""
        key_list.settle(self)

    def create(
        self,
        ruleset: str,
        scenario: str,
        options: Mapping[str, Any],
        *,
        referee: bool = False,
        awaits_seats: bool = False,
        instant_answers: bool = False,
        bots: Collection[str] = (),
        open_seats: Collection[str] = (),
        unlisted: bool = False,
        prepared: creation.Prepared | None = None,
        clock: Clock | None = None,
        dispatches: Charter | None = None,
        odd_mails: str = "",
        windows: str = "",
        one_seat_each: bool = False,
        in_time: InTime | None = None,
        grey_press: bool = False,
        game_id: str = "",
    ) -> Created:
        """Set up a game; see `napoleon.play.creation.create`."""
        return creation.create(
            self,
            ruleset,
            scenario,
            options,
            referee=referee,
            awaits_seats=awaits_seats,
            instant_answers=instant_answers,
            bots=bots,
            open_seats=open_seats,
            unlisted=unlisted,
            prepared=prepared,
            clock=clock,
            dispatches=dispatches,
            odd_mails=odd_mails,
            windows=windows,
            one_seat_each=one_seat_each,
            in_time=in_time,
            grey_press=grey_press,
            game_id=game_id,
        )

    def fork(self, game_id: str, version: int, *, referee: bool = False) -> Created | Refusal:
        """A new game from a version of another one; see `napoleon.play.forks.fork`."""
        return forks.fork(self, game_id, version, referee=referee)

    def claim(
        self,
        game_id: str,
        seat: str,
        *,
        nonce: str = "",
        token: str | None = None,
        name: str | None = None,
        fresh: str | None = None,
    ) -> str:
        """A fresh token for a seat, which no other one opens from now on; see `seats.claim`."""
        return seats.claim(self, game_id, seat, nonce=nonce, token=token, name=name, fresh=fresh)
