"""Leaves: the same for ever, closed for everybody, opened for who may read."""

from __future__ import annotations

import hmac
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Annotated, Any

import msgspec
import pytest
import rfc8785
from eventsourcing.persistence import JSONTranscoder, StoredEvent
from hypothesis import given, settings
from hypothesis import strategies as st

from napoleon.log.game import GameCreated
from napoleon.log.store.mapper import EventMapper
from napoleon.record.leaves import (
    Closing,
    Opening,
    canonical,
    closing,
    hashed,
    leaf,
    marks,
    openings,
    opens,
    readable,
)
from napoleon.record.tree import root
from napoleon.rules.contract import installed
from napoleon.rules.events import (
    FADING,
    FOGGED,
    HIDDEN,
    REFEREE,
    SEALED,
    SPECTATOR,
    TOPICS,
    Event,
    Line,
    recorded,
)
from napoleon.rules.redaction import unread
from napoleon.rules.upcasts import UPCASTS, upcast
from napoleon.rules.viewer import Viewer
from tests.goldens.golden import FOLDER, Golden, read

ROOTS = Path(__file__).with_name("roots.txt").read_text().splitlines()

GOLDENS = sorted(FOLDER.glob("*/*.json"))

WITH_SECRETS = [path for path in GOLDENS if path.stat().st_size > 30_000]
"""Those of games that went on for a while: in others somebody gave up before much was hidden."""

READERS = (
    *("french", "allied", "anglo_dutch", "anglo", "prussian", "first", "second"),
    *(SPECTATOR, REFEREE),
)

installed()  # so that the topics of all games are known

_mapper = EventMapper(JSONTranscoder())


def rows(golden: Golden) -> list[StoredEvent]:
    return [
        StoredEvent(golden.game, version, topic, bytes(state))
        for version, (topic, state) in enumerate(golden.events, 1)
    ]


def closed_by(golden: Golden, *, fades: bool = False) -> Closing:
    created = next(golden.replayed())
    assert isinstance(created, GameCreated)
    return closing(created, fades=fades)


def closed(leaf: Mapping[str, Any]) -> set[str]:
    """The fields of a leaf that hold commitments."""
    fields = {**leaf, **leaf["data"]}
    return {name for name, value in fields.items() if isinstance(value, dict) and "sha256" in value}


@pytest.fixture(params=WITH_SECRETS[::5], ids=lambda path: f"{path.parent.name}/{path.stem}")
def golden(request: pytest.FixtureRequest) -> Golden:
    return read(request.param)


# -- for ever ------------------------------------------------------------------------------------


def test_the_leaves_of_recorded_games_never_change(subtests: pytest.Subtests) -> None:
    for line in ROOTS:
        name, fading, expected = line.split()
        with subtests.test(name):
            golden = read(FOLDER / f"{name}.json")
            closing = closed_by(golden, fades=fading == "fading")
            assert root([hashed(leaf(row, closing)) for row in rows(golden)]).hex() == expected


def test_a_leaf_and_its_openings_are_as_they_are_published() -> None:
    """A vector for those who write a verifier in another language."""
    state = b'{"at":1763700000000000,"s":"french","o":"ord","t":1,"c":["MOVE.2"],"player":"french",'
    state += b'"order":{"order":"say","text":"\xc3\xa9"}}'
    row = StoredEvent("0123456789", 7, "order_given/1", state)
    key = hmac.digest(bytes(range(32)), b"napoleon/salts/1", "sha256")
    by = Closing("0123456789", key, fades=False)
    assert canonical(leaf(row, by)).decode() == (
        '{"at":1763700000000000,"by":"french","clauses":["MOVE.2"],"data":{"instruction":{"sha256'
        '":"dd3aa042489ac19f8f48cb72a8ddcfc6919f15e0c8334ba40bc383b738b462bc"},"order":{"sha256":'
        '"a270738a58c2c41e7c6c6c4dc1a035e31520d829f49c7b617ee82376ae8f6b4f"},"player":"french"},"'
        'game":"0123456789","order_id":"ord","turn":1,"type":"order_given/1","version":7}'
    )
    digest = "e4cba99281b455cf9345b7035bda8ce5aa6ef994cadcc103288a940b602b320a"
    assert hashed(leaf(row, by)).hex() == digest
    assert openings(row, by) == [
        Opening(7, "instruction", "dc252b01e1b0441cc8ec18fe62fb9a08", None),
        Opening(7, "order", "c5dc75525535c376dc0fd363dc0bd8e5", {"order": "say", "text": "é"}),
    ]


@pytest.mark.parametrize("one_in", [16, pytest.param(1, marks=pytest.mark.soak)])
def test_canonical_json_is_rfc_8785_for_all_that_leaves_hold(one_in: int) -> None:
    for path in GOLDENS[::one_in]:
        golden = read(path)
        open_, fading = (closed_by(golden, fades=fades) for fades in (False, True))
        for row in rows(golden):
            # Most leaves are the same whether or not cards fade: then they are compared once.
            for value in unlike(held(row, open_), held(row, fading)):
                assert canonical(value) == rfc8785.dumps(value)


