"""A chart as PNG, for mails: on paper of its own, and with letters that a phone shows large enough.

Its text is set in this machine's fonts.
"""

from __future__ import annotations

import re
from functools import lru_cache
from io import BytesIO

from PIL import Image

from napoleon.rules.picture.needed import needed
from napoleon.rules.picture.pixels import COLOURS, png
from napoleon.rules.picture.style import PARCHMENT, embedded

LETTERS = "font-size:23px"
"""A phone shows a chart at half its size, and what is smaller than this is not read there."""

_BOX = re.compile(r'viewBox="(\S+) (\S+) (\S+) (\S+)"')


@lru_cache(maxsize=16)
def chart_png(drawn: str, width: int) -> bytes:
    """A chart, drawn as an ``<svg>`` element, as PNG with a palette, `width` pixels wide."""
    box = _BOX.search(drawn)
    assert box is not None, "every chart has a box"
    left, top, wide, high = box.groups()
    rules, _ = needed(embedded(PARCHMENT), "", drawn)
    style = f"<style>{rules}.chart text{{{LETTERS}}}</style>"
    paper = (
        f'<rect x="{left}" y="{top}" width="{wide}" height="{high}" fill="{PARCHMENT["paper"]}"/>'
    )
    head, end, rest = drawn.partition(">")
    file = BytesIO()
    image = Image.open(BytesIO(png(f"{head}{end}{style}{paper}{rest}", width))).convert("RGB")
    image.quantize(COLOURS, method=Image.Quantize.FASTOCTREE, dither=Image.Dither.NONE).save(
        file, "PNG"
    )
    return file.getvalue()
