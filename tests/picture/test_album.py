"""An album: from the first picture and the fragments every other one can be put together."""

from __future__ import annotations

from xml.etree import ElementTree

from msgspec.structs import replace

from napoleon.rules.picture.album import Album, altered
from napoleon.rules.picture.legend import used
from napoleon.rules.picture.model import LINE_KINDS, Line, Picture
from napoleon.rules.picture.scenery import NAMESPACE
from napoleon.rules.picture.svg import draw, sheet
from tests.picture.maps import AWAY, BRIDGE, HAL, LIGNY, NEY, ROAD, WAVRE, inland, overseas

EMPTIED = inland(places=(replace(LIGNY, pieces=(), contested=False), WAVRE, HAL), arrows=())
BROKEN = inland(links=(ROAD, replace(BRIDGE, kind="broken")))
TAKEN = overseas(places=tuple(replace(it, control="blue") for it in overseas().places))


def elements(svg: str) -> dict[str, str]:
    """The parts of a map that can change, without their ids, by what they stand for."""
    found = {}
    for element in ElementTree.fromstring(svg.replace(f' xmlns="{NAMESPACE}"', "")).iter():
        element.attrib.pop("id", None)
        for name, value in element.attrib.items():
            if name.startswith("data-") and name not in ("data-piece", "data-unit"):
                found[f"{name} {value}"] = ElementTree.tostring(element, encoding="unicode")
    return found


def put_together(pictures: list[Picture]) -> list[dict[str, str]]:
    album = Album()
    numbers = [album.add(it) for it in pictures]
    assert numbers[0] == []
    shown = elements(album.first)
    found = []
    for added in numbers:
        for number in added:
            [(element, fragment)] = elements(f"<svg>{album.fragments[number]}</svg>").items()
            assert element in shown
            shown[element] = fragment
        found.append(dict(shown))
    return found


def test_every_picture_can_be_put_together() -> None:
    pictures = [inland(), EMPTIED, BROKEN, inland(), inland(arrows=()), inland()]
    assert put_together(pictures) == [elements(draw(it)) for it in pictures]
    pictures = [overseas(), TAKEN, overseas()]
    assert put_together(pictures) == [elements(draw(it)) for it in pictures]


def test_a_fragment_is_kept_once_and_only_for_what_differs() -> None:
    album = Album()
    assert [album.add(it) for it in (inland(), inland(), EMPTIED)] == [[], [], [0]]
    assert [album.add(it) for it in (inland(), EMPTIED, BROKEN)] == [[1], [0], [2, 1]]
    assert len(album.fragments) == 3
    assert not [it for it in album.fragments if ' id="' in it]


def test_an_arrow_belongs_to_the_place_that_it_leads_away_from() -> None:
    album = Album()
    album.add(inland(arrows=()))
    album.add(inland(arrows=(AWAY,)))
    [fragment] = album.fragments
    assert 'data-place="ligny"' in fragment and 'class="arrow blue"' in fragment


def test_what_turn_it_is_can_not_be_changed_and_is_left_out() -> None:
    album = Album()
    album.add(inland(caption="Turn 1"))
    assert album.add(inland(caption="Turn 2")) == []
    assert "Turn 1" not in album.first


def test_an_album_begins_with_the_first_picture_that_shows_something() -> None:
    album = Album()
    bare = inland(places=(), links=(), arrows=())
    assert [album.add(it) for it in (bare, bare)] == [[], []]
    assert album.first == ""
    assert album.add(inland()) == []
    assert "Ligny" in album.first


def test_the_signs_of_all_pictures_are_told_of() -> None:
    album = Album()
    album.add(EMPTIED)
    before = [sign.words for sign in album.signs]
    album.add(inland())
    album.add(inland(places=(replace(LIGNY, pieces=(replace(NEY, kind="scout"),)), WAVRE, HAL)))
    after = [sign.words for sign in album.signs]
    assert set(after) - set(before) == {
        "commander",
        "scout",
        "not known to you",
        "has acted, or may not act",
        "both sides stand here",
        "direction of retreat",
    }
    for sign in album.signs:
        assert ElementTree.fromstring(sign.svg).get("aria-hidden") == "true"


def test_a_line_that_is_no_longer_drawn_goes_from_the_pictures() -> None:
    frontier, zone = (Line(kind, ((100, 100), (400, 120))) for kind in LINE_KINDS)
    with_both, with_one = inland(lines=(frontier, zone)), inland(lines=(frontier,))
    [fragment] = altered(sheet(with_both), sheet(with_one))
    assert fragment.startswith('<g class="lines" data-lines=""')
    assert "frontier" in fragment and "zone" not in fragment
    assert "zone" in draw(with_both) and altered(sheet(with_one), sheet(with_one)) == []
    assert {"frontier", "zone"} <= used(with_both)
