"""The card events of the game by name, and what each needs and does [chapter 14]."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from napoleon.rulesets.napoleon1815.state import Choice, Played
from napoleon.rulesets.napoleon1815.table import Table


def no_choice(table: Table, player: str) -> Iterator[Choice]:
    """The card asks for nothing."""
    yield Choice()


def always(table: Table, player: str) -> str | None:
    """The card may always be played in its window."""
    return None


def noted(table: Table, played: Played) -> None:
    """That it was played is noted, and the rules of its chapter read it there."""


def perhaps(table: Table, player: str) -> bool:
    """Nobody can tell that the card has no place here."""
    return True


def openly(barred: Callable[[Table, str], str | None]) -> Callable[[Table, str], bool]:
    """The condition of a card that only open information can bar."""
    return lambda table, player: barred(table, player) is None


class CardEvent(NamedTuple):
    """What one event asks for and does.

    `choices` lists every legal way to play it now, and is asked only where `barred` is None.
    """

    name: str
    summary: str
    """What it does, in words that everybody may read: "takes effect: ..."."""
    take_effect: Callable[[Table, Played], None]
    choices: Callable[[Table, str], Iterator[Choice]] = no_choice
    barred: Callable[[Table, str], str | None] = always
    """Why `player` may not play it now, as far as they may know; None if they may."""
    for_own_stack: bool = False
    """Whether it acts on the stack of the operation, so that its player alone may play it
    [THREE.10]."""
    might: Callable[[Table, str], bool] = perhaps
    """Whether `player` might play it now, as far as everybody knows: never by anything that is
    hidden from somebody [RULING.104]. No more is asked than decides whether a question is put. So
    there is no condition where another card of the deck, for the same windows, asks for nothing,
    as Forced march or Ambush, nor for what opens the window in the first place [W.ENTERED]."""
    can_be_countered: bool = False
    """Whether it is an event of movement, which Counter-order reaches [RULING.29]."""
