"""Texts of positions, for a small state that declares labels for some of its fields only."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
import pytest

from napoleon.rules.notation import UnreadablePosition
from napoleon.rules.notation.codecs import (
    NUMBER,
    WORD,
    YES,
    hidden,
    not_default,
    pairs,
    several,
    structured,
)
from napoleon.rules.notation.positions import INDENT, Board, Field, PositionText


class Weather(msgspec.Struct):
    """What the sky does."""

    sky: str
    wind: int = 0
    storm: bool = False
    told: list[str] = []


class Camp(msgspec.Struct):
    """A position."""

    tents: dict[str, int]
    day: int = 0
    weather: Weather | None = None
    watch: list[str] = []
    songs: list[str] = []
    secret: int = 0


def _write_tents(pack: Any, given: Mapping[str, Any]) -> Iterator[str]:
    yield "Tents:"
    for place, number in given["tents"].items():
        yield f"{INDENT}{place}: {number}"


def _read_tents(pack: Any, label: str, text: str, found: dict[str, Any]) -> None:
    found.setdefault("tents", {})[label.strip()] = NUMBER.read(text, pack)


BOARD = Board(("tents",), "Tents:", (), _write_tents, _read_tents)

TEXT = PositionText(
    "Position of camp",
    Camp,
    fields=(
        Field("day", "Day", NUMBER),
        Field(
            "weather",
            "Weather",
            structured(
                Weather, (("sky", "sky", WORD), ("wind", "sky wind", NUMBER), ("storm", "s", YES))
            ),
        ),
        Field("watch", "Watch", hidden(several(WORD))),
    ),
    lists=(Field("songs", "Song", WORD),),
    board=BOARD,
    unwritten=("secret",),
)

CAMP = Camp(
    tents={"hill": 3, "ford": 1},
    day=2,
    weather=Weather("grey", 4, storm=True, told=["rain", "more"]),
    watch=["ann", "bob"],
    songs=["one", "one, again"],
)

WRITTEN = """\
Position of camp
Day: 2
Weather: sky grey; sky wind 4; s yes; told ["rain","more"]
Watch: ann, bob
Song: one
Song: one, again
Tents:
  hill: 3
  ford: 1
"""


def test_a_position_is_written_and_read_back() -> None:
    assert TEXT.write(None, not_default(CAMP)) == WRITTEN
    assert TEXT.read(None, WRITTEN) == CAMP


def test_fields_without_a_label_are_written_as_json() -> None:
    plain = PositionText("Camp", Camp, fields=(), lists=(), board=BOARD)
    text = plain.write(None, not_default(CAMP))
    assert 'watch: ["ann","bob"]\n' in text
    assert plain.read(None, text) == CAMP


def test_what_is_never_written_is_not_read_either() -> None:
    assert "secret" not in TEXT.write(None, not_default(msgspec.structs.replace(CAMP, secret=7)))
    with pytest.raises(UnreadablePosition, match="no label 'secret'"):
        TEXT.read(None, WRITTEN + "secret: 7\n")


def test_a_list_may_be_a_number_for_those_who_may_not_know_it() -> None:
    text = TEXT.write(None, {**not_default(CAMP), "watch": 2})
    assert "Watch: ?2\n" in text
    with pytest.raises(UnreadablePosition, match="only what a seat may know") as error:
        TEXT.read(None, text)
    assert error.value.line == 4


@pytest.mark.parametrize(
    ("old", "new", "line", "said"),
    [
        ("camp", "town", 1, "begins with 'Position of camp'"),
        ("Day: 2", "Day 2", 2, "a label, a colon and a value"),
        ("Day: 2", "Night: 2", 2, "no label 'Night'"),
        ("sky grey", "grey", 3, "begins with none of: sky, sky wind, s, told"),
        ("sky grey; ", "", 3, "sky"),
        ("s yes", "s no", 3, "the only value is: yes"),
        ("  hill: 3\n  ford: 1\n", "", 7, "incomplete"),
    ],
)
def test_what_cannot_be_read_is_answered_with_its_line(
    old: str, new: str, line: int, said: str
) -> None:
    assert old in WRITTEN
    with pytest.raises(UnreadablePosition, match=said) as error:
        TEXT.read(None, WRITTEN.replace(old, new))
    assert error.value.line == line


def test_pairs_are_names_with_values_in_parentheses() -> None:
    tally = pairs(WORD, NUMBER)
    assert tally.read(tally.write({"ann": 1, "bob": 20}, None), None) == {"ann": 1, "bob": 20}
    with pytest.raises(ValueError, match="in parentheses"):
        tally.read("ann 1", None)
