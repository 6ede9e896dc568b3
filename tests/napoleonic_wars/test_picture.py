"""Europe as a picture, the boards beside it, and the faces of cards."""

from __future__ import annotations

import re
from time import perf_counter

import pytest

from napoleon.rules.picture.model import Picture, Place
from napoleon.rules.picture.plates import STAR, strength
from napoleon.rules.picture.sides import LOOKS
from napoleon.rules.picture.svg import document, draw, draw_board
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.storybook import PLAINLY, words_of
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.frames.at_sea import SeaBattle, Ships, Voyage
from napoleon.rulesets.napoleonic_wars.frames.battles import Battle, Side, Siege
from napoleon.rulesets.napoleonic_wars.frames.forces import Lot
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.picture.map import _drawings
from napoleon.rulesets.napoleonic_wars.state import Squadrons, State
from napoleon.rulesets.napoleonic_wars.views import WarsViews
from tests.napoleonic_wars.playing import at_play, begun, pack
from tests.picture.maps import parsed, title

WORDS = words_of(RULES, ENGLISH)


def seen(state: State, seat: str = "imperial") -> WarsViews:
    return RULES.view(state, Viewer(seat))


def picture(state: State, seat: str = "imperial") -> Picture:
    assert RULES.pictures is not None
    return RULES.pictures.picture(seen(state, seat), WORDS)


def place(shown: Picture, name: str) -> Place:
    [it] = [it for it in shown.places if it.id == name]
    return it


@pytest.fixture
def state() -> State:
    return at_play({})


# -- the map ---------------------------------------------------------------------------------------


def test_all_duchies_zones_and_connections_are_drawn(state: State) -> None:
    elements = list(parsed(draw(picture(state))).iter())
    places = {it.get("data-place") for it in elements if "data-place" in it.attrib}
    assert places == {*pack().spaces, *pack().zones}
    links = [it.get("data-link") for it in elements if "data-link" in it.attrib]
    assert links == [it.id for it in seen(state).map.roads]


def test_connections_are_told_apart_by_what_they_lead_over(state: State) -> None:
    kinds = {it.id: it.kind for it in picture(state).links}
    for link in pack().connections.values():
        assert kinds[link.id] == {"plain": "border"}.get(link.kind, link.kind)
    assert len(set(kinds.values())) == 6


def test_lanes_are_led_past_the_points_of_the_pack(state: State) -> None:
    lanes = {it.id: it.via for it in picture(state).links if it.kind == "lane"}
    assert len(lanes) == 19
    assert sum(map(len, lanes.values())) == sum(len(it.via.split()) for it in pack().lanes)


def test_signs_tell_capitals_fortresses_keys_and_ports(state: State) -> None:
    shown = picture(state)
    assert (place(shown, "paris").kind, place(shown, "paris").value) == ("capital", 1)
    assert (place(shown, "prague").kind, place(shown, "prague").strength) == ("fortress", 2)
    assert place(shown, "copenhagen").fortified
    assert place(shown, "toulon").port and not place(shown, "paris").port
    assert place(shown, "baltic_sea").kind == "waters"


def test_everything_is_on_the_sheet_and_nothing_on_the_legend(state: State) -> None:
    shown = picture(state)
    left, top, width, height = shown.box
    x, y = shown.legend_at
    for it in shown.places:
        assert left + 30 < it.x < left + width - 30, it.id
        assert top + 30 < it.y < top + height - 30, it.id
        assert not (x - 40 < it.x and y - 20 < it.y < y + 900), it.id
    assert x + 360 < left + width


def test_there_is_land_around_the_duchies_of_the_pack(state: State) -> None:
    land = picture(state).land
    assert set(land.grounds) == set(pack().spaces)
    assert land.coast and land.steep
    assert len(_drawings()) == 1


def test_flags_fly_where_a_flag_lies_and_the_ground_tells_the_rest(state: State) -> None:
    state.spaces["linz"].flag = "fr"
    shown = picture(state)
    assert place(shown, "linz").flies and place(shown, "linz").control == "fr"
    assert not place(shown, "vienna").flies and place(shown, "vienna").control == "au"
    svg = draw(shown)
    assert svg.count('class="held blue"') == 1
    assert 'data-territory="linz" class="territory blue"' in svg


def test_an_army_is_called_by_its_commander_with_its_strength(state: State) -> None:
    napoleon, soult = place(picture(state), "calais").pieces[:2]
    assert (napoleon.id, napoleon.label, napoleon.strength) == ("napoleon", "Napoleon", 8)
    assert napoleon.words == "Napoleon (8, 4), 8 strength points"
    assert (soult.id, soult.kind) == ("soult", "commander")