def held(row: StoredEvent, closing: Closing) -> list[Any]:
    """The leaf of a row, and what its openings say."""
    opened = [[it.salt, it.field, it.value] for it in openings(row, closing)]
    return [leaf(row, closing), *opened]


def unlike(values: list[Any], others: list[Any]) -> list[Any]:
    """All of `values`, and those of `others` that are no such JSON as one of them."""
    told = set(map(repr, values))
    return [*values, *(it for it in others if repr(it) not in told)]


texts = st.text(st.characters(codec="utf-8"))
numbers = st.integers(1 - 2**53, 2**53 - 1)
names = st.text(st.characters(max_codepoint=127))
plain = st.recursive(
    st.none() | st.booleans() | numbers | texts,
    lambda inner: (
        st.lists(inner) | st.dictionaries(st.text(st.characters(max_codepoint=127)), inner)
    ),
    max_leaves=20,
)


@settings(deadline=None)
@given(plain)
def test_canonical_json_is_rfc_8785_for_all_that_events_may_hold(value: Any) -> None:
    assert canonical(value) == rfc8785.dumps(value)


def test_every_payload_is_stored_under_the_names_of_its_fields() -> None:
    """Marks are by names of fields, leaves by names in the store: they have to be the same."""
    for cls in TOPICS.values():
        names = {it.name: it.encode_name for it in msgspec.structs.fields(cls)}
        assert [names[field] for field in cls.payload] == list(cls.payload)


@pytest.fixture
def later(monkeypatch: pytest.MonkeyPatch) -> None:
    """Topics and upcasts that are forgotten after the test."""
    for registered in (TOPICS, UPCASTS):
        for topic in ("toy.card_shown/1", "toy.card_shown/2"):
            monkeypatch.setitem(registered, topic, None)
            del registered[topic]


@pytest.mark.usefixtures("later")
def test_a_topic_that_is_read_by_an_upcast_keeps_its_leaves() -> None:
    @recorded("toy.card_shown/1", "{player} shows a card.", faded="A card is shown.")
    class Shown(Event, frozen=True):
        player: str
        card: Annotated[int, HIDDEN, FADING]
        place: Annotated[str, FOGGED]
        secret: Annotated[str, SEALED] = "x"
        breakdown: tuple[Line, ...] = ()

    @recorded("toy.card_shown/2", "{seat} shows a card.", owner="seat")
    class ShownNow(Event, frozen=True):
        seat: str
        number: Annotated[int, HIDDEN]

    event = Shown(player="red", card=3, place="here", fog=True, breakdown=(Line(3, "GO"),))
    row = _mapper.to_stored_event(msgspec.structs.replace(event, game="g", version=4))
    ways = [Closing("g", bytes(32), fades) for fades in (False, True)]
    before = [leaf(row, by) for by in ways]
    assert [closed(it) for it in before] == [
        {"card", "place", "secret"},
        {"card", "place", "secret", "breakdown", "clauses"},
    ]
    del TOPICS["toy.card_shown/1"]
    with pytest.raises(LookupError, match=r"toy\.card_shown/1"):
        leaf(row, ways[0])
    step = upcast(
        "toy.card_shown/1",
        to="toy.card_shown/2",
        sealed=["secret"],
        hidden=["card"],
        fogged=["place"],
        fading=["card", "breakdown"],
    )
    step(lambda data: {"seat": data["player"], "number": data["card"], "f": data["f"]})
    assert [leaf(row, by) for by in ways] == before
    newer = EventMapper(JSONTranscoder()).to_domain_event(row)
    assert isinstance(newer, ShownNow)
    assert readable(row, newer, ways[0], Viewer("red")) == {"card", "place"}
    assert readable(row, newer, ways[0], Viewer("blue")) == set()
    assert readable(row, newer, ways[0], Viewer("blue", over=True)) == {"card", "place", "secret"}
    assert readable(row, newer, ways[1], Viewer("red", faded=4)) == {"place"}


# -- closed for everybody ------------------------------------------------------------------------


@pytest.mark.sampled(8)
def test_what_anybody_may_not_read_is_closed(golden: Golden) -> None:
    for fades in (False, True):
        closing = closed_by(golden, fades=fades)
        last = len(golden.events) if fades else 0
        for row, event in zip(rows(golden), golden.replayed(), strict=True):
            found = closed(leaf(row, closing))
            for reader in READERS:
                assert found >= unread(event, Viewer(reader, faded=last))
            if fades:
                assert "clauses" in found
                assert ("breakdown" in event.payload) == ("breakdown" in found)


@pytest.mark.sampled(8)
def test_a_leaf_shows_nothing_of_a_closed_value(golden: Golden) -> None:
    closing = closed_by(golden)
    for row in rows(golden):
        made = leaf(row, closing)
        for twin in twins(row, closed(made) - {"clauses"}):
            other = leaf(twin, closing)
            assert len(canonical(other)) == len(canonical(made))
            assert blotted(other) == blotted(made)
            assert hashed(other) != hashed(made)


