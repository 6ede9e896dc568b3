"""The map, the battle boards and the charts: all that is there, and nothing that is hidden."""

from __future__ import annotations

import re
from itertools import pairwise
from random import Random
from typing import Any

import pytest

from napoleon.rules.events import REFEREE, SPECTATOR
from napoleon.rules.picture.links import crossing
from napoleon.rules.picture.model import Picture, Piece, by_id
from napoleon.rules.picture.svg import document, draw
from napoleon.rules.picture.trails import trails
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.storybook import words_of
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon_columbia import RULES
from napoleon.rulesets.napoleon_columbia.picture.pieces import label_of
from napoleon.rulesets.napoleon_columbia.places import PLACES
from napoleon.rulesets.napoleon_columbia.sides import ALLIED, ANGLO, FRENCH, PRUSSIAN
from napoleon.rulesets.napoleon_columbia.state import State, Tally
from napoleon.rulesets.napoleon_columbia.views import ColumbiaViews
from tests.napoleon_columbia.kit import (
    PACK,
    Board,
    changed,
    fighting,
    fresh,
    marching,
    play,
    road,
    with_state,
)
from tests.napoleon_columbia.made_boards import made_board
from tests.picture.maps import parsed, written
from tests.picture.test_room import Covered, covered

WORDS = words_of(RULES, ENGLISH)
PICTURES: Any = RULES.pictures

READERS = (FRENCH, ALLIED, SPECTATOR, REFEREE)

SEEDS = range(12)


def seen(state: State, seat: str = REFEREE) -> ColumbiaViews:
    return RULES.view(state, Viewer(seat))


def map_of(state: State, seat: str = REFEREE) -> Picture:
    drawn: Picture = PICTURES.map(seen(state, seat), words=WORDS)
    return drawn


def boards_of(state: State, seat: str = REFEREE) -> dict[str, Picture]:
    return {it.id: it.picture for it in PICTURES.boards(seen(state, seat), WORDS)}


def pieces(*pictures: Picture) -> dict[str, Piece]:
    return {piece.id: piece for it in pictures for place in it.places for piece in place.pieces}


def painted(picture: Picture) -> list[str]:
    """The ids of the pieces that are drawn."""
    drawn = parsed(draw(picture)).iter()
    return sorted(it.get("data-piece", "") for it in drawn if "data-piece" in it.attrib)


def campaign() -> State:
    """The set-up of the cards: 12 French blocks in Beaumont."""
    towns: dict[str, str] = {}
    for unit, town in PACK.historical.placed.items():
        towns[town] = f"{towns.get(town, '')} {unit}"
    return marching(towns).state


LIGNY = Board(
    "ligny",
    {
        "attacker_a": "f03",
        "attacker_b": "f09 p03:1",
        "attacker_c": "f06",
        "attacker_reserve": "f01 f04",
        "defender_a": "p02",
        "defender_b": "p07",
        "defender_c": "p08 p06",
        "defender_reserve": "p01",
    },
    {"attacker_a": "stream", "defender_b": "farm p07", "defender_c": "hill p06",
     "attacker_c": "woods"},
    "charleroi",
)  # fmt: skip


# -- the map -----------------------------------------------------------------------------------


@pytest.mark.parametrize("reader", READERS)
def test_every_block_on_the_map_is_painted_for_everybody(reader: str) -> None:
    for seed in SEEDS:
        state = made_board(Random(seed))
        shown = [block.id for area in seen(state, reader).map.areas for block in area.blocks]
        assert painted(map_of(state, reader)) == sorted(shown)
        assert len(shown) == sum(bool(it.town) for it in state.blocks.values())


def test_at_the_start_nothing_covers_anything_and_all_is_on_the_sheet() -> None:
    for reader in READERS:
        picture = map_of(campaign(), reader)
        assert len(by_id(picture)["beaumont"].pieces) == 12
        assert covered(picture) == Covered([], [])


def test_a_bridge_is_where_a_road_crosses_a_river_and_minor_roads_are_thinner() -> None:
    kinds = {it.id: it.kind for it in map_of(campaign()).links}
    for it in PACK.roads.values():
        assert ("bridge" in kinds[it.id]) == it.river
        assert kinds[it.id].startswith("minor") == (it.kind == "minor")
    assert len(set(kinds.values())) == 4


