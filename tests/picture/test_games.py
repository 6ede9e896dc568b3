"""The pictures of every game that declares some, over whole games, for everybody who looks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from time import perf_counter
from typing import Any, NamedTuple

import msgspec
import pytest

from napoleon.record.story import Frame, frames
from napoleon.rules.contract import Ruleset
from napoleon.rules.contract import installed as rulesets
from napoleon.rules.events import REFEREE, SPECTATOR, TOPICS
from napoleon.rules.picture.chart import draw_chart
from napoleon.rules.picture.declared import COMBAT, TURN, Pictures
from napoleon.rules.picture.mini import HEIGHT, MOST
from napoleon.rules.picture.sides import LOOKS
from napoleon.rules.picture.svg import document, draw, is_map
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.storybook import Words, words_of
from tests.picture.maps import parsed, title, written
from tests.picture.positions import ON_THE_MAP, SEEDS, TO_TURN, some_views, whole_game

TRACKS = {"napoleon_columbia": ("cities_held", "tallies")}
"""Where the victory track of a game has what its chart shows, if not in value and history."""

WITHOUT_TRACK = ("eagles_waterloo", "napoleonic_wars")
"""Games whose victory is no way on which one side is ahead: they have no chart."""

WITHOUT_CARDS = ("napoleon_columbia",)
"""Games in which whoever plays at random never comes to hold any; what they show of such a hand is
tested with their rules."""

PARTS = {"m-sea", "m-land", "m-river", "m-road", "m-dot", "m-frame"}
"""What the parts of a small map are, besides the signs of sides."""

LOOKED_AT = 15
"""About how many positions of a game are looked at, at even distances."""


class Told(NamedTuple):
    """A game that was played by bots, and some of its positions by who looks at them."""

    rules: Ruleset
    pictures: Pictures
    words: Words
    positions: dict[str, list[Any]]
    ways: dict[str, list[Frame]]
    """Every position as who sees least and who sees all see it."""

    def seen(self) -> Iterator[tuple[str, Any]]:
        """Some positions of the game as everybody sees them."""
        for reader, found in self.positions.items():
            for views in found:
                yield reader, views


def played() -> Iterator[Any]:
    """The games; ``make test`` plays a part of those that take minutes."""
    for name in ON_THE_MAP:
        yield pytest.param((name, TO_TURN.get(name)), id=name)
        if name in TO_TURN:
            yield pytest.param((name, None), marks=pytest.mark.soak, id=f"{name}-whole")


@pytest.fixture(scope="module", params=list(played()))
def told(request: pytest.FixtureRequest) -> Told:
    name, to_turn = request.param
    rules, games, end = whole_game(name, ON_THE_MAP[name], SEEDS[name], to_turn)
    readers = (*end.created.seats, SPECTATOR, REFEREE)
    positions = {it: list(some_views(games, end, LOOKED_AT, it)) for it in readers}
    ways = {it: list(frames(games, end.id, it)) for it in (SPECTATOR, REFEREE)}
    assert rules.pictures is not None
    return Told(rules, rules.pictures, words_of(rules, ENGLISH), positions, ways)


def test_all_games_that_are_played_here_declare_pictures() -> None:
    assert {name for name, rules in rulesets().items() if rules.pictures} == set(ON_THE_MAP)


@pytest.mark.sampled(1)
def test_every_area_road_and_piece_is_on_the_map_of_everybody(told: Told) -> None:
    for _, views in told.seen():
        picture = told.pictures.picture(views, told.words)
        elements = list(parsed(draw(picture)).iter())
        board = msgspec.to_builtins(views.map)
        areas = board["areas"]
        drawn = {it.get("data-place"): it for it in elements if "data-place" in it.attrib}
        assert set(drawn) == {area["id"] for area in areas}
        links = [it.get("data-link") for it in elements if "data-link" in it.attrib]
        assert links == [road["id"] for road in board["roads"]]
        for area in areas:
            words = title(drawn[area["id"]])
            assert area["name"] in words
            for piece in (*area.get("blocks", ()), *area.get("commanders", ())):
                assert (piece["name"] or piece["id"].rpartition("-")[2]) in words
        left, top, width, height = picture.box
        for place in picture.places:
            assert left + 40 < place.x < left + width - 40
            assert top + 40 < place.y < top + height - 40


def test_everybody_sees_the_same_ways_that_pieces_have_gone(told: Told) -> None:
    everybody = zip(*told.ways.values(), strict=True)
    ways = 0
    for same in everybody:
        assert len({frame.trails for frame in same}) == 1
        ways += len(same[0].trails)
    assert ways
    shown = next(frame for frame in told.ways[SPECTATOR] if frame.trails)
    assert 'class="march"' in draw(told.pictures.map(shown.shown, shown.trails, told.words))


def test_a_picture_is_the_same_whenever_it_is_drawn(told: Told) -> None:
    for _, views in list(told.seen())[::20]:
        picture = told.pictures.picture(views, told.words)
        assert document(picture) == document(told.pictures.picture(views, told.words))


def test_a_small_map_is_small_and_shows_the_sides_in_their_places(told: Told) -> None:
    shown = 0
    for reader, views in told.seen():
        picture, small = told.pictures.picture(views, told.words), told.pictures.mini(views)
        svg = small.drawn()
        assert len(svg.encode()) <= MOST, f"{len(svg)} bytes for {reader}"
        paths = [it for it in parsed(svg).iter() if it.tag.endswith("path")]
        assert {it.get("class") for it in paths} <= PARTS | {f"m {look}" for look in LOOKS}
        assert not re.search(r"style=|href=|id=|url\(|<text|<title|nan|inf|e[+-]?\d", svg)
        signs = small.marks.count("M")
        stand = {(it.id, piece.side) for it in picture.places for piece in it.pieces}
        framed = any(it.room for it in picture.places)
        assert signs >= len({side for _, side in stand}) if framed else signs == len(stand)
        for x, y in re.findall(r"M(-?[\d.]+)[, ]?(-?[\d.]+)", small.marks):
            assert -20 <= float(x) <= small.width + 20 and -20 <= float(y) <= HEIGHT + 20
        shown += signs
    assert shown


def test_the_ground_of_a_small_map_is_the_same_in_all_positions(told: Told) -> None:
    grounds = {told.pictures.mini(views).ground for _, views in told.seen()}
    assert len(grounds) == 1
    assert 150 < len(grounds.pop()) < MOST


@pytest.mark.sampled(1)
def test_nothing_is_on_a_picture_that_the_reader_may_not_know(told: Told) -> None:
    all_seen = told.positions[REFEREE]
    hidden = 0
    for reader, found in told.positions.items():
        for known, views in zip(all_seen, found, strict=True):
            names = pieces(known) - pieces(views)
            hidden += len(names)
            svg = document(told.pictures.picture(views, told.words))
            labels, titles = written(svg), re.findall(r"<title>[^<]*</title>", svg)
            for name in names:
                assert name not in labels
                told_of = re.compile(rf"(?<!\w){re.escape(name)} \(")
                assert not list(filter(told_of.search, titles)), (reader, name)
            held = {it.id for it in told.pictures.cards(views, told.words)}
            assert held == {
                card_id(card, place)
                for hand in msgspec.to_builtins(views.hand)["hands"]
                for place, card in enumerate(hand["cards"] or ())
            }
    assert hidden or "blocks" not in msgspec.to_builtins(all_seen[0].map)["areas"][0]


def card_id(card: Any, place: int) -> str:
    """What tells a card from others: terrain is one of a kind, and in its place in the hand."""
    if isinstance(card, str):
        return f"{card}-{place}"
    return str(card["id"] if "id" in card else card["number"])


def pieces(views: Any) -> set[str]:
    areas = msgspec.to_builtins(views.map)["areas"]
    return {it["name"] for area in areas for it in area.get("blocks", ()) if it["name"]}


def test_the_track_of_every_position_has_a_chart(told: Told) -> None:
    for _, views in told.seen():
        chart = told.pictures.chart(views, told.words)
        if told.rules.name in WITHOUT_TRACK:
            assert chart is None
            continue
        assert chart is not None
        track = msgspec.to_builtins(views.victory_track)
        value, history = TRACKS.get(told.rules.name, ("value", "history"))
        assert chart.value == track[value]
        values = [chart.start, chart.value, *(step.value for step in chart.steps)]
        assert chart.low <= min(values) <= max(values) <= chart.high
        assert len(chart.steps) == len(track[history])
        assert chart.first <= chart.last and 0 <= chart.now <= chart.last
        assert chart.now == track["turn"]
        assert parsed(draw_chart(chart)) is not None
        assert {bound.look for bound in chart.bounds} <= set(LOOKS)


def test_further_measures_have_charts_of_their_own(told: Told) -> None:
    for _, views in told.seen():
        charts = told.pictures.measures(views, told.words)
        assert len({it.title for it in charts}) == len(charts)
        for chart in charts:
            values = [chart.start, chart.value, *(step.value for step in chart.steps)]
            assert chart.low <= min(values) <= max(values) <= chart.high
            assert parsed(draw_chart(chart)) is not None
            assert {bound.look for bound in chart.bounds} <= set(LOOKS)


OWN_WORDS = ("napoleonic_wars",)
"""Games whose cards say what is printed on them, and not what a clause says."""


def test_cards_say_what_their_clauses_say(told: Told) -> None:
    faces = {
        face.id: face for _, views in told.seen() for face in told.pictures.cards(views, told.words)
    }
    assert len(faces) > 5 or (told.rules.name in WITHOUT_CARDS and not faces)
    for face in faces.values():
        clause = told.rules.clause(face.clause)
        assert clause is not None and (clause == face.text or told.rules.name in OWN_WORDS)
        assert face.text and face.title and face.kind
        assert face.look in ("", *LOOKS)


def test_marks_stand_for_events_of_the_game(told: Told) -> None:
    assert set(told.pictures.marks.values()) == {TURN, COMBAT}
    for topic in told.pictures.marks:
        assert topic in TOPICS and topic.startswith(f"{told.rules.name}.")


def test_before_the_table_is_laid_there_is_nothing_on_the_map(told: Told) -> None:
    assert told.pictures.map(None).places == ()


def test_a_keyed_map_is_the_map_with_keys_for_all_that_may_change(told: Told) -> None:
    pattern = re.compile(r' data-key="([^"]+)"')
    afar = re.compile(r'<g data-key="afar".*?</g>')
    for _, views in told.seen():
        picture = told.pictures.picture(views, told.words)
        plain, keyed = draw(picture), draw(picture, keyed=True)
        assert pattern.sub("", afar.sub("", keyed)) == plain
        assert len(afar.findall(keyed)) == is_map(picture)
        keys = pattern.findall(keyed)
        assert len(set(keys)) == len(keys)
        assert {f"place-{it.id}" for it in picture.places} < set(keys)
        assert {f"link-{number}" for number in range(len(picture.links))} < set(keys)
        assert [key for key in keys if not re.fullmatch(r"\w+(-\w+)*", key, re.ASCII)] == []
        assert {"signs", "back", "trails", "legend", "frame"} < set(keys)


def test_how_long_a_picture_takes(told: Told, capsys: pytest.CaptureFixture[str]) -> None:
    seen = [views for _, views in told.seen()]
    began = perf_counter()
    for views in seen:
        draw(told.pictures.picture(views, told.words))
    each = 1000 * (perf_counter() - began) / len(seen)
    with capsys.disabled():
        print(f"\n{told.rules.name}: {each:.1f} ms a map")  # noqa: T201