def twins(row: StoredEvent, fields: set[str]) -> Iterator[StoredEvent]:
    """The event with other values of `fields`: one at a time, shorter, longer, or left out."""
    data = msgspec.json.decode(row.state)
    for field in fields:
        for other in ({"a long value": ["x"] * 40}, 10**9):
            changed = msgspec.json.encode({**data, field: other})
            yield StoredEvent(row.originator_id, row.originator_version, row.topic, changed)
        if data.get(field) is not None:
            kept = {name: value for name, value in data.items() if name != field}
            changed = msgspec.json.encode(kept)
            yield StoredEvent(row.originator_id, row.originator_version, row.topic, changed)


def blotted(made: Mapping[str, Any]) -> str:
    """A leaf without the digits of its commitments."""
    text = canonical(made).decode()
    for field in closed(made):
        place = made if field == "clauses" else made["data"]
        text = text.replace(place[field]["sha256"], "")
    return text


def test_the_same_value_is_closed_differently_each_time(golden: Golden) -> None:
    closing = closed_by(golden)
    seen = [
        value["sha256"]
        for row in rows(golden)
        for value in leaf(row, closing)["data"].values()
        if isinstance(value, dict) and "sha256" in value
    ]
    assert len(set(seen)) == len(seen) > 10


# -- opened for who may read ---------------------------------------------------------------------


@pytest.mark.sampled(8)
def test_readers_open_what_the_log_shows_them(golden: Golden) -> None:
    closing = closed_by(golden)
    for row, event in zip(rows(golden), golden.replayed(), strict=True):
        made = leaf(row, closing)
        for reader in READERS:
            fields = readable(row, event, closing, Viewer(reader))
            assert fields == closed(made) - unread(event, Viewer(reader))
            for opening in openings(row, closing, fields):
                assert opens(opening, made)
                value = msgspec.json.decode(msgspec.json.encode(getattr(event, opening.field)))
                assert (opening.value or None) == (value or None)


@pytest.mark.sampled(8)
def test_what_has_faded_is_opened_to_the_referee_only(golden: Golden) -> None:
    closing = closed_by(golden, fades=True)
    last = len(golden.events) // 2
    for row, event in zip(rows(golden), golden.replayed(), strict=True):
        _, _, _, fading = marks(row.topic)
        for reader in READERS:
            fields = readable(row, event, closing, Viewer(reader, faded=last))
            gone = event.version <= last and reader != REFEREE
            assert ("clauses" in fields) == (not gone)
            assert not gone or not fields & fading
            assert fields <= readable(row, event, closing, Viewer(reader))


@pytest.mark.sampled(8)
def test_when_the_game_is_over_all_is_opened_but_tokens(golden: Golden) -> None:
    for fades in (False, True):
        closing = closed_by(golden, fades=fades)
        for row, event in zip(rows(golden), golden.replayed(), strict=True):
            left = closed(leaf(row, closing)) - readable(
                row, event, closing, Viewer(SPECTATOR, over=True, faded=len(golden.events))
            )
            tokens = {"game_created/1": {"tokens"}, "seat_claimed/1": {"token"}}
            assert left == tokens.get(row.topic, set())


def test_nobody_reads_the_seed_before_the_game_is_over(golden: Golden) -> None:
    row, event = rows(golden)[0], next(golden.replayed())
    closing = closed_by(golden)
    for reader in READERS:
        assert readable(row, event, closing, Viewer(reader)) == set()
    [seed, _] = openings(row, closing)
    assert (seed.field, seed.value) == ("seed", golden.seed)


def test_an_opening_opens_one_field_of_one_leaf() -> None:
    golden = read(GOLDENS[0])
    closing = closed_by(golden, fades=True)
    for row in rows(golden)[:40]:
        made = leaf(row, closing)
        for opening in openings(row, closing):
            for wrong in (
                {"version": opening.version + 1},
                {"field": "at"},
                {"salt": "0" * 32},
                {"value": [opening.value]},
            ):
                assert not opens(msgspec.structs.replace(opening, **wrong), made)


def test_a_field_that_lies_open_has_no_opening() -> None:
    row = rows(read(GOLDENS[0]))[0]
    assert openings(row, closed_by(read(GOLDENS[0])), ["scenario", "nothing"]) == []


def test_roots_are_pinned_for_every_kind_of_game() -> None:
    pinned = [(read(FOLDER / f"{line.split()[0]}.json"), line.split()[1]) for line in ROOTS]
    assert {golden.rules_version for golden, _ in pinned} >= {"1.0", "2.0"}
    assert {golden.options["rules"] for golden, _ in pinned} == {"conscript", "grognard"}
    assert {golden.options["players"] for golden, _ in pinned} == {2, 3}
    assert {fading for _, fading in pinned} == {"fading", "lasting"}
