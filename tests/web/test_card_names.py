"""Cards are told on the pages by number and name, and in the record by number as ever."""

from __future__ import annotations

from pathlib import Path

import pytest

from napoleon.log.journal import narrator
from napoleon.rules.contract import installed
from napoleon.rules.events import TOPICS, fields_named
from napoleon.rulesets.napoleon1815.events.initiative import HandShown
from tests.api.desk import Table
from tests.web.browser import words
from tests.web.tables import desk_for, play, seated, table_of

RULES = installed()["napoleon1815"]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    """A game in which cards were drawn and flipped."""
    table = table_of(desk_for(tmp_path, RULES))
    play(table, 12)
    return table


def drawn(table: Table) -> tuple[int, int]:
    """Version and number of the first card that the French have drawn."""
    events = table.get("/log?limit=1000", "french").json["events"]
    it = next(e for e in events if e["type"] == "card_drawn" and e["data"]["player"] == "french")
    return it["version"], it["data"]["card"]


def test_the_journal_names_the_cards(table: Table) -> None:
    version, number = drawn(table)
    name = RULES.cards[number]
    french = seated(table, "french")
    story = words(french.get(f"/games/{table.id}?at={version}"))
    assert f"The French drew 1 card: “{name}” (card {number})." in story
    journal = words(french.get(f"/games/{table.id}?at={version}&level=counts"))
    assert f"French drew card {number} {name}; " in journal
    why = words(french.get(f"/games/{table.id}/log/{version}"))
    assert f"French drew card {number} {name}; " in why
    hidden = words(seated(table, "allied").get(f"/games/{table.id}/log/{version}"))
    assert f"card {number}" not in hidden


def test_the_log_calls_them_by_number_as_before(table: Table) -> None:
    version, number = drawn(table)
    [event] = table.get(f"/log?after={version - 1}&limit=1", "french").json["events"]
    assert event["text"].startswith(f"French drew card {number}; ")


def test_a_hand_that_was_looked_at_is_told_by_names(table: Table) -> None:
    game = table.desk.games.open(table.id)
    shown = HandShown("allied", "french", (7, 25), version=game.version)
    tells = narrator(game, "french", RULES)
    named = ", ".join(f"{it} {RULES.cards[it]}" for it in (7, 25))
    assert tells.naming(RULES.cards).text(shown) == f"Allies showed French the hand: {named}."
    assert tells.text(shown) == "Allies showed French the hand: 7, 25."
    other = narrator(game, "spectator", RULES).naming(RULES.cards)
    assert other.text(shown) == "Allies showed French the hand."
    empty = HandShown("allied", "french", (), version=game.version)
    assert tells.naming(RULES.cards).text(empty) == "Allies showed French the hand: none."


def test_every_event_that_tells_cards_names_them() -> None:
    """But for those that tell the name of the card beside its number, and for invasion cards."""
    numbered = {
        topic
        for topic, event in TOPICS.items()
        if topic.startswith("napoleon1815.")
        for field in ("card", "cards", "by_card", "offered")
        if f"{{{field}}}" in event.story
    }
    assert numbered == {
        "napoleon1815.event_cancelled/1",
        "napoleon1815.event_played/1",
        "napoleon1815.event_proposed/1",
        "napoleon1815.invasion_card_changed/1",
        "napoleon1815.red_card_revealed/1",
    }
    assert fields_named(HandShown.story) == {"cards"}
