"""Who speaks: somebody with a token of a game, as some door has let them in."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, NamedTuple, Protocol

from api.commands.answers import Answer
from api.reading import Reading
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.rules.orders import Refusal


class Addresses(Protocol):
    """Where addresses of people are kept, beside the log."""

    def name_stand_in(self, game: Game, holder: str, address: str, language: str) -> Game | Refusal:
        """Have somebody asked to play in a holder's place if they fall silent."""

    def refuse_invitation(self, address: str) -> Refusal | None:
        """Why nobody can be invited at an address."""

    def refuse_inviter(self, game: Game, by: str) -> Refusal | None:
        """Why a judge may invite nobody."""

    def invite(
        self, game: Game, by: str, seat: str, token: str, address: str, language: str
    ) -> Refusal | None:
        """Have somebody written to by a judge, with the token of the seat they are invited to."""

    def forget_stand_in(self, game: Game, seat: str) -> None:
        """Forget the address of the stand-in of a seat."""


InTime = Callable[[Game], Mapping[str, Mapping[str, Any]]]
"""How reliable those are who hold seats of a game and let others see it, by seat, each as
`api.people.reliability.told` tells it."""


def nobody_shown(game: Game) -> Mapping[str, Mapping[str, Any]]:
    """Nobody shows how reliable they are."""
    return {}


class Speaker(NamedTuple):
    """Who sends commands, and the game as they know it now."""

    reading: Reading
    key: str = ""
    """What names the request: the same one, sent again, does nothing a second time. May be ""."""
    evidence: Mapping[str, Any] | None = None
    """What is recorded with orders, such as the digest of the mail that they came in."""
    addresses: Addresses | None = None
    """Where addresses are kept; None where the service has nowhere to keep them."""
    letter: int = 0
    """Version of the letter that came by the mail which is answered; 0 for none."""

    in_time: InTime = nobody_shown
    """How reliable people are, where the service knows people."""

    @property
    def games(self) -> Games:
        """The games of the service."""
        return self.reading.games

    @property
    def game(self) -> Game:
        """The game as they were let in."""
        return self.reading.game

    @property
    def holder(self) -> str:
        """The name under which they act."""
        return self.reading.holder

    @property
    def by(self) -> str:
        """Who gives orders for the seat: empty for its holder."""
        return "" if self.reading.seat == self.holder else self.holder

    def now(self) -> Speaker:
        """The same, with the game as it stands by now. Raises UnknownGame, UnknownRuleset."""
        newest = self.games.open(self.game.id)
        return self._replace(reading=self.reading.of(newest))

    def answer(self, title: str, *paragraphs: str, **more: Any) -> Answer:
        """An answer, its texts in the speaker's language already."""
        return Answer(title=title, paragraphs=paragraphs, **more)


Outcome = Answer | Refusal
