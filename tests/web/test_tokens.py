"""One stylesheet chooses colours, sizes and durations; all others use its names."""

from __future__ import annotations

import re
from itertools import pairwise
from pathlib import Path

import pytest

from api.web.static import FOLDER
from napoleon.rules.picture.sides import LOOKS

CSS = FOLDER / "css"
STYLES = sorted(it for it in CSS.glob("*.css") if it.stem != "tokens")
TOKENS = (CSS / "tokens.css").read_text()
REPLAY = FOLDER.parents[2] / "napoleon" / "record" / "templates" / "replay.css"

NOTES = re.compile(r"/\*.*?\*/", re.DOTALL)
COLOUR = re.compile(
    r"#[0-9a-f]{3,8}\b(?=[^{]*;)|\b(rgb|hsl|hwb|lab|lch|oklch|color)a?\(", re.IGNORECASE
)
NAMED = re.compile(
    r"(?:color|background|fill|stroke|border[a-z-]*|outline|shadow):[^;]*\b"
    r"(white|black|red|green|blue|gr[ae]y|gold|brown|orange|purple|yellow)\b(?!\))"
)
DECLARED = re.compile(r"^\s*(--[a-z0-9-]+):\s*(.+?);", re.MULTILINE | re.DOTALL)
USED = re.compile(r"var\((--[a-z0-9-]+)")
SET_BY_SCRIPT = re.compile(r'setProperty\("(--[a-z-]+)"')

ELSEWHERE = ("--map-", "--look")
"""Names of the style of pictures; see `napoleon.rules.picture.style`."""

CONTRAST = (
    *((ink, ground) for ink in ("--ink", "--soft", "--link") for ground in ("--paper", "--sheet")),
    ("--ink", "--well"),
    ("--call", "--call-paper"),
    ("--ink", "--call-paper"),
    ("--pick", "--sheet"),
    ("--ink", "--pick-paper"),
    ("--act-ink", "--act"),
    ("--bad", "--sheet"),
    ("--ink", "--bad-paper"),
    ("--good", "--sheet"),
    ("--coal-ink", "--coal"),
)
"""What is written, and on which ground: 4.5 to 1 at least, as WCAG asks of text."""


def block(condition: str) -> dict[str, str]:
    """What the tokens say where a condition holds; all of the light without one."""
    found = TOKENS.split(f"@media ({condition})")[1] if condition else TOKENS.split("@media")[0]
    return dict(DECLARED.findall(NOTES.sub("", found.split("\n}\n")[0])))


LIGHT = block("")
DARK = block("prefers-color-scheme: dark")


@pytest.mark.parametrize("style", STYLES, ids=lambda it: it.stem)
def test_no_other_style_chooses_a_colour(style: Path) -> None:
    text = NOTES.sub("", style.read_text())
    found = [it.group() for rule in (COLOUR, NAMED) for it in rule.finditer(text)]
    assert found == []


@pytest.mark.parametrize("style", STYLES, ids=lambda it: it.stem)
def test_every_name_that_is_used_is_a_token_or_the_styles_own(style: Path) -> None:
    text = style.read_text()
    own = {name for name, _ in DECLARED.findall(text)}
    unknown = {it for it in USED.findall(text) if not it.startswith(ELSEWHERE)} - own - {*LIGHT}
    # The table says how high its rows are in one of its files, for the others.
    table = {name for it in STYLES for name, _ in DECLARED.findall(it.read_text())}
    set_by_scripts = {
        name for it in FOLDER.glob("js/*.js") for name in SET_BY_SCRIPT.findall(it.read_text())
    }
    assert unknown <= table | set_by_scripts


def test_no_token_is_there_for_nobody() -> None:
    used = {it for style in STYLES for it in USED.findall(style.read_text())}
    used |= set(USED.findall(TOKENS))
    assert {*LIGHT} - used == set()