def test_rivers_run_under_the_bridges_of_their_roads() -> None:
    picture = map_of(campaign())
    places = by_id(picture)
    courses = {point for it in picture.rivers for point in it.course}
    for link in picture.links:
        assert (crossing(link, places) in courses) == PACK.roads[link.id].river
    assert {it.name for it in picture.rivers} > {"Meuse", "Sambre", "Dyle"}


def test_the_deployment_line_is_drawn_until_the_set_up_is_over() -> None:
    before, after = map_of(fresh().state), map_of(campaign())
    assert [it.kind for it in before.lines] == ["zone", "frontier"]
    assert [it.kind for it in after.lines] == ["frontier"]
    assert "Allied deployment line" in written(document(before))
    assert "Allied deployment line" not in written(document(after))


def test_strength_is_told_to_those_who_may_know_it_and_a_token_to_others() -> None:
    given = marching({"laneffe": "f09:2", "ligny": "p02 p01"})
    own, other = pieces(map_of(given.state, FRENCH)), pieces(map_of(given.state, ALLIED))
    assert (own["f09"].strength, own["f09"].label, own["f09"].hidden) == (2, "II A", False)
    assert own["f09"].words == "French II Corps infantry A (infantry, 2 of 4 steps, F2)"
    [token] = given.tokens("f09")
    assert (other[token].strength, other[token].hidden) == (None, True)
    assert other[token].label == f"? {token.rpartition('-')[2]}"
    assert other["p01"].kind == "commander" and other["p01"].strength is None
    assert (other["p02"].arm, other[token].arm) == ("infantry", "")


def test_labels_of_an_army_tell_its_units_apart() -> None:
    for army in (FRENCH, ANGLO, PRUSSIAN):
        labels = [(label_of(it.called, WORDS), it.type) for it in PACK.blocks_of(army)]
        assert len(set(labels)) == len(labels)
        assert all(0 < len(label) <= 10 for label, _ in labels)


def test_a_disrupted_block_lies_down_and_one_that_has_marched_is_not_ready() -> None:
    given = marching({"laneffe": "f09 f10 f11"})
    given = changed(changed(given, "f10", disrupted=True), "f11", path=["laneffe-thuin"])
    found = pieces(map_of(given.state))
    assert [(found[it].lying, found[it].ready) for it in ("f09", "f10", "f11")] == [
        (False, True),
        (True, False),
        (False, False),
    ]
    svg = draw(map_of(given.state))
    assert "scale(.68,.36)" in svg, "it lies on its face in the list of its stack"
    assert "marched 1 road" in found["f11"].words and "disrupted" in found["f10"].words


def test_fights_are_marked() -> None:
    marked = {it.id for it in map_of(fighting(LIGNY).state).places if it.contested}
    assert marked == {"ligny"}


def test_a_supply_city_in_french_hands_flies_their_flag() -> None:
    places = by_id(map_of(marching({"brussels": "f09", "ghent": "a02"}).state))
    assert (places["brussels"].control, places["ghent"].control) == (FRENCH, "")
    assert [places[it].value for it in ("brussels", "liege", "hal")] == [1, 2, 0]


# -- what is hidden --------------------------------------------------------------------------------


@pytest.mark.sampled(1)
@pytest.mark.parametrize("reader", [FRENCH, ALLIED, SPECTATOR])
def test_no_name_is_in_a_picture_that_the_reader_may_not_know(reader: str) -> None:
    hidden = 0
    for seed in SEEDS:
        state = made_board(Random(seed))
        pictures = [map_of(state, reader), *boards_of(state, reader).values()]
        drawn = "".join(map(document, pictures))
        shown = pieces(*pictures)
        unknown = [unit for unit in state.blocks if unit not in shown]
        hidden += len(unknown)
        names = "|".join(re.escape(PACK.unit_names[unit]) for unit in unknown)
        told = unknown and re.search(rf"(?<!\w)(?:{names}) \(", drawn)
        assert not told, (reader, told)
        assert not [unit for unit in unknown if f'"{unit}"' in drawn]
    assert hidden > 100


