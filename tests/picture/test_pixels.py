"""A map that is drawn layer by layer is the map that is drawn at once."""

from __future__ import annotations

from io import BytesIO

import pytest
from msgspec.structs import replace
from PIL import Image, ImageChops, ImageStat

from napoleon.rules.events import REFEREE
from napoleon.rules.picture import pixels
from napoleon.rules.picture.layers import Layer, layers
from napoleon.rules.picture.layout import Rectangle
from napoleon.rules.picture.model import Picture, Trail
from napoleon.rules.picture.needed import needed
from napoleon.rules.picture.pixels import picture_png, png, raster
from napoleon.rules.picture.style import DARK, PARCHMENT
from napoleon.rules.picture.svg import document
from tests.picture.maps import HAL, LIGNY, NEY, WAVRE, inland, overseas
from tests.picture.positions import ON_THE_MAP, SEEDS, pictures

ALIKE = 64
"""How far a pixel at the edge of a shape may differ, of 255: layers are rounded one by one."""

FEW = 0.002
"""The share of pixels that may differ by more than half of that."""

BLENDED = 4.0
"""How far pixels may differ from those of a palette on an average."""


@pytest.fixture(scope="module", params=["napoleon1815", "napoleonic_empire"])
def positions(request: pytest.FixtureRequest) -> list[Picture]:
    """The beginning, the middle and the end of a game, with a way that pieces have gone."""
    name = request.param
    every = pictures(name, ON_THE_MAP[name], SEEDS[name], 100, REFEREE)
    first, middle, last = every[0], every[len(every) // 2], every[-1]
    link = middle.links[0]
    gone = (Trail(middle.sides[0].id, (link.a, link.b)),)
    return [first, replace(middle, trails=gone), last]


def whole(picture: Picture, width: int) -> Image.Image:
    return opened(png(document(picture), width))


def opened(image: bytes) -> Image.Image:
    return Image.open(BytesIO(image)).convert("RGB")


def assert_alike(one: Image.Image, other: Image.Image) -> None:
    assert one.size == other.size
    difference = ImageChops.difference(one, other)
    assert max(high for _, high in difference.getextrema()) <= ALIKE  # type: ignore[misc]
    most = difference.convert("L").histogram()
    assert sum(most[ALIKE // 2 :]) <= FEW * one.width * one.height


@pytest.mark.sampled(1)
@pytest.mark.parametrize("width", [700])
def test_layers_make_the_same_picture_as_the_whole(positions: list[Picture], width: int) -> None:
    for picture in positions:
        assert_alike(raster(picture, width), whole(picture, width))


@pytest.mark.sampled(1)
def test_what_was_drawn_before_makes_the_same_bytes(positions: list[Picture]) -> None:
    first = [picture_png(it, 600) for it in positions]
    assert [picture_png(it, 600) for it in reversed(positions)] == first[::-1]
    assert len(set(first)) == len(positions)


@pytest.mark.sampled(1)
def test_a_palette_changes_little(positions: list[Picture]) -> None:
    for picture in positions:
        drawn = Image.open(BytesIO(picture_png(picture, 1000)))
        assert drawn.mode == "P"
        difference = ImageChops.difference(drawn.convert("RGB"), raster(picture, 1000))
        assert max(ImageStat.Stat(difference).mean) < BLENDED


def test_only_what_has_changed_is_drawn_again(monkeypatch: pytest.MonkeyPatch) -> None:
    width = 611
    picture_png(inland(), width)
    made: list[str] = []

    def watched(svg: str, wide: int) -> bytes:
        made.append(svg)
        return png(svg, wide)

    monkeypatch.setattr(pixels, "png", watched)
    picture_png(inland(), width)
    assert made == []
    picture_png(inland(places=(LIGNY, replace(WAVRE, pieces=(NEY,)), HAL)), width)
    [drawn] = made
    assert 'data-place="wavre"' in drawn


def test_a_layer_that_goes_on_beyond_its_box_is_drawn_wholly(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def narrow(picture: Picture) -> list[Layer]:
        return [
            it._replace(box=Rectangle(290, 290, 310, 310))
            if 'data-place="ligny"' in it.drawn
            else it
            for it in layers(picture)
        ]

    monkeypatch.setattr(pixels, "layers", narrow)
    assert_alike(raster(inland(), 703), whole(inland(), 703))


def test_what_is_too_large_to_be_kept_is_drawn_all_the_same(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(pixels, "KEPT", 10_000)
    assert_alike(raster(inland(), 350), whole(inland(), 350))


def test_themes_and_sizes_are_kept_apart() -> None:
    for width in (200, 350):
        light, dark = (opened(picture_png(overseas(), width, it)) for it in (PARCHMENT, DARK))
        assert light.size == dark.size == (width, width * 5 // 7 + bool(width * 5 % 7))
        assert light.tobytes() != dark.tobytes()


def test_a_table_that_has_not_been_laid_is_paper() -> None:
    paper = inland(places=(), links=(), arrows=())
    assert_alike(raster(paper, 300), whole(paper, 300))
    with pytest.raises(ValueError):
        list(layers(paper))


def test_a_layer_is_drawn_with_the_rules_and_signs_that_it_goes_by() -> None:
    style = ".picture text { fill: red; }\n.a, .b .c { fill: url(#net); }\n.b { fill: blue; }"
    signs = (
        '<defs><g id="one"><use href="#two"/></g><g id="two"><path class="a"/></g>'
        '<pattern id="net"/><g id="three"/></defs>'
    )
    rules, used = needed(style, signs, '<use href="#one"/>')
    assert rules.split() == [
        ".picture",
        "text",
        "{",
        "fill:",
        "red;",
        "}",
        ".a,",
        ".b",
        ".c",
        "{",
        "fill:",
        "url(#net);",
        "}",
    ]
    assert [it in used for it in ("one", "two", "net", "three")] == [True, True, True, False]
    assert needed(style, signs, '<path class="c"/>')[1] == "<defs></defs>"