def test_strength_without_a_leader_and_ships_are_counted(state: State) -> None:
    [alone] = place(picture(state), "lyon").pieces
    assert (alone.id, alone.label, alone.count) == ("fr", "1", 1)
    [fleet] = place(picture(state), "north_sea").pieces
    assert (fleet.kind, fleet.label, fleet.words) == ("fleet", "1", "1 squadron")


def test_who_cannot_act_in_an_impulse_looks_spent(state: State) -> None:
    assert place(picture(state), "vienna").pieces[0].ready
    state.stack = [Impulse("fr", True)]
    shown = picture(state)
    assert not place(shown, "vienna").pieces[0].ready
    assert place(shown, "strasbourg").pieces[0].ready
    state.spaces["strasbourg"].lots = [Lot("fr", 4, 1, True)]
    assert not place(picture(state), "strasbourg").pieces[0].ready


def test_camps_stand_apart_and_change_with_the_nations(state: State) -> None:
    camps = {it.id: it.camp for it in picture(state).sides}
    assert camps["sp"] == camps["fr"] == "imperial"
    assert camps["pr"] == "pr"
    state.nations["pr"].camp = "coalition"
    assert {it.id: it.camp for it in picture(state).sides}["pr"] == "coalition"
    state.spaces["linz"].lots.append(Lot("fr", 2))
    linz = place(picture(state), "linz")
    assert linz.contested
    assert {it.side for it in linz.pieces} == {"fr", "au"}


def test_the_looks_of_the_pack_are_those_that_are_drawn() -> None:
    for nation, look in pack().looks.items():
        assert look.look in LOOKS, nation
        if look.new:
            drawn = LOOKS[look.look]
            told = (look.colour, look.ink, look.shape, look.hatching)
            assert told == (drawn.colour, drawn.ink, drawn.shape, drawn.hatching)


def test_a_place_tells_in_words_all_that_is_seen_of_it(state: State) -> None:
    [shown] = [
        it for it in parsed(draw(picture(state))).iter() if it.get("data-place") == "copenhagen"
    ]
    told = title(shown)
    for words in (
        "Copenhagen",
        "capital",
        "key",
        "fortress of strength 2",
        "Baltic Sea",
        "Denmark",
    ):
        assert words in told
    assert not re.search(r"\b[a-z]+_[a-z]+\b", told)


def test_nothing_hidden_is_on_the_map(state: State) -> None:
    assert picture(state, "imperial") == picture(state, "coalition") == picture(state, "referee")


def test_a_map_takes_no_time(state: State) -> None:
    document(picture(state))
    state.spaces["linz"].lots.append(Lot("fr", 2))
    start = perf_counter()
    document(picture(state))
    assert perf_counter() - start < 0.4, "about 40 ms with nothing else to do"


# -- boards ----------------------------------------------------------------------------------------


def boards(state: State) -> dict[str, Picture]:
    assert RULES.pictures is not None
    return {it.id: it.picture for it in RULES.pictures.boards(seen(state), WORDS)}


def test_two_tracks_lie_beside_the_map(state: State) -> None:
    assert list(boards(state)) == ["diplomacy", "keys"]
    for name, board in boards(state).items():
        assert parsed(f"<g>{draw_board(board, name)}</g>") is not None


def test_consuls_stand_in_their_boxes(state: State) -> None:
    board = boards(state)["diplomacy"]
    held = {it.id: [piece.id for piece in it.pieces] for it in board.places if it.pieces}
    assert held["fr-pact"] == ["sp"]
    assert held["unaligned"] == ["pr", "ot"]
    assert sum(map(len, held.values())) == 5
    across = {it.id: it.x for it in board.places}
    columns = ["unaligned", *(f"fr-{it}" for it in ("friend", "aide", "partner", "pact"))]
    assert columns == sorted(columns, key=lambda it: across[it]), "from left to right [8.1.b]"
    assert strength([it for place in board.places for it in place.pieces]) == STAR, "not hidden"


def test_a_consul_shows_its_face_also_when_it_is_unaligned(state: State) -> None:
    """[8.1.e-f]"""
    state.nations["ot"].row, state.nations["ot"].plus_face = "gb", True
    state.nations["sw"].plus_face = True
    board = boards(state)["diplomacy"]
    held = {it.id: [piece.label for piece in it.pieces] for it in board.places if it.pieces}
    assert held["unaligned"] == ["Prussia", "Ottoman Empire +1"]
    assert held["gb-aide"] == ["Sweden +1"]
    tables = {it.title: it for it in RULES.tables(seen(state), WORDS)}
    [row] = [it for it in tables["Diplomacy"].rows if it[0] == "Great Britain"]
    assert "Sweden +1" in row