def swapped(state: State, one: str, other: str) -> State:
    """The same position, but for which of two hidden blocks of an army is which."""
    twin: State = RULES.copied(state)
    own, its = twin.blocks[one], twin.blocks[other]
    for field in ("token", "town", "start", "disrupted"):
        mine, yours = getattr(own, field), getattr(its, field)
        setattr(own, field, yours)
        setattr(its, field, mine)
    for battle in twin.battles:
        who = {one: other, other: one}
        battle.fighters = {who.get(it, it): where for it, where in battle.fighters.items()}
        for fighter in battle.fighters.values():
            fighter.shelter = who.get(fighter.shelter, fighter.shelter)
        for marker in battle.terrain.values():
            marker.holder = who.get(marker.holder, marker.holder)
    return twin


@pytest.mark.soak
def test_twins_look_alike_to_who_may_not_tell_them_apart() -> None:
    compared = 0
    for seed in SEEDS:
        state = made_board(Random(seed))
        hidden = [it for it, block in state.blocks.items()
                  if block.army == PRUSSIAN and not block.revealed]  # fmt: skip
        for one, other in pairwise(hidden):
            twin = swapped(state, one, other)
            for reader in (FRENCH, SPECTATOR):
                mine, yours = boards_of(state, reader), boards_of(twin, reader)
                assert document(map_of(state, reader)) == document(map_of(twin, reader))
                assert list(map(document, mine.values())) == list(map(document, yours.values()))
            compared += document(map_of(state)) != document(map_of(twin))
    assert compared > 20


# -- battle boards ---------------------------------------------------------------------------------


def test_every_battle_has_a_board_with_all_of_its_blocks() -> None:
    wavre = Board(
        "wavre",
        {
            "attacker_a": "f12", "attacker_b": "f13", "attacker_c": "f15",
            "defender_a": "p15", "defender_b": "p16", "defender_c": "p11",
        },
    )  # fmt: skip
    given = fighting(LIGNY, wavre)
    boards = boards_of(given.state)
    assert list(boards) == ["ligny", "wavre"]
    for battle in given.state.battles:
        # Orders name places on the board of the battle that goes on, and on no other.
        asked = battle.town == given.state.at
        wanted = {it if asked else f"{battle.town}-{it}" for it in PLACES}
        assert {it.id for it in boards[battle.town].places} == wanted
        assert painted(boards[battle.town]) == sorted(battle.fighters)
    assert boards["ligny"].title == "Battle of Ligny"
    assert boards["ligny"].caption == "combat turn 1, French: combat"
    assert PICTURES.drawn(seen(given.state), "wavre", words=WORDS) == boards["wavre"]
    assert PICTURES.drawn(seen(given.state), "hal", words=WORDS) is None


def test_what_stands_on_a_board_covers_nothing_of_another_place() -> None:
    for seed in SEEDS:
        for picture in boards_of(made_board(Random(seed))).values():
            assert covered(picture) == Covered([], [])


def test_all_blocks_have_room_in_the_reserves() -> None:
    french = " ".join(it.id for it in PACK.blocks_of(FRENCH))
    allied = " ".join(it.id for army in (ANGLO, PRUSSIAN) for it in PACK.blocks_of(army))
    lines = {"attacker_reserve": french, "defender_reserve": allied}
    state = fighting(Board("ligny", lines)).state
    [board] = boards_of(state).values()
    assert len(pieces(board)) == 58
    assert covered(board) == Covered([], [])
    assert covered(map_of(state)) == Covered([], [])


def test_terrain_stands_in_its_position_and_a_stream_lies_across_its_lane() -> None:
    [board] = boards_of(fighting(LIGNY).state).values()
    places = by_id(board)
    assert {it.id: it.kind for it in board.places} == {
        "attacker_a": "plain",
        "attacker_b": "plain",
        "attacker_c": "forest",
        "attacker_reserve": "reserve",
        "defender_a": "plain",
        "defender_b": "fortified_farm",
        "defender_c": "hill",
        "defender_reserve": "reserve",
    }
    assert [it.id for it in board.links if it.kind == "stream"] == ["lane-a"]
    assert places["defender_c"].words[:2] == ("Hill", "held by Prussian I Corps artillery")
    assert [it.id for it in board.places if it.contested] == ["attacker_b"]
    assert places["attacker_a"].x < places["attacker_b"].x < places["attacker_c"].x
    assert places["defender_a"].x == places["attacker_a"].x, "my left faces your right"
    assert places["defender_reserve"].y < places["defender_b"].y < places["attacker_b"].y


