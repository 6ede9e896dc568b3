"""The pictures of every game that declares some, over whole games, for everybody who looks."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import msgspec
import pytest

from api.command_line.play import play_on
from napoleon.play.games import Games
from napoleon.record.story import Frame, frames
from napoleon.rules.bots import RandomBot
from napoleon.rules.contract import Ruleset
from napoleon.rules.contract import installed as rulesets
from napoleon.rules.events import REFEREE, SPECTATOR, TOPICS
from napoleon.rules.picture.chart import draw_chart
from napoleon.rules.picture.declared import COMBAT, TURN, Pictures
from napoleon.rules.picture.mini import HEIGHT, MOST
from napoleon.rules.picture.sides import LOOKS
from napoleon.rules.picture.svg import document, draw, is_map
from napoleon.rules.prose.storybook import PLAINLY
from tests.core.play import Clock
from tests.picture.maps import parsed, title, written
from tests.stores import embedded

GAMES = {
    "napoleon1815": {"rules": "grognard"},
    "napoleonic_empire": {"commanders": True, "divided_russia": True},
    "napoleon_columbia": {"players": 2},
    "eagles_waterloo": {},
    "napoleonic_wars": {"players": 4},
}

SCENARIOS = {"eagles_waterloo": "quatre_bras"}
"""Scenarios of games whose last one takes long."""

TO_TURN = {"napoleonic_wars": 2}
"""Until which turn ``make test`` plays a game; ``make soak`` plays it to its end, for minutes."""

TRACKS = {"napoleon_columbia": ("cities_held", "tallies")}
"""Where the victory track of a game has what its chart shows, if not in value and history."""

WITHOUT_TRACK = ("eagles_waterloo", "napoleonic_wars")
"""Games whose victory is no way on which one side is ahead: they have no chart."""

NAMED_BY_WORDS = ("napoleonic_wars",)
"""Games whose pictures take all names from a reader's words: who has none reads ids."""

WITHOUT_CARDS = ("napoleon_columbia",)
"""Games in which whoever plays at random never comes to hold any; what they show of such a hand is
tested with their rules."""

PARTS = {"m-sea", "m-land", "m-river", "m-road", "m-dot", "m-frame"}
"""What the parts of a small map are, besides the signs of sides."""

LOOKED_AT = 15
"""About how many positions of a game are looked at, at even distances."""


