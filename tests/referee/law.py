"""What tests of the law of take-backs do and look at."""

from __future__ import annotations

from collections.abc import Mapping
from itertools import count
from typing import Any, TypeVar

import msgspec

from napoleon.log.events.draws import DrawsCalled, SecretDrawsCalled
from napoleon.log.game import Game
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.play.referee import rulings, takebacks
from napoleon.play.referee.rulings import Judgement
from napoleon.play.referee.takebacks import Asked
from napoleon.rules.events import Event
from napoleon.rules.orders import Refusal
from tests.toy import SEATS, Toy

DRAW, PASS = {"order": "draw"}, {"order": "pass"}

HOUR = 3_600_000_000

E = TypeVar("E", bound=Event)


class Clock:
    """A clock that shows a microsecond more whenever somebody looks, and can be put forward."""

    def __init__(self) -> None:
        self._ticks = count(1_763_700_000_000_000)
        self._ahead = 0

    def __call__(self) -> int:
        return next(self._ticks) + self._ahead

    def advance(self, hours: float) -> None:
        self._ahead += int(hours * HOUR)


class ToyForThree(Toy):
    """The toy game with a third seat, which looks on and never decides anything."""

    def seats(self, options: Mapping[str, Any]) -> tuple[str, ...]:
        return (*SEATS, "green")


def give(games: Games, game_id: str, seat: str, *orders: Mapping[str, Any], by: str = "") -> int:
    """The version after orders, all of which are carried out."""
    outcome = games.submit_orders(game_id, seat, orders, by=by)
    assert isinstance(outcome, Accepted), outcome
    assert outcome.carried_out == len(orders)
    return outcome.version


def bet(value: int) -> dict[str, Any]:
    return {"order": "bet", "value": value}


def turn(games: Games, game_id: str, red: Mapping[str, Any], blue: Mapping[str, Any]) -> int:
    """A turn in which both go as told, and bet the same; the version after it."""
    give(games, game_id, "red", red)
    give(games, game_id, "blue", blue)
    give(games, game_id, "red", bet(1))
    return give(games, game_id, "blue", bet(1))


def ask(games: Games, game_id: str, seat: str, to: int | None = None, **options: Any) -> Asked:
    """Ask for a move back, which is not refused."""
    asked = takebacks.ask(games, game_id, seat, to, **options)
    assert isinstance(asked, Asked), asked
    return asked


def refused(outcome: object) -> str:
    """The code of a refusal."""
    assert isinstance(outcome, Refusal), outcome
    return outcome.code


def rule(games: Games, game_id: str, outcome: str, by: str = "referee", **more: Any) -> None:
    """Give a ruling, which is not refused."""
    judgement = Judgement(outcome, ("END",), "So it is.", **more)
    given = rulings.rule(games, game_id, by, judgement)
    assert not isinstance(given, Refusal), given


def table(game: Game) -> bytes:
    """What lies on the table, as bytes."""
    return msgspec.json.encode(game.state, order="sorted")


def of_type(games: Games, game_id: str, kind: type[E], after: int = 0) -> list[E]:
    return [it for it in games.history(game_id, after=after) if type(it) is kind]


def calls(games: Games, game_id: str, after: int = 0) -> list[DrawsCalled | SecretDrawsCalled]:
    """What chance was called for after a version."""
    events = games.history(game_id, after=after)
    return [it for it in events if isinstance(it, DrawsCalled | SecretDrawsCalled)]
