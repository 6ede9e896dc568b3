"""Counters of boards: large enough to be read, with all that the reader may know, and no more."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

import pytest
from msgspec.structs import replace

from api.languages import LANGUAGES, language_of
from napoleon.rules.contract import installed
from napoleon.rules.picture.layout import PLATE_WIDTH
from napoleon.rules.picture.legend import used
from napoleon.rules.picture.model import ARMS, MARKS, PIECE_KINDS, Piece
from napoleon.rules.picture.sides import BADGES
from napoleon.rules.picture.style import stylesheet
from napoleon.rules.picture.svg import draw
from napoleon.rules.prose.storybook import PLAINLY, words_of
from napoleon.rulesets.napoleon_columbia.picture.pieces import ARMS as ARMS_OF_COLUMBIA
from napoleon.rulesets.napoleon_columbia.picture.pieces import label_of
from tests.picture.maps import (
    ARMIES,
    BLUCHER,
    HAL,
    LIGNY,
    NEY,
    UNKNOWN,
    WAVRE,
    classed,
    inland,
    parsed,
    place,
    title,
)

AT_LEAST = 11
"""CSS pixels of a figure that is read at arm's length."""

WINDOW = 530
"""CSS pixels that are left for the height of the map in a window of 1280 by 720."""

TIRED = replace(NEY, label="Vandamme", strength=6, fatigue=3)


def counters(*pieces: Piece) -> list[Element]:
    framed = replace(LIGNY, pieces=pieces, room=(300, 200))
    svg = draw(inland(places=(framed,), links=(), arrows=(), north=False))
    return [it for it in place(svg, "ligny").iter() if "piece" in it.get("class", "").split()]


def figures(counter: Element) -> list[str | None]:
    return [it.text for it in counter.iter() if "figure" in it.get("class", "").split()]


def test_strength_is_a_figure_and_fatigue_a_pip_for_each_point() -> None:
    [tired] = counters(TIRED)
    assert figures(tired) == ["6"]
    [pips] = [it for it in tired.iter() if it.get("class") == "pips"]
    length = re.fullmatch(r"M[\d.]+,[\d.]+h([\d.]+)", pips.get("d", ""))
    between = re.search(r"\.pips \{[^}]*stroke-dasharray: 0\.01 (\d+);", stylesheet())
    assert length is not None and between is not None
    assert int(float(length[1]) / int(between[1])) + 1 == 3
    fresh, unknown = counters(replace(TIRED, fatigue=0), UNKNOWN)
    assert not [it for it in fresh.iter() if it.get("class") == "pips"]
    assert figures(unknown) == ["? 7"]
    [wide] = counters(replace(UNKNOWN, label="? 173 174"))
    assert figures(wide) == ["? 173 1\N{HORIZONTAL ELLIPSIS}"]
    assert "textLength" not in draw(inland(places=(replace(LIGNY, pieces=(UNKNOWN,)), WAVRE, HAL)))


def hrefs(counter: Element) -> list[str]:
    return [it.get("href", "") for it in counter.iter() if "href" in it.attrib]


@pytest.mark.parametrize("arm", ARMS)
def test_the_arm_of_a_unit_stands_beside_its_label(arm: str) -> None:
    [counter] = counters(replace(NEY, arm=arm, strength=3))
    svg = draw(inland(places=(replace(LIGNY, pieces=(replace(NEY, arm=arm),)), WAVRE, HAL)))
    assert f"#arm-{arm}" in hrefs(counter) and f'id="arm-{arm}"' in svg
    assert figures(counter) == ["3"]
    assert "Ney" in "".join(counter.itertext())


def test_marks_stand_under_a_small_label_and_have_meanings() -> None:
    fighting = replace(NEY, arm="infantry", marks=MARKS[:3])
    [counter] = counters(fighting)
    assert [it for it in hrefs(counter) if it.startswith("#mark-")] == [
        f"#mark-{mark}" for mark in MARKS[:3]
    ]
    [label] = [it for it in counter.iter() if it.text == "Ney"]
    assert "small" in label.get("class", "")
    picture = inland(places=(replace(LIGNY, pieces=(fighting,)), WAVRE, HAL))
    assert {*MARKS[:3], "infantry"} <= used(picture)
    svg = draw(picture)
    assert all(f'id="mark-{mark}"' in svg for mark in MARKS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_name_of_a_block_has_room_on_it(language: str) -> None:
    """In smaller letters where it is long, never cut."""
    rules = installed()["napoleon_columbia"]
    words = words_of(rules, language_of(rules, language))
    for block in rules.pack.blocks.values():
        label = label_of(block.name, words)
        leads = block.type == "leader"
        named = Piece(
            id=block.id,
            side="red",
            label=label,
            words=label,
            kind="commander" if leads else "unit",
            arm=ARMS_OF_COLUMBIA.get(block.type, ""),
            strength=None if leads else 4,
        )
        for marks in ((), MARKS[:1]):
            [counter] = counters(replace(named, marks=marks))
            assert label in [it.text for it in counter.iter()], label


def test_a_block_that_lies_on_its_face_has_a_shape_of_its_own() -> None:
    [standing], [lying] = counters(NEY), counters(replace(NEY, lying=True))
    assert "#plate-unit-ready" in hrefs(standing) and "#plate-unit-lying" in hrefs(lying)


def test_what_is_not_known_is_not_drawn() -> None:
    [enemy] = counters(NEY)
    assert figures(enemy) == []
    assert not [it for it in enemy.iter() if it.get("class") == "pips"]


@pytest.mark.parametrize("kind", PIECE_KINDS)
def test_a_counter_says_in_words_what_it_is(kind: str) -> None:
    [counter] = counters(replace(TIRED, kind=kind))
    assert title(counter) == TIRED.words
    assert counter.get("data-piece") == "ney"


def test_nothing_on_a_counter_is_beyond_its_plate() -> None:
    for counter in counters(TIRED, BLUCHER, UNKNOWN, ARMIES):
        for it in counter.iter():
            x = float(it.get("x", "0"))
            assert 0 <= x + float(it.get("textLength", "0")) <= PLATE_WIDTH


def test_figures_are_read_where_a_whole_board_is_seen() -> None:
    pictures = installed()["eagles_waterloo"].pictures
    assert pictures is not None
    scale = WINDOW / pictures.paper(PLAINLY).box[3]
    sizes = re.findall(r"\.piece \.figure \{ font-size: (\d+)px", stylesheet())
    assert sizes
    for size in sizes:
        assert int(size) * scale >= AT_LEAST


def test_a_side_has_the_same_badge_in_every_game() -> None:
    met = 0
    for rules in installed().values():
        for side in rules.pictures.sides if rules.pictures else ():
            if side.id in BADGES:
                assert (side.letter, side.look) == BADGES[side.id]
                met += 1
    assert met >= 6


def test_the_frame_covers_whatever_lies_beyond_it() -> None:
    [margin] = classed(draw(inland()), "margin")
    assert margin.get("fill-rule") == "evenodd"
    data = margin.get("d", "")
    assert data == "M0,0h700v500h-700ZM18,18h664v464h-664Z"


def test_neither_land_nor_rivers_nor_frontiers_go_beyond_the_sheet() -> None:
    svg = draw(inland())
    [edge] = [it for it in parsed(svg).iter() if it.get("id") == "picture-edge"]
    assert [(it.get("width"), it.get("height")) for it in edge] == [("700", "500")]
    ground, lines = (it for it in parsed(svg).iter() if it.get("clip-path") == "url(#picture-edge)")
    assert ground.get("aria-hidden") == "true"
    assert [it.get("class") for it in lines] == ["lines"]
