"""The style of pictures: a sheet for pages, in which colours have names, and one with all values.

A page may give the names other values. A picture that stands alone holds the sheet with the
values of a theme, as not every program that shows pictures knows named colours.
"""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache, lru_cache
from importlib.resources import files

from napoleon.rules.picture.sides import LOOKS, Look

Theme = Mapping[str, str]
"""Values of the named colours, which the sheet calls ``--map-NAME``."""

PARCHMENT: Theme = {
    "land": "#f4ead2", "wild": "#e9e0c9", "sea": "#b4d0de", "depth": "#c3dae5", "ink": "#33291c",
    "hill": "#b9a67c", "faint": "#6f6049", "paper": "#fffaf0", "halo": "#f4ead2", "road": "#fbf4e2",
    "bed": "#8a7353", "water": "#8fb4c4", "bank": "#6f97a9", "leaf": "#7f9166", "wood": "#a8b38a",
    "rampart": "#d9c59a", "star": "#c8921d", "changed": "#c2410c", "chosen": "#7a3e9d",
    "spent": "#fffaf0", "lane": "#5b7f92", "tide": "#2f5468", "edge": "#fffaf0", "azure": "#0072b2",
    "coal": "#222222", "sheet": "#fffdf8", "oncoal": "#ffffff",
}  # fmt: skip

DARK: Theme = {
    "land": "#262a2b", "wild": "#1f2324", "sea": "#0d2233", "depth": "#142c40", "ink": "#ece4d3",
    "hill": "#5d6059", "faint": "#a99f8c", "paper": "#3a3a36", "halo": "#262a2b", "road": "#4c4a43",
    "bed": "#8f8369", "water": "#3d6577", "bank": "#558396", "leaf": "#8fa873", "wood": "#4f5d44",
    "rampart": "#5f563f", "star": "#e6b64c", "changed": "#ff9b5e", "chosen": "#d6a3f5",
    "spent": "#302f2b", "lane": "#7fa5b8", "tide": "#8cb2c5", "edge": "#f4ecda", "azure": "#4fa3da",
    "coal": "#b5ad9d", "sheet": "#33322d", "oncoal": "#111111",
}  # fmt: skip

PRINT: Theme = {
    **PARCHMENT, "land": "#ffffff", "wild": "#ffffff", "sea": "#e3eef4", "hill": "#a8a8a8",
    "halo": "#ffffff", "paper": "#ffffff", "spent": "#ffffff", "road": "#ffffff",
    "edge": "#ffffff", "ink": "#000000", "sheet": "#ffffff",
}  # fmt: skip
"""For paper: nothing is filled that does not have to be."""

_COMMENT = re.compile(r"/\*.*?\*/\s*", re.DOTALL)
_NAMED = re.compile(r"var\(--map-([a-z]+)\)")


@cache
def stylesheet() -> str:
    """The sheet for pages, light or dark as the reader's browser prefers."""
    return (
        f".picture,.chart{{{_values(PARCHMENT)}}}\n"
        f"@media screen and (prefers-color-scheme:dark){{.picture,.chart{{{_values(DARK)}}}}}\n"
        f"@media print{{.picture,.chart{{{_values(PRINT)}}}}}\n"
        f"{_edges()}\n"
        f"{_rules()}"
    )


def embedded(theme: Theme) -> str:
    """The sheet for a picture that stands alone, with the values of `theme`."""
    return _valued(tuple(theme.items()))


@lru_cache(maxsize=8)
def _valued(theme: tuple[tuple[str, str], ...]) -> str:
    values = dict(theme)
    return _NAMED.sub(lambda name: values[name[1]], _rules())


def _edges() -> str:
    """The colour of a look by the name ``--look``, and ``--look-ink`` to write on it."""
    return "".join(
        f".look-{name}{{--look:{look.colour};--look-ink:{look.ink}}}"
        for name, look in LOOKS.items()
    )


def _values(theme: Theme) -> str:
    return "".join(f"--map-{name}:{value};" for name, value in theme.items())


@cache
def _rules() -> str:
    rules = (files(__package__) / "static" / "picture.css").read_text(encoding="utf-8")
    return _COMMENT.sub("", rules) + "\n".join(
        rule for name, look in LOOKS.items() for rule in _of(name, look)
    )


def _of(name: str, look: Look) -> tuple[str, ...]:
    """What a look does to all that is drawn in it."""
    coloured = ("arrow.{} path", "piece.{}.ready", "plate.{}.ready .block", "row.{}.ready .block")
    lined = ("piece.{}.spent", "piece.{}.unseen", "{} .hatching", "trail.{} .march", "lead.{}")
    edged = (*lined, "held.{}", "plate.{}.spent .block", "row.{}.spent .block")
    inked = ("arrow.{} text", "piece.{}.seen.ready text", "plate.{}.ready .figure")
    headed = ("trail.{} .head",)
    dotted = ("piece.{}.seen.ready .pips",)
    waving = ("plate.{}.ready .wave",)
    return (
        # Emblems are used as signs are: nothing in them knows the map around them.
        f".emblem.{name} path{{fill:{look.block or look.colour}}}",
        f".emblem.{name} text{{fill:{look.figure or look.ink}}}",
        f"{_all(coloured, name)}{{fill:{look.block or look.colour}}}",
        f"{_all(inked, name)}{{fill:{look.figure or look.ink}}}",
        f"{_all(edged, name)}{{stroke:{look.line or look.colour}}}",
        *((f".picture .held.{name}{{stroke-dasharray:{look.ring}}}",) if look.ring else ()),
        f"{_all(headed, name)}{{fill:{look.line or look.colour}}}",
        f"{_all(dotted, name)}{{stroke:{look.figure or look.ink}}}",
        f"{_all(waving, name)}{{stroke:{look.figure or look.ink}}}",
        f".chart .bound.{name},.chart .tally.{name}{{stroke:{look.line or look.colour}}}",
        f"{_all(('territory.{} .tint',), name)}{{fill:{look.colour};fill-opacity:0.16}}",
    )


def _all(selectors: tuple[str, ...], name: str) -> str:
    return ",".join(f".picture .{it.format(name)}" for it in selectors)