class Told(NamedTuple):
    """A game that was played by bots, and its frames by who looks at them."""

    pictures: Pictures
    rules: Ruleset
    frames: dict[str, list[Frame]]

    def seen(self) -> Iterator[tuple[str, Any]]:
        """Some positions of the game as everybody sees them."""
        for reader, found in self.frames.items():
            for frame in found[:: max(1, len(found) // LOOKED_AT)]:
                yield reader, frame.shown


def played() -> Iterator[Any]:
    """The games, and until which turn each is played; None is to its end."""
    for name in GAMES:
        if name in TO_TURN:
            yield pytest.param((name, TO_TURN[name]), id=name)
        marks = [pytest.mark.soak] if name in TO_TURN else []
        yield pytest.param((name, None), marks=marks, id=f"{name}-whole" if marks else name)


@pytest.fixture(scope="module", params=list(played()))
def told(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Told:
    name, to_turn = request.param
    rules = rulesets()[name]
    env = embedded(tmp_path_factory.mktemp(name))
    entropy = Random(1815).randbytes
    with Games(env, rulesets={name: rules}, clock=Clock(), entropy=entropy) as games:
        scenario = SCENARIOS.get(name, rules.scenarios[-1].id)
        begun = games.create(name, scenario, GAMES[name], referee=True).game
        game = play_on(games, begun, RandomBot(1), to_turn)
        assert game.over or game.state.turn == to_turn
        readers = (*game.created.seats, SPECTATOR, REFEREE)
        found = {reader: list(frames(games, game.id, reader)) for reader in readers}
    assert rules.pictures is not None
    return Told(rules.pictures, rules, found)


def test_all_games_that_are_played_here_declare_pictures() -> None:
    assert {name for name, rules in rulesets().items() if rules.pictures} == set(GAMES)


@pytest.mark.sampled(1)
def test_every_area_road_and_piece_is_on_the_map_of_everybody(told: Told) -> None:
    for _, views in told.seen():
        picture = told.pictures.picture(views, PLAINLY)
        elements = list(parsed(draw(picture)).iter())
        board = msgspec.to_builtins(views.map)
        areas = board["areas"]
        drawn = {it.get("data-place"): it for it in elements if "data-place" in it.attrib}
        assert set(drawn) == {area["id"] for area in areas}
        links = [it.get("data-link") for it in elements if "data-link" in it.attrib]
        assert links == [road["id"] for road in board["roads"]]
        for area in areas:
            words = title(drawn[area["id"]])
            named = area["id"] if told.rules.name in NAMED_BY_WORDS else area["name"]
            assert named in words
            for piece in (*area.get("blocks", ()), *area.get("commanders", ())):
                assert (piece["name"] or piece["id"].rpartition("-")[2]) in words
        left, top, width, height = picture.box
        for place in picture.places:
            assert left + 40 < place.x < left + width - 40
            assert top + 40 < place.y < top + height - 40


def test_everybody_sees_the_same_ways_that_pieces_have_gone(told: Told) -> None:
    everybody = zip(*told.frames.values(), strict=True)
    ways = 0
    for same in everybody:
        assert len({frame.trails for frame in same}) == 1
        ways += len(same[0].trails)
    assert ways
    shown = next(frame for frame in told.frames[SPECTATOR] if frame.trails)
    assert 'class="march"' in draw(told.pictures.map(shown.shown, shown.trails))


def test_a_picture_is_the_same_whenever_it_is_drawn(told: Told) -> None:
    for _, views in list(told.seen())[::20]:
        picture = told.pictures.picture(views, PLAINLY)
        assert document(picture) == document(told.pictures.picture(views, PLAINLY))


def test_a_small_map_is_small_and_shows_the_sides_in_their_places(told: Told) -> None:
    shown = 0
    for reader, views in told.seen():
        picture, small = told.pictures.picture(views, PLAINLY), told.pictures.mini(views)
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
    all_seen = told.frames[REFEREE]
    hidden = 0
    for reader, found in told.frames.items():
        for known, frame in list(zip(all_seen, found, strict=True))[:: len(found) // LOOKED_AT]:
            names = pieces(known) - pieces(frame)
            hidden += len(names)
            svg = document(told.pictures.picture(frame.shown, PLAINLY))
            labels, titles = written(svg), re.findall(r"<title>[^<]*</title>", svg)
            for name in names:
                assert name not in labels
                told_of = re.compile(rf"(?<!\w){re.escape(name)} \(")
                assert not list(filter(told_of.search, titles)), (reader, name)
            held = {it.id for it in told.pictures.cards(frame.shown, PLAINLY)}
            assert held == {
                card_id(card, place)
                for hand in msgspec.to_builtins(frame.shown.hand)["hands"]
                for place, card in enumerate(hand["cards"] or ())
            }
    assert hidden or "blocks" not in msgspec.to_builtins(all_seen[0].shown.map)["areas"][0]


def card_id(card: Any, place: int) -> str:
    """What tells a card from others: terrain is one of a kind, and in its place in the hand."""
    if isinstance(card, str):
        return f"{card}-{place}"
    return str(card["id"] if "id" in card else card["number"])


def pieces(frame: Frame) -> set[str]:
    areas = msgspec.to_builtins(frame.shown.map)["areas"]
    return {it["name"] for area in areas for it in area.get("blocks", ()) if it["name"]}


def test_the_track_of_every_position_has_a_chart(told: Told) -> None:
    for _, views in told.seen():
        chart = told.pictures.chart(views, PLAINLY)
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
        charts = told.pictures.measures(views, PLAINLY)
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
        face.id: face for _, views in told.seen() for face in told.pictures.cards(views, PLAINLY)
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
        picture = told.pictures.picture(views, PLAINLY)
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
        draw(told.pictures.picture(views, PLAINLY))
    each = 1000 * (perf_counter() - began) / len(seen)
    with capsys.disabled():
        print(f"\n{told.rules.name}: {each:.1f} ms a map")  # noqa: T201
