"""The style: every named colour has a value, inks are read on their colours, nothing is fetched."""

from __future__ import annotations

import re

import pytest

from napoleon.rules.picture.sides import LOOKS
from napoleon.rules.picture.style import DARK, PARCHMENT, PRINT, Theme, embedded, stylesheet

THEMES = {"parchment": PARCHMENT, "dark": DARK, "print": PRINT}


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
def test_a_sheet_that_stands_alone_has_no_names(theme: Theme) -> None:
    assert "var(" not in embedded(theme)
    assert set(theme) == set(PARCHMENT)


def test_the_sheet_for_pages_names_all_of_its_colours() -> None:
    used = set(re.findall(r"var\(--map-([a-z]+)\)", stylesheet()))
    assert used == set(PARCHMENT)
    assert "prefers-color-scheme:dark" in stylesheet() and "@media print" in stylesheet()


def test_nothing_is_fetched_for_it() -> None:
    assert not re.search(r"url\(|@import|https?:", stylesheet())


@pytest.mark.parametrize("name", LOOKS)
def test_the_ink_of_a_look_is_read_on_its_colour(name: str) -> None:
    assert contrast(LOOKS[name].colour, LOOKS[name].ink) >= 4.5


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("ground", ["land", "paper", "spent", "halo", "sea", "hill"])
def test_ink_is_read_on_every_ground(theme: Theme, ground: str) -> None:
    assert contrast(theme["ink"], theme[ground]) >= 4.5


@pytest.mark.parametrize("theme", THEMES.values(), ids=THEMES)
@pytest.mark.parametrize("mark", ["changed", "chosen"])
def test_marks_are_seen_on_the_land(theme: Theme, mark: str) -> None:
    assert contrast(theme[mark], theme["land"]) >= 3


def test_looks_differ_in_all_that_they_are_told_by() -> None:
    looks = list(LOOKS.values())
    for told_by in ("colour", "shape", "hatching"):
        assert len({getattr(look, told_by) for look in looks}) == len(looks)


def contrast(one: str, other: str) -> float:
    """The contrast of two colours as WCAG 2 has it, from 1 to 21."""
    darker, lighter = sorted((luminance(one), luminance(other)))
    return (lighter + 0.05) / (darker + 0.05)


def luminance(colour: str) -> float:
    shares = [int(colour[at : at + 2], 16) / 255 for at in (1, 3, 5)]
    linear = [it / 12.92 if it <= 0.04045 else ((it + 0.055) / 1.055) ** 2.4 for it in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


@pytest.mark.parametrize("look", LOOKS)
def test_a_card_has_the_edge_of_its_look(look: str) -> None:
    colours = f"--look:{LOOKS[look].colour};--look-ink:{LOOKS[look].ink}"
    assert f".look-{look}{{{colours}}}" in stylesheet()
