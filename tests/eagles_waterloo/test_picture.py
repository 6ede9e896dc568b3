"""The fields as a picture: all that is there, readable and in its place; nothing that is hidden."""

from __future__ import annotations

import re
from functools import partial
from itertools import pairwise
from random import Random
from typing import Any
from xml.etree.ElementTree import Element

import pytest
from msgspec.structs import replace

from napoleon.rules.events import REFEREE, SPECTATOR
from napoleon.rules.picture.album import Album, altered
from napoleon.rules.picture.frames import arranged, frame_box, heading_box
from napoleon.rules.picture.layers import layers
from napoleon.rules.picture.layout import Rectangle
from napoleon.rules.picture.legend import used
from napoleon.rules.picture.model import Picture, Piece, Place, Trail, by_id
from napoleon.rules.picture.pixels import picture_png
from napoleon.rules.picture.sides import BADGES
from napoleon.rules.picture.svg import document, draw, sheet
from napoleon.rules.picture.trails import trails
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.storybook import words_of
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.eagles_waterloo import RULES, labels
from napoleon.rulesets.eagles_waterloo.orders import Move
from napoleon.rulesets.eagles_waterloo.picture.cards import label_of
from napoleon.rulesets.eagles_waterloo.places import PLACES
from napoleon.rulesets.eagles_waterloo.sides import ALLIED, BRITISH, FRENCH, NATIONS, PRUSSIAN
from napoleon.rulesets.eagles_waterloo.state import Card, State
from napoleon.rulesets.eagles_waterloo.state import Played as Special
from tests.eagles_waterloo.fields import Played, campaign, fighting, play
from tests.eagles_waterloo.made_boards import made_board, made_campaign, made_deployment
from tests.picture.maps import parsed, title, written
from tests.picture.test_room import Covered, covered

WORDS = words_of(RULES, ENGLISH)
PICTURES: Any = RULES.pictures
PACK = RULES.pack

READERS = (FRENCH, ALLIED, SPECTATOR, REFEREE)

SEEDS = range(12)

FIGURE, TITLE = 27, 18
"""Units of the picture that the combat value and the name of a card are high."""


def picture_of(state: State, seat: str = REFEREE) -> Picture:
    drawn: Picture = PICTURES.map(RULES.view(state, Viewer(seat)), words=WORDS)
    return drawn


def pieces(picture: Picture) -> dict[str, Piece]:
    return {piece.id: piece for place in picture.places for piece in place.pieces}


def at(picture: Picture, place: str) -> Place:
    """A place of the first field."""
    return by_id(picture)[f"field_1_{place}"]


def within(box: Rectangle, around: Rectangle) -> bool:
    return (
        around.left <= box.left
        and around.top <= box.top
        and box.right <= around.right + 0.01
        and box.bottom <= around.bottom + 0.01
    )


def positions(seed: int) -> list[State]:
    random = Random(seed)
    return [
        made_board(random),
        made_board(random, "morale"),
        made_campaign(random, "combat"),
        made_deployment(random),
    ]


LINES = {
    "french_centre": "f_devilliers_brigade:column f_gerard p_29th_rgt:square:hits2 p_pirch_i",
    "french_left": "f_guard_heavy_guyot:blown:up f_iv_corps_horse:down f_romme_brigade:down",
    "french_right": "f_billard_brigade:down",
    "allied_left": "p_blucher p_24th_rgt:down p_i_corps_12_pdr:down",
    "allied_right": "p_19th_rgt:up",
    "french_reserve": "f_napoleon f_grand_battery",
    "allied_reserve": "p_zieten p_28th_rgt p_night_falls",
}


def ligny(**more: Any) -> Played:
    """A battle with a river, a village with somebody in it, and a hill that nobody stands on."""
    return fighting(
        "ligny",
        LINES,
        sites={
            "p_ligny_brook": "allied_centre",
            "p_tongrinne": "allied_left",
            "f_st_amand_heights": "french_left",
        },
        on={"p_24th_rgt": "p_tongrinne"},
        **more,
    )


# -- all that is there ----------------------------------------------------------------------------


