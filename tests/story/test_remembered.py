"""What was told of something is told again as long as that says the same."""

from __future__ import annotations

import msgspec
import pytest

from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.remembered import Tell, remembered
from napoleon.rules.prose.storybook import NoMemory, Words


class Spot(msgspec.Struct):
    """A place as a view shows it; it cannot be hashed."""

    name: str
    pieces: list[str | int | bool]


class Pack:
    """A pack that equals every other one."""

    def __init__(self, head: str) -> None:
        self.head = head

    def __eq__(self, other: object) -> bool:
        return True

    def __hash__(self) -> int:
        return 1


IN_SHORT = Words(ENGLISH, {"ney": "Ney"}, {}, NoMemory())
IN_FULL = IN_SHORT._replace(names={"ney": "Marshal Ney"})


@pytest.fixture(name="told")
def telling() -> list[str]:
    """What was told, and not only remembered."""
    return []


@pytest.fixture(name="tell")
def teller(told: list[str]) -> Tell[[Pack, Spot], str]:
    """Tells who stands in a place."""

    @remembered(8, itself=1)
    def tell(words: Words, pack: Pack, spot: Spot) -> str:
        pieces = [words.names.get(str(it), it) for it in spot.pieces]
        told.append(f"{pack.head} {spot.name}: {pieces}")
        return told[-1]

    return tell


def test_the_same_of_the_same_is_told_once(tell: Tell[[Pack, Spot], str], told: list[str]) -> None:
    pack = Pack("In")
    first = tell(IN_SHORT, pack, Spot("Ligny", ["ney"]))
    assert tell(IN_SHORT, pack, Spot("Ligny", ["ney"])) == first == "In Ligny: ['Ney']"
    assert len(told) == 1


def test_whatever_else_is_told_by_itself(tell: Tell[[Pack, Spot], str], told: list[str]) -> None:
    pack = Pack("In")
    tell(IN_SHORT, pack, Spot("Ligny", [1]))
    tell(IN_SHORT, pack, Spot("Ligny", [True]))
    tell(IN_SHORT, pack, Spot("Thuin", [1]))
    tell(IN_FULL, pack, Spot("Ligny", [1]))
    tell(IN_SHORT, Pack("At"), Spot("Ligny", [1]))
    assert len(told) == len(set(told)) + 1 == 5, "the fourth says what the first does"