def test_a_leader_without_strength_points_is_no_unit_of_none(state: State) -> None:
    [own] = [it for it in state.spaces["calais"].lots if it.nation == "fr"]
    state.spaces["calais"].lots.remove(own)
    state.leaders["soult"].where = "paris"
    [napoleon] = place(picture(state), "calais").pieces
    assert (napoleon.label, strength([napoleon])) == ("Napoleon", STAR)


def test_nations_stand_at_the_number_of_their_keys(state: State) -> None:
    state.spaces["vienna"].flag, state.spaces["vienna"].lots = "fr", []
    board = boards(state)["keys"]
    held = {piece.id: it.name for it in board.places for piece in it.pieces}
    assert (held["fr"], held["au"], held["gb"]) == ("14", "7", "8")
    assert sorted(held) == sorted(pack().track)


def test_a_battle_has_a_board_while_it_is_fought(state: State) -> None:
    state.spaces["linz"].lots.append(Lot("fr", 5))
    state.leaders["murat"].where = "linz"
    state.stack = [
        Impulse("fr", True),
        Battle(
            "linz",
            "munich",
            Side(["fr"], "murat", {"fr": 2}, units=6, suffered=2),
            Side(["au"], "ferdinand", {"au": 1}, ["mack"], units=9),
            1,
            0,
        ),
    ]
    board = boards(state)["battle"]
    held = {it.id: [(piece.id, piece.strength) for piece in it.pieces] for it in board.places}
    assert held["attacker"] == [("murat", None), ("fr-sp", 3)]
    assert held["attacker-disrupted"] == [("fr-sp", 2)]
    assert ("mack", None) in held["defender-disrupted"]
    assert board.title == "Battle of Linz"


def test_a_naval_battle_has_a_board_while_it_is_fought(state: State) -> None:
    state.squadrons = [
        Squadrons("fr", "north_sea", ready=1, sails=True),
        Squadrons("gb", "north_sea", ready=2),
    ]
    state.stack = [
        Impulse("fr", True),
        Voyage("fr", "north_sea"),
        SeaBattle("north_sea", Ships("north_sea", True, ["fr"]), Ships("north_sea", False, ["gb"])),
    ]
    board = boards(state)["naval_battle"]
    held = {it.id: [(piece.side, piece.strength) for piece in it.pieces] for it in board.places}
    assert held == {"attacker": [("fr", 1)], "defender": [("gb", 2)]}
    assert board.title == "Naval battle of North Sea"
    assert board.places[1].note.startswith("round 1, ")


def test_a_siege_has_a_board_while_it_is_made(state: State) -> None:
    state.spaces["prague"].lots.append(Lot("fr", 6))
    state.leaders["davout"].where = "prague"
    state.stack = [Impulse("fr", True), Siege("prague", "davout", sixes=1)]
    held = {it.id: [piece.id for piece in it.pieces] for it in boards(state)["siege"].places}
    assert held == {"besieger": ["davout", "fr-sp"], "fortress": ["prague"]}


# -- cards -----------------------------------------------------------------------------------------


def test_a_hand_shows_its_cards_to_who_commands_the_nation() -> None:
    state, _ = begun()
    state.nations["fr"].hand = ["bad_roads"] if "bad_roads" in state.bag else state.bag[:1]
    state.nations["fr"].unseen = False
    assert RULES.pictures is not None
    [face] = [it for it in RULES.pictures.cards(seen(state), PLAINLY) if it.holder == "fr"]
    assert face.title and face.text and face.kind
    assert RULES.clause(face.clause)
    assert ("CP", str(pack().cards[face.id].cp)) in face.lines
    assert not [it for it in RULES.pictures.cards(seen(state, "coalition"), PLAINLY)
                if it.holder == "fr"]  # fmt: skip


def test_every_card_has_a_face() -> None:
    state, _ = begun()
    state.nations["fr"].hand = [*pack().deck]
    state.nations["fr"].unseen = False
    assert RULES.pictures is not None
    faces = [it for it in RULES.pictures.cards(seen(state), WORDS) if it.holder == "fr"]
    assert len(faces) == len(pack().deck)
    assert {it.look for it in faces} <= {"", *LOOKS}
    short = re.compile(r"\b(FR|GB|AU|RU|PR|OT|SW|DK)\b|\bSP or GB\b|\bSP home\b")
    assert [it.title for it in faces if short.search(it.text)] == []