@pytest.mark.sampled(2)
@pytest.mark.parametrize("reader", READERS)
def test_every_card_in_a_position_is_painted_and_reserves_are_counted(reader: str) -> None:
    for seed in SEEDS:
        for state in positions(seed):
            views = RULES.view(state, Viewer(reader))
            picture = picture_of(state, reader)
            cards = [card.id for area in views.map.areas for card in area.cards]
            waiting = {
                f"{area.id}-{nation}": number
                for area in views.map.areas
                for nation, number in area.waiting.items()
                if number
            }
            found = parsed(draw(picture)).iter()
            painted = [it.get("data-piece", "") for it in found if "data-piece" in it.attrib]
            assert sorted(painted) == sorted([*cards, *waiting])
            assert {it: pieces(picture)[it].count for it in waiting} == waiting
            sites = [site.id for area in views.map.areas for site in area.terrain
                     if site.terrain != "river"]  # fmt: skip
            assert sites == [it.id for place in picture.places for it in place.grounds]
            assert sum(map(len, (cards, waiting))) > 0


def test_places_are_called_what_the_areas_of_the_map_are() -> None:
    state = ligny().state
    views = RULES.view(state, Viewer(FRENCH))
    picture = picture_of(state, FRENCH)
    assert [it.id for it in picture.places] == [it.id for it in views.map.areas]
    assert {it.id for it in picture.places} == {f"field_1_{it}" for it in PLACES}
    assert [it.id for it in picture.links] == [it.id for it in views.map.roads]
    kinds = {it.id: it.kind for it in picture.places}
    assert {kind for name, kind in kinds.items() if "reserve" in name} == {"reserve"}
    assert {kind for name, kind in kinds.items() if "reserve" not in name} == {"position"}


def test_two_lines_face_each_other_and_their_reserves_are_behind_them() -> None:
    picture = picture_of(ligny().state)
    rows = [
        [at(picture, it) for it in row]
        for row in (
            ["french_reserve"],
            ["french_right", "french_centre", "french_left"],
            ["allied_left", "allied_centre", "allied_right"],
            ["allied_reserve"],
        )
    ]
    for row, following in pairwise(rows):
        assert max(frame_box(it).bottom for it in row) < min(frame_box(it).top for it in following)
    for row in rows:
        for one, other in pairwise(row):
            assert frame_box(one).right < frame_box(other).left
    assert [it.x for it in rows[1]] == [it.x for it in rows[2]], "my left faces your right"


def test_the_campaign_has_two_fields_side_by_side_and_a_battle_has_one() -> None:
    given = campaign(
        {
            "quatre_bras": {"french_left": "f_soye_brigade", "allied_right": "b_bylandt"},
            "ligny": {"french_left": "f_billard_brigade", "allied_right": "p_19th_rgt"},
        },
        at="quatre_bras",
    )
    picture = picture_of(given.state)
    assert {it.id for it in picture.places} == {f"field_{n}_{it}" for n in (1, 2) for it in PLACES}
    first = [frame_box(it).right for it in picture.places if it.id.startswith("field_1")]
    second = [frame_box(it).left for it in picture.places if it.id.startswith("field_2")]
    assert max(first) < picture.legend_at[0] < min(second), "the legend is between them"
    assert at(picture, "french_left").name == "French left, Quatre Bras"
    assert by_id(picture)["field_2_allied_right"].name == "Allied right, Ligny"
    assert picture.caption == "Quatre Bras, turn 1, French"
    assert picture_of(ligny().state).caption == "Ligny, turn 1, French"
    assert len(picture_of(ligny().state).places) == len(PLACES)


# -- it can be read -------------------------------------------------------------------------------


