"""Chance by script: what the next draws of each side give."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple, TypeVar

from napoleon.chance import SECRET
from napoleon.rulesets.napoleon1815.packs.loader import load_pack
from tests.napoleon1815.broken import FIXTURE

PACK = load_pack(FIXTURE)
CARDS = PACK.cards
FACES = {(face.army, face.face): face for face in PACK.dice}

T = TypeVar("T")


class Wish(NamedTuple):
    """What a draw must give: any option that fits."""

    words: str
    fits: Callable[[Any], bool]


def card(number: int) -> Wish:
    """The card of that number."""
    return Wish(f"card {number}", lambda option: option == number)


def event(name: str) -> Wish:
    """A card with that event."""
    return Wish(f"event {name}", lambda option: CARDS[option].event == name)


def value(points: int) -> Wish:
    """A card of that value that has no red event, so that it may be drawn to a hand as well."""
    return Wish(
        f"value {points}",
        lambda option: CARDS[option].value == points and CARDS[option].colour != "red",
    )


def box(losses: int, fatigue: int) -> Wish:
    """A card with that combat box."""
    return Wish(
        f"{losses}L+{fatigue}F",
        lambda option: (CARDS[option].losses, CARDS[option].fatigue) == (losses, fatigue),
    )


def face(losses: int, fatigue: int) -> Wish:
    """A face of a die."""
    return Wish(
        f"face {losses}L+{fatigue}F",
        lambda option: (option.losses, option.fatigue) == (losses, fatigue),
    )


HARMLESS = Wish("not red", lambda option: CARDS[option].colour != "red")
"""A card that goes to the hand without a stir."""


class ScriptedChance:
    """Chance that grants the wishes of each side in order, and fails when they run out.

    With `otherwise` set, draws without a wish give the first option that fits it. Tokens of fog
    of war are no matter of wishes: they are given out in order.
    """

    def __init__(
        self,
        french: Iterable[Wish] = (),
        allied: Iterable[Wish] = (),
        *,
        otherwise: Wish | None = None,
    ) -> None:
        self._wishes = {"french": list(french), "allied": list(allied)}
        self._otherwise = otherwise
        self.purposes: list[str] = []

    def pick(self, options: Sequence[T], purpose: str, chain: str = SECRET) -> T:
        """The first of `options` that fits the side's next wish; see `napoleon.chance`."""
        self.purposes.append(purpose)
        if " token " in purpose:
            return options[0]
        wishes = self._wishes["french" if purpose.startswith("french") else "allied"]
        wish = wishes.pop(0) if wishes else self._otherwise
        assert wish is not None, f"nothing was scripted for the draw: {purpose}"
        found = [option for option in options if all(map(wish.fits, _meant(option, purpose)))]
        assert found, f"{purpose}: no option fits the wish for {wish.words}"
        return found[0]

    @property
    def left(self) -> list[str]:
        """Wishes that were not drawn."""
        return [wish.words for wishes in self._wishes.values() for wish in wishes]


def _meant(option: Any, purpose: str) -> list[Any]:
    """What a wish looks at: of a die, which is drawn by the numbers of its faces, the face.

    The dice of the Allied armies show the same.
    """
    if " die " not in purpose:
        return [option]
    armies = ("french",) if purpose.startswith("french") else ("anglo_dutch", "prussian")
    return [FACES[army, option] for army in armies]