def test_what_blocks_have_done_is_marked() -> None:
    given = fighting(LIGNY)
    given = changed(given, "p07", square=True)
    given = changed(given, "p08", shelter="p07", shaken=True)
    given = changed(given, "f03", charge=True, fired=True)
    given = changed(given, "p06", first_fire=True)
    found = pieces(*boards_of(given.state).values())
    assert {it: found[it].marks for it in ("p07", "p08", "f03", "p06", "f06")} == {
        "p07": ("square", "holder"),
        "p08": ("sheltered", "shaken"),
        "f03": ("charge", "fired"),
        "p06": ("holder", "first_fire"),
        "f06": (),
    }
    assert not found["f03"].ready and found["f06"].ready
    assert "in square" in found["p07"].words
    assert "has to withdraw" in written(document(boards_of(given.state)["ligny"]))


# -- charts, cards, ways ---------------------------------------------------------------------------


def test_losses_and_cities_have_charts_with_their_limits() -> None:
    given = with_state(
        marching({"brussels": "f09", "ligny": "p02"}, turn=5, lost={PRUSSIAN: 3}),
        history=[Tally(1, {FRENCH: 0, ANGLO: 0, PRUSSIAN: 2}, 1)],
    )
    views = seen(given.state)
    cities = PICTURES.chart(views, WORDS)
    assert (cities.value, cities.high, cities.bounds[0].value, cities.now) == (1, 3, 2, 5)
    charts = PICTURES.measures(views, WORDS)
    assert [(it.value, it.bounds[0].value) for it in charts] == [(0, 12), (0, 8), (3, 9)]
    assert [(it.turn, it.value) for it in charts[2].steps] == [(1, 2)]
    assert dict(charts[2].turns)[6] == "16 June, Allied night"
    scores = PICTURES.scores(views, ENGLISH)
    assert [(it.value, it.high, it.towards_high) for it in scores] == [
        (0, 12, ALLIED),
        (0, 8, FRENCH),
        (3, 9, FRENCH),
        (1, 2, FRENCH),
    ]


def test_drawn_terrain_is_shown_to_who_holds_it() -> None:
    given = with_state(fighting(LIGNY), drawn={"attacker": ["farm", "hill"]})
    faces = PICTURES.cards(seen(given.state, FRENCH), WORDS)
    assert [(it.id, it.title, it.holder) for it in faces] == [
        ("farm-0", "Farm", FRENCH),
        ("hill-1", "Hill", FRENCH),
    ]
    for it in faces:
        assert RULES.clause(it.clause) == it.text and it.status
    assert PICTURES.cards(seen(given.state, ALLIED), WORDS) == []


def test_marches_leave_the_same_ways_for_everybody() -> None:
    played = play(marching({"laneffe": "f09", "namur": "p02"}), FRENCH,
                  *road("f09", "laneffe", "charleroi"))  # fmt: skip
    ways = {
        reader: trails(
            PICTURES.moves,
            reversed(played.events),
            lambda it, reader=reader: redacted(it, Viewer(reader)),  # type: ignore[misc]
        )
        for reader in READERS
    }
    assert len(set(ways.values())) == 1
    [way] = ways[SPECTATOR]
    assert (way.side, way.places) == (FRENCH, ("laneffe", "charleroi"))
    assert 'class="march"' in draw(PICTURES.map(seen(played.state), ways[SPECTATOR], WORDS))


def test_armies_look_as_in_the_other_game_of_1815() -> None:
    looks = {it.id: (it.letter, it.look, it.camp) for it in PICTURES.sides}
    assert looks == {
        FRENCH: ("F", "blue", FRENCH),
        ANGLO: ("AD", "vermillion", ALLIED),
        PRUSSIAN: ("P", "black", ALLIED),
        ALLIED: ("A", "purple", ALLIED),
    }