def test_cards_show_their_kind_their_figures_and_how_they_stand() -> None:
    found = pieces(picture_of(ligny().state))
    shown = {
        name: (it.arm, it.strength, it.figures, it.marks, it.hits)
        for name, it in found.items()
        if it.kind == "card"
    }
    assert shown == {
        "f_devilliers_brigade": ("infantry_card", 3, "B F2 S3", ("column",), 0),
        "f_gerard": ("general_card", None, "+2/+1", (), 0),
        "p_29th_rgt": ("infantry_card", 3, "C F2 S2", ("square",), 2),
        "p_pirch_i": ("general_card", None, "+1/+1", (), 0),
        "f_guard_heavy_guyot": ("cavalry_card", 3, "A F1 S4", ("blown",), 0),
        "f_iv_corps_horse": ("horse_artillery_card", 1, "B F1/3", (), 0),
        "f_romme_brigade": ("infantry_card", 3, "C F2 S3", (), 0),
        "f_billard_brigade": ("infantry_card", 4, "B F2 S3", (), 0),
        "p_blucher": ("general_card", None, "+2/+1", (), 0),
        "p_24th_rgt": ("infantry_card", 4, "C F2 S2", (), 0),
        "p_i_corps_12_pdr": ("artillery_card", 2, "B F2/3", (), 0),
        "p_19th_rgt": ("infantry_card", 3, "C F2 S2", (), 0),
    }
    assert found["p_29th_rgt"].words == (
        "29th Regiment (infantry, corps I, CV 3, morale C, F2, S2, in square, 2 hits)"
    )
    assert found["field_1_french_reserve-french"].words == "2 French cards"


def drawn(picture: Picture, card: str) -> Element:
    return next(it for it in parsed(draw(picture)).iter() if it.get("data-piece") == card)


def hrefs(element: Element) -> set[str]:
    return {it.get("href", "") for it in element.iter() if "href" in it.attrib}


def test_what_a_card_says_is_drawn_on_it() -> None:
    picture = picture_of(ligny().state)
    squared = drawn(picture, "p_29th_rgt")
    assert [it.text for it in squared.iter() if it.tag.endswith("text")] == [
        "29th Rgt", "3", "C F2 S2"
    ]  # fmt: skip
    assert {"#arm-infantry_card", "#mark-square", "#hits-2", "#emblem-prussian"} < hrefs(squared)
    assert {"#mark-column", "#emblem-french"} < hrefs(drawn(picture, "f_devilliers_brigade"))
    assert "#mark-blown" in hrefs(drawn(picture, "f_guard_heavy_guyot"))
    assert "#hits-9+" in hrefs(drawn(with_hits(picture, 14), "p_29th_rgt"))
    svg = draw(picture)
    assert "textLength" not in svg
    for name in ("arm-infantry_card", "mark-blown", "hits-2", "hits-9+", "sign-position"):
        assert f'id="{name}"' in svg
    signs = {"infantry_card", "general_card", "column", "square", "blown", "hits", "position"}
    assert signs < used(picture)
    assert {"in column", "blown", "hits to be checked", "general"} < set(written(svg))


def with_hits(picture: Picture, hits: int) -> Picture:
    places = tuple(
        replace(place, pieces=tuple(
            replace(it, hits=hits) if it.id == "p_29th_rgt" else it for it in place.pieces
        ))
        for place in picture.places
    )  # fmt: skip
    return replace(picture, places=places)


def test_labels_of_a_nation_tell_its_cards_of_a_kind_apart() -> None:
    for nation in NATIONS:
        labels = [
            (label_of(PACK.card_names[it.no], WORDS), it.kind, getattr(it, "horse", False))
            for it in PACK.cards_of(nation)  # type: ignore[arg-type]
            if it.kind not in ("special", "terrain")
        ]
        assert len(set(labels)) == len(labels)
        assert all(0 < len(label) <= 20 for label, *_ in labels)


def test_a_card_that_lies_face_down_lies_there_for_its_owner_and_is_a_back_to_others() -> None:
    given = ligny()
    own, other = (pieces(picture_of(given.state, it)) for it in (FRENCH, ALLIED))
    token = given.token("f_romme_brigade")
    assert own["f_romme_brigade"].lying and own["f_romme_brigade"].label == "Romme"
    back = other[token]
    assert (back.hidden, back.side, back.label) == (True, FRENCH, f"? {token.rpartition('-')[2]}")
    assert (back.arm, back.strength, back.figures, back.marks) == ("", None, "", ())
    assert back.words == f"French card {token.rpartition('-')[2]} (face down)"
    assert not other["f_guard_heavy_guyot"].hidden and not own["f_guard_heavy_guyot"].lying
    [paper] = [it for it in drawn(picture_of(given.state, ALLIED), token)
               if "under" in it.get("class", "")]  # fmt: skip
    assert paper.get("href") == "#plate-card-ready", "nothing shines through"


