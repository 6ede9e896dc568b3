"""PNG: a picture that is as wide as it has to be, with something on it."""

from __future__ import annotations

import struct
import zlib

import pytest

from napoleon.rules.picture.pixels import png
from napoleon.rules.picture.style import DARK, PARCHMENT
from napoleon.rules.picture.svg import document
from tests.picture.maps import inland, overseas


def size(image: bytes) -> tuple[int, int]:
    assert image[:8] == b"\x89PNG\r\n\x1a\n"
    width, height = struct.unpack(">II", image[16:24])
    return width, height


@pytest.mark.parametrize("width", [350, 700])
def test_it_is_as_wide_as_asked_for_and_keeps_its_shape(width: int) -> None:
    assert size(png(document(inland()), width)) == (width, width * 5 // 7)


def test_it_has_the_colours_of_its_theme() -> None:
    light, dark = (png(document(overseas(), theme), 200) for theme in (PARCHMENT, DARK))
    assert light != dark
    assert len(set(pixels(light))) > 20, "it is not one flat colour"


def test_the_same_picture_gives_the_same_bytes() -> None:
    assert png(document(overseas()), 200) == png(document(overseas()), 200)


def test_what_is_no_svg_is_refused() -> None:
    with pytest.raises(ValueError):
        png("<p>no picture</p>", 100)


def pixels(image: bytes) -> bytes:
    """The filtered lines of an image."""
    data, at = b"", 8
    while at < len(image):
        [length] = struct.unpack(">I", image[at : at + 4])
        if image[at + 4 : at + 8] == b"IDAT":
            data += image[at + 8 : at + 8 + length]
        at += length + 12
    return zlib.decompress(data)