def test_the_dark_has_a_value_of_its_own_for_each_colour() -> None:
    coloured = {name for name, value in LIGHT.items() if COLOUR.search(f"{value};")}
    # Light enough for both grounds.
    for_both = {f"--side-{it}" for it in ("orange", "sky", "stone", "yellow")}
    assert coloured - {*DARK} == for_both
    assert {*DARK} <= {*LIGHT}


def test_small_maps_know_every_side() -> None:
    assert {it for it in LIGHT if it.startswith("--side-")} == {f"--side-{it}" for it in LOOKS}


def luminance(colour: str) -> float:
    """Of a colour as CSS writes it in six digits, as WCAG 2 defines it."""
    parts = (int(colour[at:end], 16) / 255 for at, end in pairwise((1, 3, 5, 7)))
    red, green, blue = (
        it / 12.92 if it <= 0.04045 else ((it + 0.055) / 1.055) ** 2.4 for it in parts
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def contrast(one: str, other: str) -> float:
    """Of two colours, as WCAG 2 defines it: 1 for the same, 21 for black and white."""
    dark, light = sorted((luminance(one), luminance(other)))
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("values", [LIGHT, {**LIGHT, **DARK}], ids=["light", "dark"])
def test_what_is_written_can_be_read(values: dict[str, str]) -> None:
    for ink, ground in CONTRAST:
        assert contrast(values[ink], values[ground]) >= 4.5, (ink, ground)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_sign_of_each_side_is_told_from_its_ground_and_its_letter_from_the_sign(
    theme: str,
) -> None:
    values = {**LIGHT, **DARK} if theme == "dark" else LIGHT
    black = (values["--coal"], values["--coal-ink"])
    for name, look in LOOKS.items():
        colour, ink = black if name == "black" else (look.colour, look.ink)
        assert contrast(colour, ink) >= 3, name
        # On a light sheet a bright sign is known by its letter, which is black.
        if theme == "dark":
            assert contrast(colour, values["--sheet"]) >= 2.5, name


def test_the_edge_of_a_browser_has_the_colour_of_sheets() -> None:
    base = (FOLDER.parent / "templates" / "base.html").read_text()
    told = re.findall(r'name="theme-color" content="(#\w+)"', base)
    assert told == [LIGHT["--sheet"], DARK["--sheet"]]


def test_the_page_about_design_names_what_there_is() -> None:
    told = (FOLDER.parents[2] / "docs" / "design.md").read_text()
    named = {it.rstrip("…") for it in re.findall(r"`(--[a-z0-9-]+…?)`", told)}
    named -= {it for it in named if it.startswith("--map-")}
    assert len(named) > 30
    assert {it for it in named if not any(one.startswith(it) for one in LIGHT)} == set()
    told_by = {it for it in LIGHT if any(it.startswith(one) for one in named)}
    spans = ("--t-", "--s1", "--s2", "--s3", "--s4", "--s5", "--s6", "--r1", "--r2", "--r3")
    fonts = {"--serif", "--sans", "--mono", "--round", "--scrim", "--lift-1", "--lift-2"}
    assert {it for it in LIGHT if not it.startswith(spans)} - told_by - fonts == set()
    root = FOLDER.parents[2]
    for path in re.findall(r"`((?:api|napoleon|tests)/[\w./]+)`", told):
        assert (root / path).exists(), path


def test_a_replay_has_the_values_of_the_pages() -> None:
    """Its file is read without them, so it holds those that it needs."""
    light, dark = REPLAY.read_text().split("@media (prefers-color-scheme: dark)")[:2]
    for text, values in ((light, LIGHT), (dark, {**LIGHT, **DARK})):
        own = {name: " ".join(value.split()) for name, value in DECLARED.findall(text)}
        theirs = {name: " ".join(value.split()) for name, value in values.items()}
        known = own.keys() & theirs.keys()
        assert len(known) > 10
        assert {it: own[it] for it in known} == {it: theirs[it] for it in known}