def test_nations_are_told_apart_by_letter_and_shape_as_everywhere() -> None:
    assert {it.id: (it.letter, it.look) for it in PICTURES.sides} == {
        it: BADGES[it] for it in (FRENCH, BRITISH, PRUSSIAN, ALLIED)
    }
    assert len({BADGES[it] for it in NATIONS}) == len(NATIONS)


def test_who_has_acted_is_not_ready_in_their_own_turn() -> None:
    given = ligny()
    given.card("f_devilliers_brigade").acted = True
    given.card("p_29th_rgt").acted = True
    found = pieces(picture_of(given.state))
    ready = {it: found[it].ready for it in ("f_devilliers_brigade", "p_29th_rgt", "f_gerard")}
    assert ready == {"f_devilliers_brigade": False, "p_29th_rgt": True, "f_gerard": True}


def test_decoys_are_marked_for_their_owner() -> None:
    given = fighting("ligny", {**LINES, "french_right": "f_grand_battery:down",
                               "french_reserve": "f_napoleon"}, decoys=True)  # fmt: skip
    own, other = (pieces(picture_of(given.state, it)) for it in (FRENCH, ALLIED))
    assert own["f_grand_battery"].marks == ("decoy",)
    assert other[given.token("f_grand_battery")].marks == ()


# -- terrain and specials -------------------------------------------------------------------------


def test_terrain_is_drawn_in_its_position_with_who_stands_on_it() -> None:
    picture = picture_of(ligny().state)
    [village] = at(picture, "allied_left").grounds
    assert (village.kind, village.label, village.side) == ("fortified_farm", "Tongrinne", PRUSSIAN)
    assert village.on == ("p_24th_rgt",)
    assert village.words == "Tongrinne (building, held by the Allies)"
    [hill] = at(picture, "french_left").grounds
    assert (hill.kind, hill.side, hill.on) == ("hill", FRENCH, ())
    sides = {it.id: it for it in picture.sides}
    columns, grounds = arranged(at(picture, "allied_left"), sides)
    [(_, ground)] = grounds
    [beside] = [box for it in columns for piece, box in it.counters() if piece.id == "p_24th_rgt"]
    assert (beside.top, beside.left) == (ground.top, ground.right), "in its row"
    assert "Tongrinne (building, held by the Allies)" in title(
        next(it for it in parsed(draw(picture)).iter() if it.get("data-place") ==
             "field_1_allied_left")
    )  # fmt: skip


def test_captured_terrain_is_of_who_holds_it() -> None:
    given = fighting(
        "ligny",
        {**LINES, "allied_right": "f_gengoux_brigade p_19th_rgt"},
        sites={"p_st_amand": "allied_right french", "p_brye_heights": "allied_centre french"},
        on={"f_gengoux_brigade": "p_st_amand"},
    )
    picture = picture_of(given.state)
    assert [it.side for it in at(picture, "allied_right").grounds] == [FRENCH]
    assert [it.side for it in at(picture, "allied_centre").grounds] == [FRENCH]
    hill = given.battle.sites["p_brye_heights"]
    hill.side = ALLIED
    assert [it.side for it in at(picture_of(given.state), "allied_centre").grounds] == [PRUSSIAN]
    given.battle.sites["f_fleurus_mill"] = hill
    sides = [it.side for it in at(picture_of(given.state), "allied_centre").grounds]
    assert sides == [PRUSSIAN, ALLIED], "a French hill that Allies hold, and nobody stands on"


def test_a_river_lies_across_its_lane_with_its_name() -> None:
    picture = picture_of(ligny().state)
    [wet] = [it for it in picture.links if it.kind == "stream"]
    assert {wet.a, wet.b} == {"field_1_french_centre", "field_1_allied_centre"}
    assert wet.name == "Ligny Brook"
    assert {"Ligny Brook", "river"} < set(written(draw(picture)))
    assert not at(picture, "allied_centre").grounds


