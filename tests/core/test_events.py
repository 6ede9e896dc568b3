"""The one gate: whose story of an event a reader is told, and which of its fields."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from napoleon.rules.events import (
    FADING,
    FOGGED,
    HIDDEN,
    REFEREE,
    SPECTATOR,
    TOPICS,
    Event,
    Line,
    recorded,
)
from napoleon.rules.narration import describe, story
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer

OPEN, VEILED, FOG, FADED = (
    "{player} plays {card} in {area}.",
    "{player} plays a card in {area}.",
    "{player} plays a card.",
    "A card was played.",
)

NAMES = {"red": "Red", "blue": "Blue", "ulm": "Ulm"}


@recorded("gate.card_laid/1", OPEN, veiled=VEILED, fogged=FOG, faded=FADED)
class CardLaid(Event, frozen=True):
    player: str
    card: Annotated[int, HIDDEN]
    area: Annotated[str, FOGGED]
    seen: Annotated[int, FADING] = 0
    breakdown: tuple[Line, ...] = ()


@recorded("gate.letter_sent/1", "{letter}", veiled="A letter.", owner="readers")
class LetterSent(Event, frozen=True):
    readers: tuple[str, ...]
    letter: Annotated[str, HIDDEN]


def laid(*, fog: bool = False, **more: Any) -> CardLaid:
    """Red has laid card 7 in Ulm, as the fifth event of the game."""
    return CardLaid("red", 7, "ulm", 7, version=5, fog=fog, **more)


@pytest.mark.parametrize("reader", ["red", REFEREE])
@pytest.mark.parametrize("fog", [False, True])
def test_the_owner_and_the_referee_are_told_everything(reader: str, fog: bool) -> None:
    assert story(laid(fog=fog), Viewer(reader)) == OPEN
    assert describe(laid(fog=fog), Viewer(reader), NAMES) == "Red plays 7 in Ulm."
    assert redacted(laid(fog=fog), Viewer(reader))["data"]["card"] == 7


@pytest.mark.parametrize("reader", ["blue", SPECTATOR, ""])
@pytest.mark.parametrize(
    ("fog", "its_story", "sentence", "area"),
    [(False, VEILED, "Red plays a card in Ulm.", "ulm"), (True, FOG, "Red plays a card.", None)],
)
def test_all_others_are_told_what_is_open(
    reader: str, fog: bool, its_story: str, sentence: str, area: str | None
) -> None:
    assert story(laid(fog=fog), Viewer(reader)) == its_story
    assert describe(laid(fog=fog), Viewer(reader), NAMES) == sentence
    data = redacted(laid(fog=fog), Viewer(reader))["data"]
    assert (data["card"], data["area"]) == (None, area)
    assert story(laid(fog=fog), Viewer(reader, over=True)) == OPEN
    assert describe(laid(fog=fog), Viewer(reader, over=True), NAMES) == "Red plays 7 in Ulm."
    assert redacted(laid(fog=fog), Viewer(reader, over=True))["data"]["card"] == 7


@pytest.mark.parametrize("reader", ["red", "blue", SPECTATOR])
@pytest.mark.parametrize("fog", [False, True])
def test_what_has_faded_is_told_to_the_referee_only_until_the_game_is_over(
    reader: str, fog: bool
) -> None:
    event = laid(fog=fog)
    for faded in (5, 6):
        assert story(event, Viewer(reader, faded=faded)) == FADED
        assert describe(event, Viewer(reader, faded=faded), NAMES) == "A card was played."
        assert redacted(event, Viewer(reader, faded=faded))["data"]["seen"] is None
        assert story(event, Viewer(REFEREE, faded=faded)) == OPEN
        assert describe(event, Viewer(REFEREE, faded=faded), NAMES) == "Red plays 7 in Ulm."
        assert redacted(event, Viewer(REFEREE, faded=faded))["data"]["seen"] == 7
        assert story(event, Viewer(reader, faded=faded, over=True)) == OPEN
        assert (
            describe(event, Viewer(reader, faded=faded, over=True), NAMES) == "Red plays 7 in Ulm."
        )
        assert redacted(event, Viewer(reader, faded=faded, over=True))["data"]["seen"] == 7
    for faded in (0, 4):
        assert story(event, Viewer(reader, faded=faded)) != FADED, (
            "it is younger than what has faded"
        )
        assert redacted(event, Viewer(reader, faded=faded))["data"]["seen"] == 7


def test_neither_clauses_nor_breakdown_name_a_card_that_has_faded() -> None:
    lines = (Line(2, "CARD.rain", "rain"), Line(1, "MOVE.1", "the road"))
    event = laid(clauses=("CARD.rain", "MOVE.1"), breakdown=lines)
    fresh, faded = redacted(event, Viewer("red")), redacted(event, Viewer("red", faded=5))
    assert fresh["clauses"] == ["CARD.rain", "MOVE.1"]
    assert [it["clause"] for it in fresh["breakdown"]] == ["CARD.rain", "MOVE.1"]
    assert faded["clauses"] == ["MOVE.1"]
    assert faded["breakdown"] == [
        {"amount": 2, "clause": "", "note": ""},
        {"amount": 1, "clause": "MOVE.1", "note": ""},
    ]


def test_each_of_several_owners_reads_it_and_nobody_else() -> None:
    event = LetterSent(("red", "green"), "Come to Ulm.")
    readers = ("red", "green", "blue", SPECTATOR, "", "re")
    assert [describe(event, Viewer(it)) for it in readers] == ["Come to Ulm."] * 2 + [
        "A letter."
    ] * 4


@pytest.mark.parametrize(
    "stories",
    [
        {"veiled": "{secret}"},
        {"veiled": "-", "fogged": "{secret}"},
        {"veiled": "-", "fogged": "{place}"},
        {"veiled": "-", "faded": "{secret}"},
        {"veiled": "-", "faded": "{place}"},
        {"veiled": "-", "faded": "{seen}"},
        {},
    ],
)
def test_a_class_whose_story_tells_too_much_is_not_registered(stories: dict[str, str]) -> None:
    class TellsTooMuch(Event, frozen=True):
        player: str
        secret: Annotated[int, HIDDEN]
        place: Annotated[str, FOGGED]
        seen: Annotated[int, FADING]

    with pytest.raises(ValueError, match=r"story of gate\.tells_too_much/1 tells"):
        recorded("gate.tells_too_much/1", "{secret} {place} {seen}", **stories)(TellsTooMuch)
    assert "gate.tells_too_much/1" not in TOPICS
