"""A sound toy game: it keeps every contract, so whoever breaks one of them can be told from it.

It is the toy of `tests.toy` with what a registered game has beside its rules.
"""

from __future__ import annotations

from typing import Any

import msgspec

from napoleon.rules.bots import RandomPlayer
from napoleon.rules.notation import UnreadablePosition
from napoleon.rules.orders import Order, Refusal, to_data
from napoleon.rules.terms import Decision, Option
from tests import toy
from tests.rulesets.entrants import Entrant

_HEAD = "Position of a toy:\n"


class ShortToy(toy.Toy):
    """The toy game, in forms that are over soon."""

    options: tuple[Option, ...] = (Option("turns", "Turns to be played", "END", (3, 2)),)


class ToyNotation:
    """The notation of the toy: verb and number. See `napoleon.rules.notation.Notation`."""

    def __init__(self, rules: Any) -> None:
        self.rules = rules

    @property
    def words(self) -> frozenset[str]:
        return frozenset({"draw", "pass", "play", "bet"})

    def read(self, state: Any, decision: Decision | None, seat: str, line: str) -> Order | Refusal:
        match line.lower().split():
            case ["draw"]:
                return toy.Draw()
            case ["pass"]:
                return toy.Pass()
            case ["play", number] if number.isdecimal():
                return toy.Play(int(number))
            case ["bet", number] if number.isdecimal():
                return toy.Bet(int(number))
        return Refusal("BAD_LINE", "", "Draw, play or bet a number, or pass.", {"line": line})

    def write(self, order: Order, state: Any = None, seat: str = "") -> str:
        return " ".join(map(str, to_data(order).values()))

    def write_position(self, state: Any) -> str:
        return _HEAD + msgspec.json.encode(state).decode()

    def write_known(self, known: Any) -> str:
        return _HEAD + known_in_json(known)

    def read_position(self, text: str) -> Any:
        try:
            return msgspec.json.decode(text.removeprefix(_HEAD), type=toy.State)
        except msgspec.DecodeError as error:
            raise UnreadablePosition(2, str(error)) from error


def known_in_json(known: Any) -> str:
    """What boards show, whatever the version that they say they show."""
    told = msgspec.to_builtins(known)
    for board in told.values():
        board.pop("version", None)
    return msgspec.json.encode(told).decode()


TOY = ShortToy()

SOUND = Entrant(TOY, ToyNotation(TOY), RandomPlayer)
"""A game that keeps every contract."""