def test_specials_in_effect_are_written_in_their_position() -> None:
    given = ligny()
    given.battle.played.append(Special("f_pas_de_charge", FRENCH, "combat", "french_centre"))
    picture = picture_of(given.state)
    assert [it.note for it in picture.places if it.note] == ["Pas de Charge"]
    assert at(picture, "french_centre").words[-1] == "Pas de Charge is in effect"
    assert "Pas de Charge" in written(draw(picture))


def test_a_note_for_which_there_is_no_room_has_a_line_of_its_own() -> None:
    [place] = [it for it in picture_of(ligny().state).places if it.id == "field_1_french_left"]
    beside = replace(place, note="Steady")
    under = replace(place, note="Vive l'Empereur, La Garde au Feu, Grand Battery, Pas de Charge")
    assert heading_box(beside) == heading_box(place)
    assert heading_box(under).bottom > heading_box(place).bottom


def test_engaged_positions_have_swords() -> None:
    picture = picture_of(ligny().state)
    assert {it.id for it in picture.places if it.contested} == {"field_1_french_centre"}


# -- room -----------------------------------------------------------------------------------------


def assert_in_their_frames(picture: Picture) -> None:
    sides = {it.id: it for it in picture.sides}
    sheet = Rectangle(0, 0, picture.box[2], picture.box[3])
    for place in picture.places:
        frame = frame_box(place)
        assert within(frame, sheet)
        found = arranged(place, sides)
        boxes = [
            *(box for it in found.columns for _, box in it.counters()),
            *(box for _, box in found.grounds),
        ]
        assert len(boxes) == len(place.pieces) + len(place.grounds)
        inside = frame._replace(top=heading_box(place).bottom)
        assert all(within(box, inside) for box in boxes)
        for number, box in enumerate(boxes):
            assert not [it for it in boxes[number + 1 :] if it.common(box) > 0.01]


def test_nothing_covers_anything_or_leaves_its_frame() -> None:
    for seed in SEEDS:
        for state in positions(seed):
            for reader in (FRENCH, SPECTATOR):
                picture = picture_of(state, reader)
                assert covered(picture) == Covered([], [])
                assert_in_their_frames(picture)


def crowded() -> State:
    """All units of two armies in two positions, which no rule allows."""
    given = ligny()
    cards = given.battle.cards
    for it in PACK.cards.values():
        if "ligny" in it.battles and labels.is_unit(it):
            place = "french_left" if it.nation == FRENCH or len(cards) % 3 else "allied_left"
            cards[it.id] = Card(it.nation, place, revealed=True)
    return given.state


def test_even_whole_armies_have_room_in_a_position() -> None:
    picture = picture_of(crowded())
    assert max(len(it.pieces) for it in picture.places) > 50
    assert_in_their_frames(picture)


def test_cards_of_a_usual_position_are_as_large_as_they_are_drawn() -> None:
    infantry = (it.id for it in PACK.cards_of("french") if it.kind == "infantry")
    six = [it for it in infantry if it not in LINES["french_right"]][:6]
    lines = {**LINES, "french_centre": " ".join(six)}
    picture = picture_of(fighting("ligny", lines).state)
    sides = {it.id: it for it in picture.sides}
    [column] = arranged(at(picture, "french_centre"), sides).columns
    assert column.scale >= 1.0
    screen = 1280 / picture.box[2]
    assert TITLE * column.scale * screen >= 11 and FIGURE * column.scale * screen >= 18


def test_a_sheet_is_as_wide_as_screens_are() -> None:
    two = campaign({"ligny": {"french_left": "f_billard_brigade"}}, at="ligny").state
    for state in (ligny().state, two):
        _, _, width, height = picture_of(state).box
        assert 1.7 < width / height < 1.9


# -- what is hidden -------------------------------------------------------------------------------


