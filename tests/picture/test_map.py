"""A map: what is on it, what it says to those who do not see it, and that names stay names."""

from __future__ import annotations

import re
from xml.etree.ElementTree import Element

import pytest
from msgspec.structs import replace

from napoleon.rules.picture.layout import SIZES
from napoleon.rules.picture.model import LINK_KINDS, PLACE_KINDS, Link, Picture
from napoleon.rules.picture.scenery import NAMESPACE, lasting
from napoleon.rules.picture.sides import LOOKS
from napoleon.rules.picture.style import stylesheet
from napoleon.rules.picture.svg import EMPTY, document, draw
from tests.picture.maps import (
    HAL,
    LIGNY,
    NEY,
    ROAD,
    WAVRE,
    classed,
    inland,
    island,
    overseas,
    parsed,
    place,
    title,
    written,
)

HOSTILE = "</text><script>alert(1)</script> \"&' \x00 \u2028 ]]>"

MAPS = pytest.mark.parametrize("picture", [inland(), overseas()], ids=["inland", "overseas"])


@MAPS
def test_every_place_and_link_is_drawn_once(picture: Picture) -> None:
    elements = list(parsed(draw(picture)).iter())
    places = [it.get("data-place") for it in elements if "data-place" in it.attrib]
    links = [it.get("data-link") for it in elements if "data-link" in it.attrib]
    assert sorted(filter(None, places)) == sorted(it.id for it in picture.places)
    assert links == [it.id for it in picture.links]


@MAPS
def test_it_is_drawn_the_same_each_time_and_what_it_refers_to_is_there(picture: Picture) -> None:
    svg = draw(picture)
    assert svg == draw(picture)
    elements = list(parsed(svg).iter())
    ids = [it.get("id") for it in elements if "id" in it.attrib]
    assert len(ids) == len(set(ids))
    referred = {it.get("href", "")[1:] for it in elements if it.get("href", "").startswith("#")}
    referred |= set(re.findall(r"url\(#([^)]*)\)", svg))
    assert referred <= set(ids)


def test_a_place_says_in_words_all_that_is_seen_of_it() -> None:
    svg = draw(inland())
    told = "Ligny, town, contested. Reds: Ney (ready); "
    told += "Blues: unknown block 7 (spent); Greys: Blücher (ready)"
    assert title(place(svg, "ligny")) == told
    assert title(place(svg, "wavre")) == "Wavre"
    root = parsed(svg)
    assert (root.get("role"), root.get("aria-labelledby")) == ("group", "picture-title")
    assert title(root) == "A map, Turn 1"
    assert all(it.get("aria-hidden") == "true" for it in classed(svg, "link"))


def plates(svg: str) -> list[Element]:
    return [it for it in place(svg, "ligny").iter() if "plate" in it.get("class", "").split()]


def test_stacks_are_told_apart_without_any_colour() -> None:
    svg = draw(inland())
    ney, unknown, blucher = plates(svg)
    shapes = [it.get("href") for plate in (ney, unknown, blucher) for it in plate
              if it.get("class") == "block"]  # fmt: skip
    assert shapes == ["#block-vermillion", "#block-blue", "#block-black"]
    assert "spent" in unknown.get("class", "") and "ready" in ney.get("class", "")
    assert "unseen" in unknown.get("class", "") and "unseen" not in ney.get("class", "")
    assert "#sign-star" in [it.get("href") for it in blucher]
    assert [it.text for it in unknown.iter() if it.get("class") == "figure"] == ["?"]
    emblems = [it for it in parsed(svg).iter() if it.get("id", "").startswith("emblem-")]
    letters = ["".join(it.itertext()) for it in emblems]
    outlines = [it[0].get("d") for it in emblems]
    assert len(set(letters)) == len(set(outlines)) == len(inland().sides)


def test_who_holds_a_place_is_a_ring_that_differs_without_colours() -> None:
    [ring] = classed(draw(inland()), "held")
    assert "blue" in ring.get("class", "").split()
    rings = {look.ring for look in LOOKS.values()}
    assert len(rings) == len(LOOKS)
    for name, look in LOOKS.items():
        dashed = f".picture .held.{name}{{stroke-dasharray:{look.ring}}}" in stylesheet()
        assert dashed == bool(look.ring)


def test_a_tired_stack_has_a_dot_for_each_point() -> None:
    tired = replace(NEY, strength=6, fatigue=3)
    [plate] = plates(draw(inland(places=(replace(LIGNY, pieces=(tired,)), WAVRE, HAL))))
    [dots] = [it for it in plate if it.get("class") == "tired"]
    assert dots.get("d", "").endswith("h10.1")
    assert re.search(r"\.tired \{[^}]*stroke-dasharray: 0\.01 5;", stylesheet())
    assert [it.text for it in plate if it.get("class") == "figure"] == ["6"]


def test_what_is_changed_and_chosen_is_marked_and_places_can_lead_somewhere() -> None:
    svg = draw(inland(), changed=["hal"], chosen=["wavre", "ligny-wavre"])
    assert [it.get("data-place") for it in classed(svg, "changed")] == ["hal"]
    marked = classed(svg, "chosen")
    assert [it.get("data-link") or it.get("data-place") for it in marked] == [
        "ligny-wavre",
        "wavre",
    ]
    assert place(svg, "wavre").get("tabindex") == "0"
    assert place(svg, "hal").get("tabindex") is None
    there = draw(inland(), href=lambda name, _: None if name == "hal" else f'?at=1&space={name}"')
    assert place(there, "ligny").tag == f"{{{NAMESPACE}}}a"
    assert place(there, "ligny").get("href") == '?at=1&space=ligny"'
    assert title(place(there, "ligny"))
    assert place(there, "hal").tag == f"{{{NAMESPACE}}}g"


