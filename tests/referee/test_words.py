"""What was written about an event is read by who may read all of the event."""

from __future__ import annotations

from typing import Annotated, Any

import pytest

from napoleon.log.events.cases import RulingGiven
from napoleon.log.store.recorder import TextRow
from napoleon.log.words import words_of
from napoleon.rules.events import (
    FADING,
    FOGGED,
    HIDDEN,
    REFEREE,
    SEALED,
    SPECTATOR,
    Event,
    recorded,
)
from napoleon.rules.viewer import Viewer

WHY = "The Guard was counted twice."
TEXTS = [TextRow("game", "1a", b"", WHY), TextRow("game", "2b", b"", "Of another event.")]


@recorded("words.corps_corrected/1", "Correction.", veiled="-", fogged="-", faded="-")
class CorpsCorrected(Event, frozen=True):
    player: str
    reason: str
    strength: Annotated[int, HIDDEN] = 3


@recorded("words.place_corrected/1", "Correction.", fogged="-")
class PlaceCorrected(Event, frozen=True):
    player: str
    reason: str
    area: Annotated[str, FOGGED] = "ulm"
    seed: Annotated[str, SEALED] = ""


@recorded("words.card_corrected/1", "Correction.", faded="-")
class CardCorrected(Event, frozen=True):
    player: str
    reason: str
    card: Annotated[int, FADING] = 7


def readers(event: Event, **now: Any) -> set[str]:
    """Who of all reads why."""
    everybody = ("red", "blue", SPECTATOR, REFEREE)
    found = {reader: words_of(event, TEXTS, Viewer(reader, **now)) for reader in everybody}
    assert all(words in ([], [WHY]) for words in found.values()), found
    return {reader for reader, words in found.items() if words}


ALL = {"red", "blue", SPECTATOR, REFEREE}


def test_why_something_hidden_was_corrected_is_for_its_owner_and_the_referee() -> None:
    assert readers(CorpsCorrected("red", "1a")) == {"red", REFEREE}
    assert readers(CorpsCorrected("red", "1a"), over=True) == ALL


@pytest.mark.parametrize(("fog", "who"), [(True, {"red", REFEREE}), (False, ALL)])
def test_why_something_was_corrected_in_fog(fog: bool, who: set[str]) -> None:
    assert readers(PlaceCorrected("red", "1a", fog=fog)) == who, "what is sealed for all is no bar"
    assert readers(PlaceCorrected("red", "1a", fog=fog), over=True) == ALL


def test_why_a_card_that_has_faded_was_corrected() -> None:
    corrected = CardCorrected("red", "1a", version=5)
    assert readers(corrected) == readers(corrected, faded=4) == ALL
    assert readers(corrected, faded=5) == {REFEREE}
    assert readers(corrected, faded=5, over=True) == ALL


def test_the_reason_of_a_ruling_is_for_all() -> None:
    assert readers(RulingGiven(0, "stand", ("GO",), "1a", (), ())) == ALL
