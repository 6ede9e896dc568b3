from __future__ import annotations

import json
from typing import Any

import msgspec
import pytest
from eventsourcing.persistence import (
    JSONTranscoder,
    MapperDeserialisationError,
    ProgrammingError,
    StoredEvent,
)

from napoleon.log.errors import BrokenLog
from napoleon.log.store.mapper import EventMapper
from napoleon.play.games import Games
from napoleon.rules.events import TOPICS, Event, Line
from napoleon.rules.upcasts import UPCASTS, Upcast, upcast
from tests.core.play import play
from tests.repetitions import IN_THE_HOUSE, ON_EACH
from tests.toy import CardPlayed

pytestmark = IN_THE_HOUSE


@pytest.fixture
def mapper() -> EventMapper:
    return EventMapper(JSONTranscoder())


def test_an_event_comes_back_as_it_was(mapper: EventMapper) -> None:
    event = CardPlayed(
        game="g",
        version=7,
        at=1_763_700_000_000_000,
        by="red",
        behalf="blue",
        order_id="abc",
        turn=2,
        phase="go",
        clauses=("GO", "BET"),
        player="red",
        card=5,
        points=5,
        breakdown=(Line(4, "GO", "value\x1e"), Line(1, "BET")),
    )
    stored = mapper.to_stored_event(event)
    assert (stored.originator_id, stored.originator_version) == ("g", 7)
    assert stored.topic == "toy.card_played/1"
    assert mapper.to_domain_event(stored) == event


def test_the_stored_json_is_short_and_clean(mapper: EventMapper) -> None:
    event = CardPlayed(
        game="g", version=7, at=1, by="red", player="red", card=5, points=5, breakdown=()
    )
    body = mapper.to_stored_event(event).state
    assert json.loads(body) == {
        "at": 1, "s": "red", "player": "red", "card": 5, "points": 5, "breakdown": [],
    }  # fmt: skip
    assert not set(body) & set(range(32)), "no control characters, which the recorder relies on"


@ON_EACH
def test_every_event_of_a_game_comes_back(mapper: EventMapper, games: Games, game_id: str) -> None:
    play(games, game_id, 50)
    events = games.history(game_id)
    assert len({type(event) for event in events}) >= 8
    assert [mapper.to_domain_event(mapper.to_stored_event(event)) for event in events] == events


@pytest.mark.parametrize(
    ("topic", "state"),
    [
        ("nobody.knows/1", b"{}"),
        ("toy.card_played/1", b'{"player": "red"}'),
        ("toy.card_played/1", b'{"player": 1, "card": 5, "points": 5, "breakdown": []}'),
        ("toy.card_played/1", b"{"),
        ("toy.card_played/1", b"\xff"),
    ],
)
def test_what_cannot_be_read_is_named(mapper: EventMapper, topic: str, state: bytes) -> None:
    with pytest.raises(MapperDeserialisationError) as raised:
        mapper.to_domain_event(StoredEvent("thegame", 12, topic, state))
    assert "event 12 of game thegame" in str(raised.value)
    assert topic in str(raised.value)


def test_an_unknown_topic_is_named_by_games_too(games: Games, game_id: str) -> None:
    version = games.head(game_id) + 1
    games.recorder.insert_events([StoredEvent(game_id, version, "nobody.knows/1", b"{}")])
    with pytest.raises(BrokenLog, match=f"event {version} of game {game_id}"):
        games.open(game_id)
    assert games.at(game_id, version - 1).version == version - 1, "what was before can be read"


class Moved(Event, frozen=True):
    unit: str
    roads: list[str]


def _road_became_a_list(data: dict[str, Any]) -> dict[str, Any]:
    return {"unit": data["unit"], "roads": [data["road"]], "at": data["at"]}


def _piece_became_a_unit(data: dict[str, Any]) -> dict[str, Any]:
    return {**data, "unit": data["piece"]}


def test_old_topics_are_read_by_the_newest_class() -> None:
    mapper = EventMapper(
        JSONTranscoder(),
        topics={"moved/3": Moved},
        upcasts={
            "moved/1": Upcast("moved/2", _piece_became_a_unit),
            "moved/2": Upcast("moved/3", _road_became_a_list),
        },
    )

    def read(topic: str, **data: Any) -> Any:
        return mapper.to_domain_event(StoredEvent("g", 1, topic, msgspec.json.encode(data)))

    moved = Moved(game="g", version=1, at=9, unit="I", roads=["r1"])
    assert read("moved/3", at=9, unit="I", roads=["r1"]) == moved
    assert read("moved/2", at=9, unit="I", road="r1") == moved
    assert read("moved/1", at=9, piece="I", road="r1") == moved
    with pytest.raises(MapperDeserialisationError, match="moved/2"):
        read("moved/2", at=9, unit="I")


def test_upcasts_are_registered_once(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(UPCASTS, "toy.moved/1", raising=False)
    register = upcast("toy.moved/1", to="toy.moved/2")
    register(_piece_became_a_unit)
    assert UPCASTS["toy.moved/1"] == Upcast("toy.moved/2", _piece_became_a_unit)
    with pytest.raises(ValueError, match=r"toy\.moved/1"):
        register(_piece_became_a_unit)
    UPCASTS.pop("toy.moved/1")


def test_no_upcast_shadows_a_topic_of_today() -> None:
    assert not UPCASTS.keys() & TOPICS.keys()
    assert all(step.to in TOPICS or step.to in UPCASTS for step in UPCASTS.values())


def test_the_log_is_neither_compressed_nor_encrypted() -> None:
    class Anything:
        pass

    with pytest.raises(ProgrammingError, match="plain JSON"):
        EventMapper(JSONTranscoder(), compressor=Anything())  # type: ignore[arg-type]