@pytest.mark.parametrize("reader", [FRENCH, ALLIED, SPECTATOR])
def test_no_name_is_in_a_picture_that_the_reader_may_not_know(reader: str) -> None:
    hidden = 0
    for seed in SEEDS:
        for state in positions(seed):
            views = RULES.view(state, Viewer(reader))
            svg = document(picture_of(state, reader))
            open_ = {it.id for area in views.map.areas for it in area.cards}
            open_ |= {site.id for area in views.map.areas for site in area.terrain}
            open_ |= {it.card for battle in state.battles.values() for it in battle.played}
            unknown = {
                card
                for battle in state.battles.values()
                for card in (*battle.cards, *battle.sites)
                if card not in open_
            }
            hidden += len(unknown)
            unknown -= {"b_quatre_bras", "p_wavre"}  # called what battles are
            if unknown:
                names = "|".join(re.escape(labels.named(PACK, card)) for card in unknown)
                told = re.search(rf"(?<!\w)(?<!\w )(?:{names})(?: \((?!copy)|<)", svg)
                assert not told, (reader, told)
            assert not [card for card in unknown if f'"{card}"' in svg]
    assert hidden > 100


def swapped(state: State, one: str, other: str) -> State:
    """The same position, but for which of two hidden cards is which."""
    twin: State = RULES.copied(state)
    who = {one: other, other: one}
    for battle in twin.battles.values():
        battle.cards = {who.get(card, card): it for card, it in battle.cards.items()}
    return twin


@pytest.mark.soak
def test_twins_look_alike_to_who_may_not_tell_them_apart() -> None:
    differing = 0
    for seed in SEEDS:
        for state in positions(seed)[:3]:
            for battle in state.battles.values():
                named = {it.target for it in battle.played} | {battle.current, battle.waiting}
                hidden = [
                    card
                    for card, it in battle.cards.items()
                    if it.nation == FRENCH and not it.revealed and card not in named
                ]
                for one, other in pairwise(hidden):
                    twin = swapped(state, one, other)
                    for reader in (ALLIED, SPECTATOR):
                        assert document(picture_of(state, reader)) == document(
                            picture_of(twin, reader)
                        )
                    differing += document(picture_of(state)) != document(picture_of(twin))
    assert differing > 20


def test_layouts_under_seal_are_seen_by_their_owner_alone() -> None:
    state = made_deployment(Random(4))
    state.phase = "deploy"
    battle = next(iter(state.battles.values()))
    french = [card for card, it in battle.cards.items() if it.nation == FRENCH]
    for card in french[:4]:
        battle.cards[card].place = "french_left"
        battle.cards[card].token = f"french-{french.index(card) + 1}"
    own, other = (at(picture_of(state, it), "french_left") for it in (FRENCH, ALLIED))
    assert len(own.pieces) >= 4 and not other.pieces
    reserve = at(picture_of(state, ALLIED), "french_reserve").pieces
    assert [it.count for it in reserve] == [len(french)]


# -- the same picture in parts, and of any version ------------------------------------------------


def moved() -> tuple[Played, Played]:
    """A position, and the next one: a card has gone from the Reserve to a position."""
    before = fighting("ligny", {**LINES, "french_reserve": "f_napoleon f_hulot_brigade"})
    return before, play(before, FRENCH, Move("f_hulot_brigade", "french_right"))


def test_a_step_of_the_slider_holds_no_more_than_what_has_changed() -> None:
    before, after = (picture_of(it.state) for it in moved())
    fragments = altered(sheet(before), sheet(after))
    found = [re.search(r'data-place="([^"]+)"', it) for it in fragments]
    assert sorted(it[1] for it in found if it) == ["field_1_french_reserve", "field_1_french_right"]
    assert sum(map(len, fragments)) < 0.2 * len(draw(after))
    album = Album()
    assert album.add(before) == [] and len(album.add(after)) == len(fragments)


def test_layers_of_other_places_are_those_from_before() -> None:
    before, after = ([*layers(picture_of(it.state))] for it in moved())
    assert len(before) == len(after)
    assert sum(one.drawn != other.drawn for one, other in zip(before, after, strict=True)) == 2
    assert before[0] == after[0], "the base"


