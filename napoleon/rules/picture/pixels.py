"""A map as PNG, for mail and other places where SVG is not shown.

Its layers are drawn one by one and kept, so that a map on which little has changed takes as little
time. Text is set in this machine's fonts.
"""

from __future__ import annotations

from io import BytesIO
from math import ceil, floor
from threading import Lock
from typing import NamedTuple

import resvg_py
from cachetools import LRUCache
from PIL import Image

from napoleon.rules.picture.layers import Layer, layers
from napoleon.rules.picture.model import Picture
from napoleon.rules.picture.needed import needed
from napoleon.rules.picture.scenery import NAMESPACE
from napoleon.rules.picture.signs import definitions
from napoleon.rules.picture.style import PARCHMENT, Theme, embedded
from napoleon.rules.picture.svg import document

KEPT = 48 * 1024 * 1024
"""Bytes of drawn layers that a process keeps: those of some dozens of games."""

COLOURS = 256
"""What a PNG with a palette may hold; a map has few colours and their blends."""


class _Grid(NamedTuple):
    """Where the pixels of a picture lie: its left and top, pixels to a unit, and how many."""

    left: float
    top: float
    across: float
    down: float
    width: int
    height: int


class _Window(NamedTuple):
    """A part of the pixels."""

    left: int
    top: int
    right: int
    bottom: int


class _Drawn(NamedTuple):
    """A layer as pixels, and where they lie."""

    image: Image.Image
    at: tuple[int, int]


_Key = tuple[str, str, str, str, _Grid, _Window]
"""All that decides what a layer looks like."""


def _size(drawn: _Drawn) -> int:
    return 4 * drawn.image.width * drawn.image.height + 4096


_kept: LRUCache[_Key, _Drawn] = LRUCache(KEPT, getsizeof=_size)
_lock = Lock()


def picture_png(picture: Picture, width: int, theme: Theme = PARCHMENT) -> bytes:
    """The map as PNG with a palette, `width` pixels wide and as high as its shape asks for."""
    return _as_png(raster(picture, width, theme))


def _as_png(drawn: Image.Image) -> bytes:
    file = BytesIO()
    drawn.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
        file, "PNG"
    )
    return file.getvalue()


def cut_png(picture: Picture, place: str, width: int, share: float) -> bytes:
    """What of the map lies around a place, `width` pixels wide, with that place amid it.

    `share` is how much of its width and height is shown, from 0 to 1. Near the edge of the map the
    place stands nearer to the edge of what is shown. Raises KeyError.
    """
    left, top, wide, high = picture.box
    at = {it.id: it for it in picture.places}[place]
    whole = raster(picture, ceil(width / share))
    height = round(whole.height * share)
    x = round(min(max((at.x - left) / wide * whole.width - width / 2, 0), whole.width - width))
    y = round(min(max((at.y - top) / high * whole.height - height / 2, 0), whole.height - height))
    return _as_png(whole.crop((x, y, x + width, y + height)))


def raster(picture: Picture, width: int, theme: Theme = PARCHMENT) -> Image.Image:
    """The map in all its colours."""
    if not picture.places:
        return Image.open(BytesIO(png(document(picture, theme), width))).convert("RGB")
    left, top, wide, high = picture.box
    height = ceil(width * high / wide)
    grid = _Grid(left, top, width / wide, height / high, width, height)
    style, signs = embedded(theme), definitions(picture.sides)
    whole = Image.new("RGBA", (width, height))
    for layer in layers(picture):
        drawn = _layer(layer, style, signs, grid)
        whole.alpha_composite(drawn.image, drawn.at)
    return whole.convert("RGB")


def _layer(layer: Layer, style: str, signs: str, grid: _Grid) -> _Drawn:
    """A layer as pixels, which may have been drawn before."""
    window = _window(layer, grid)
    key = (layer.drawn, layer.defined, style, signs, grid, window)
    with _lock:
        drawn = _kept.get(key)
    if drawn is None:
        drawn = _rasterized(layer, style, signs, grid, window)
        with _lock:
            if _size(drawn) <= KEPT:
                _kept[key] = drawn
    return drawn


def _window(layer: Layer, grid: _Grid) -> _Window:
    box = layer.box
    return _Window(
        min(grid.width - 1, max(0, floor((box.left - grid.left) * grid.across))),
        min(grid.height - 1, max(0, floor((box.top - grid.top) * grid.down))),
        max(1, min(grid.width, ceil((box.right - grid.left) * grid.across))),
        max(1, min(grid.height, ceil((box.bottom - grid.top) * grid.down))),
    )


def _rasterized(layer: Layer, style: str, signs: str, grid: _Grid, window: _Window) -> _Drawn:
    width, height = window.right - window.left, window.bottom - window.top
    left, top = grid.left + window.left / grid.across, grid.top + window.top / grid.down
    rules, used = needed(style, signs, layer.defined + layer.drawn)
    svg = (
        f'<svg xmlns="{NAMESPACE}" class="picture" preserveAspectRatio="none" '
        f'viewBox="{left!r} {top!r} {width / grid.across!r} {height / grid.down!r}" '
        f'width="{width}" height="{height}"><style>{rules}</style>{used}{layer.defined}'
        f"{layer.drawn}</svg>"
    )
    image = Image.open(BytesIO(png(svg, width))).convert("RGBA")
    inked = image.getbbox()
    if inked is None:
        return _Drawn(Image.new("RGBA", (1, 1)), (0, 0))
    if _cut(_Window(*inked), window, grid):
        return _rasterized(layer, style, signs, grid, _Window(0, 0, grid.width, grid.height))
    return _Drawn(image.crop(inked), (window.left + inked[0], window.top + inked[1]))


def _cut(inked: _Window, window: _Window, grid: _Grid) -> bool:
    """Whether what was drawn goes on beyond its window: fonts differ in how wide they are."""
    return (
        (inked.left == 0 and window.left > 0)
        or (inked.top == 0 and window.top > 0)
        or (inked.right == window.right - window.left and window.right < grid.width)
        or (inked.bottom == window.bottom - window.top and window.bottom < grid.height)
    )


def png(svg: str, width: int) -> bytes:
    """An SVG document drawn `width` pixels wide, as high as its shape asks for.

    Its text is set in this machine's fonts. Raises ValueError if it is not SVG.
    """
    return bytes(resvg_py.svg_to_bytes(svg_string=svg, width=width))