def test_names_stay_names() -> None:
    ney = replace(NEY, label=HOSTILE, words=HOSTILE)
    wavre = replace(WAVRE, id=HOSTILE, name=HOSTILE, words=(HOSTILE,), pieces=(ney,))
    link = Link(id=HOSTILE, a="ligny", b=HOSTILE)
    picture = inland(places=(LIGNY, wavre), links=(ROAD, link), title=HOSTILE, caption=HOSTILE)
    with pytest.raises(KeyError):
        draw(picture)
    svg = draw(replace(picture, links=(link,), arrows=()))
    shown = HOSTILE.replace("\x00", "\N{REPLACEMENT CHARACTER}")
    assert not list(parsed(svg).iter(f"{{{NAMESPACE}}}script"))
    assert place(svg, shown).get("id") == f"place-{shown}"
    assert shown in written(svg)
    assert parsed(document(picture=replace(picture, links=(link,), arrows=()))) is not None


def test_before_the_table_is_laid_there_is_a_word_and_no_map() -> None:
    svg = draw(inland(places=(), links=(), arrows=()))
    assert written(svg) == [EMPTY]
    assert "defs" not in svg


@pytest.mark.parametrize("kind", PLACE_KINDS)
def test_every_kind_of_place_has_a_sign(kind: str) -> None:
    svg = draw(inland(places=(replace(WAVRE, kind=kind),), links=(), arrows=()))
    assert f'href="#sign-{kind}"' in svg and f'id="sign-{kind}"' in svg
    assert kind in SIZES


@pytest.mark.parametrize("kind", LINK_KINDS)
def test_every_kind_of_link_is_drawn(kind: str) -> None:
    svg = draw(inland(links=(replace(ROAD, kind=kind),)))
    [link] = classed(svg, "link")
    assert kind in link.get("class", "").split()
    assert len(link) > 0


def test_only_a_way_that_can_be_used_has_an_arrow() -> None:
    def way(kind: str, *, one_way: bool) -> Element:
        [link] = classed(draw(inland(links=(replace(ROAD, kind=kind, one_way=one_way),))), "link")
        return link[0]

    assert way("sea", one_way=True).get("marker-end") == "url(#sail)"
    assert way("sea", one_way=False).get("marker-end") is None
    assert way("closed_sea", one_way=True).get("marker-end") is None


def test_a_direction_of_retreat_points_along_its_road() -> None:
    [arrow] = classed(draw(inland()), "arrow")
    assert "blue" in arrow.get("class", "").split()
    transform = re.fullmatch(r"translate\(300,300\) rotate\((.*)\)", arrow.get("transform", ""))
    assert transform is not None
    assert -60 < float(transform[1]) < -20, "to the upper right, where Wavre is"
    assert classed(draw(inland(arrows=())), "arrow") == []


def test_the_ground_of_a_country_shows_who_controls_it() -> None:
    svg = draw(overseas())
    grounds = {
        it.get("data-territory"): it for it in parsed(svg).iter() if "data-territory" in it.attrib
    }
    assert set(grounds) == {"france", "spain", "egypt", "ottoman"}
    assert "vermillion" in grounds["france"].get("class", "")
    assert grounds["france"][1].get("fill") == "url(#hatching-red)"
    assert len(grounds["spain"]) == 1
    assert "barred" in grounds["ottoman"].get("class", "")
    assert not classed(draw(inland()), "territory")


def test_land_of_nobody_belongs_to_whom_it_is_given() -> None:
    def outline(picture: Picture) -> int:
        return _shape_of(draw(picture), "france").count("M")

    assert outline(overseas()) == 2
    assert outline(overseas(wilds=())) == 1


def test_a_country_that_is_alone_has_ground_all_around() -> None:
    svg = draw(overseas(places=(island("france", 200, 250),), links=(), wilds=()))
    assert _shape_of(svg, "france").startswith("M")


def test_the_shape_of_a_ground_stands_once_on_a_map() -> None:
    svg = draw(overseas())
    shape = _shape_of(svg, "france")
    assert svg.count(shape) == 1


def test_what_is_alike_in_every_position_may_be_in_a_file_of_its_own() -> None:
    """All of it, and under the names by which the map calls it."""
    picture = overseas()
    here, elsewhere = draw(picture), draw(picture, file="/a/file.svg")
    kept = {it.get("id"): it.get("d", "") for it in parsed(lasting(picture.land)).iter()}
    del kept[None]
    assert kept
    for name, shape in kept.items():
        assert here.count(shape) == 1
        assert shape not in elsewhere
        # A ground is drawn in a colour, and once more with a hatching if it is somebody's.
        used = here.count(f'href="#{name}"') if name.startswith("land-of-") else 1
        assert used >= 1
        assert elsewhere.count(f'href="/a/file.svg#{name}"') == used
    assert {*re.findall('/a/file.svg#([^"]+)"', elsewhere)} == kept.keys()
    assert lasting(inland().land) == ""


def _shape_of(svg: str, place: str) -> str:
    """The data of the path that is the ground of a place."""
    drawn = parsed(svg)
    [ground] = [it for it in classed(svg, "territory") if it.get("data-territory") == place]
    [named] = {it.get("href", "").removeprefix("#") for it in ground}
    [shape] = [it for it in drawn.iter() if it.get("id") == named]
    return shape.get("d", "")