def test_a_png_has_a_palette_and_is_small() -> None:
    drawn_ = picture_png(picture_of(ligny().state), 1280)
    assert drawn_[25] == 3, "the colour type of a palette"
    assert 10_000 < len(drawn_) < 120_000


def test_cards_leave_the_same_ways_for_everybody() -> None:
    _, after = moved()
    ways = {
        reader: trails(
            PICTURES.moves, reversed(after.events), partial(redacted, viewer=Viewer(reader))
        )
        for reader in READERS
    }
    assert set(ways.values()) == {(Trail(FRENCH, ("ligny french_reserve", "ligny french_right")),)}
    picture = PICTURES.map(RULES.view(after.state, Viewer(ALLIED)), ways[ALLIED], WORDS)
    assert picture.trails == (Trail(FRENCH, ("field_1_french_reserve", "field_1_french_right")),)
    assert "French: from French Reserve to French right" in draw(picture)


def test_ways_of_a_battle_that_is_over_are_on_no_field() -> None:
    elsewhere = (Trail(FRENCH, ("wavre french_reserve", "wavre french_right")),)
    picture = PICTURES.map(RULES.view(ligny().state, Viewer(FRENCH)), elsewhere, WORDS)
    assert picture.trails == ()


# -- cards and scores -----------------------------------------------------------------------------


def test_cards_in_reserve_are_read_by_who_holds_them() -> None:
    state = ligny().state
    faces = {it.id: it for it in PICTURES.cards(RULES.view(state, Viewer(ALLIED)), WORDS)}
    assert set(faces) == {"p_zieten", "p_28th_rgt", "p_night_falls"}
    regiment = faces["p_28th_rgt"]
    assert (regiment.title, regiment.kind, regiment.holder) == ("28th Regiment", "infantry", ALLIED)
    assert dict(regiment.lines)["Combat value"] == "3"
    assert dict(faces["p_zieten"].lines)["Morale in an enemy position"].startswith("+")
    special = faces["p_night_falls"]
    assert special.clause == "13.a.299" and special.text == RULES.clause("13.a.299")
    assert not PICTURES.cards(RULES.view(state, Viewer(SPECTATOR)), WORDS)


def test_every_card_has_a_face_with_the_text_of_its_clause() -> None:
    held: dict[str, list[str]] = {"french_reserve": [], "allied_reserve": []}
    for it in PACK.cards.values():
        if it.nation != BRITISH:
            held["french_reserve" if it.nation == FRENCH else "allied_reserve"].append(it.id)
    state = fighting("ligny", {place: " ".join(ids) for place, ids in held.items()}).state
    faces = PICTURES.cards(RULES.view(state, Viewer(REFEREE)), WORDS)
    assert len(faces) == sum(map(len, held.values()))
    for face in faces:
        assert RULES.clause(face.clause) == face.text and face.text
        assert face.title and face.kind and face.status


def test_victory_has_no_track_and_quiet_turns_are_counted() -> None:
    given = ligny()
    views = RULES.view(given.state, Viewer(FRENCH))
    assert PICTURES.chart(views, WORDS) is None
    assert not [it for it in PICTURES.scores(views, ENGLISH) if "Quiet" in it.label]
    given.battle.quiet = 4
    *_, score = PICTURES.scores(RULES.view(given.state, Viewer(FRENCH)), ENGLISH)
    assert (score.label, score.value, score.high) == ("Quiet turns at Ligny", 4, 10)


@pytest.mark.parametrize("seat", [FRENCH, ALLIED])
def test_the_cards_of_each_nation_in_play_are_counted_for_everybody(seat: str) -> None:
    views = RULES.view(ligny().state, Viewer(seat))
    scores = PICTURES.scores(views, ENGLISH)
    assert [it.label for it in scores] == ["French in play", "Prussians in play"]
    for score, army in zip(scores, views.order_of_battle.armies, strict=True):
        assert score.value == army.in_play > 0
        assert score.high == army.in_play + army.to_come + army.eliminated
        assert f"{army.eliminated} units and generals are lost" in score.words
