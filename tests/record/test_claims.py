"""An honest service is not accused: whatever readers have sent and got, their bundles hold."""

from __future__ import annotations

from collections.abc import Mapping

import pytest

from api.command_line.play import play_on
from napoleon.audit.claims import claimed
from napoleon.log.events.dispatches import DispatchDrawn, DispatchDue, DispatchSent
from napoleon.log.events.press import LetterErased, LetterSent
from napoleon.log.press import Letter
from napoleon.play import dispatches, press
from napoleon.play.bounds import FASTEST
from napoleon.play.games import Games
from napoleon.play.referee import texts
from napoleon.record.verifier import Check, examined
from napoleon.rules.bots import RandomBot
from napoleon.rules.events import REFEREE, SPECTATOR, Event
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.events.windows import EventProposed
from tests.record.bundling import (
    CAMPAIGN,
    Members,
    bundled,
    claiming,
    everybody,
    members,
    ndjson,
    of_1815,
    rows,
    unsealed,
    zipped,
)

SEATS = FRENCH, DUTCH, PRUSSIAN = "french", "anglo_dutch", "prussian"

HELD = (LetterSent, LetterErased, DispatchSent, DispatchDrawn, DispatchDue, EventProposed)
"""What is in the log, and shown to some by more than one rule of who reads it."""


@pytest.fixture(scope="module")
def bundles(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Members]:
    """What is in the bundles of a running game of three partners who write to each other."""
    games, game_id = of_1815(tmp_path_factory.mktemp("home"), CAMPAIGN, 2, bot=6, players=3)
    for writer, *to in ((FRENCH, DUTCH), (DUTCH, FRENCH, REFEREE), (REFEREE, FRENCH, PRUSSIAN)):
        letter = press.send(games, game_id, writer, to, f"From {writer}.")
        assert isinstance(letter, Letter), letter
    assert texts.erase(games, game_id, REFEREE, letter.text) is None
    for captured, sender, to in ((0, DUTCH, PRUSSIAN), (100, FRENCH, REFEREE)):
        _ride(games, game_id, captured, sender, to)
    play_on(games, games.open(game_id), RandomBot(6), 4)
    recorded = {type(it) for it in games.history(game_id)}
    assert not {*HELD} - recorded, "the game has nothing to show"
    found = {
        reader: members(bundled(games, game_id, reader))
        for reader in everybody(games.open(game_id))
    }
    games.close()
    return found


def _ride(games: Games, game_id: str, captured: int, sender: str, to: str) -> None:
    odds = {"lost": 0, "captured": captured, "pace": FASTEST}
    assert not isinstance(dispatches.charter(games, game_id, REFEREE, **odds), Refusal)
    state = games.open(game_id).state
    places = RULES.couriers.places(state)
    way = {"origin": places[0], "destination": places[0]}
    sent = dispatches.send(games, game_id, sender, to, **way, text=f"To {to}.")
    assert isinstance(sent, Letter), sent


def claim_of(parts: Mapping[str, bytes]) -> Check:
    report, record = examined(zipped(parts))
    assert record is not None
    assert report.first_wrong is None
    return claimed(record)


@pytest.mark.sampled(2)
@pytest.mark.parametrize("reader", [*SEATS, SPECTATOR, REFEREE, "operator"])
def test_the_bundle_of_everybody_who_wrote_and_was_written_to_holds(
    bundles: dict[str, Members], reader: str
) -> None:
    found = claim_of(bundles[reader])
    assert found.ok, found


@pytest.mark.parametrize(
    ("reader", "claims"),
    [(FRENCH, DUTCH), (DUTCH, PRUSSIAN), (PRUSSIAN, SPECTATOR), (SPECTATOR, FRENCH)],
)
def test_that_of_one_is_not_taken_for_that_of_another(
    bundles: dict[str, Members], reader: str, claims: str
) -> None:
    found = claim_of(claiming(unsealed(bundles[reader]), reader=claims))
    assert found.ok is False, found


@pytest.mark.parametrize("kind", [LetterSent, DispatchSent, DispatchDue])
def test_one_closed_field_of_what_a_party_reads_is_missed(
    bundles: dict[str, Members], kind: type[Event]
) -> None:
    of_kind = {it["version"] for it in rows(bundles[FRENCH]) if it["type"] == kind.topic}
    told = kind.hidden - kind.fading - {"text"}
    opened = 0
    for reader in SEATS:
        parts = unsealed(bundles[reader])
        shown = rows(parts, "openings.ndjson")
        mine = [it for it in shown if it["version"] in of_kind and it["field"] in told]
        for left_out in mine[:2]:
            rest = ndjson(it for it in shown if it != left_out)
            assert claim_of({**parts, "openings.ndjson": rest}).ok is False, left_out
            opened += 1
    assert opened, "nobody reads it"
