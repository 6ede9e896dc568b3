"""Patches make any section into any other, and send no element that both have."""

from __future__ import annotations

from typing import Any

from hypothesis import given
from hypothesis import strategies as st

from api.web.game.patches import patches
from tests.web.mending import keyed, mended

TAGS = ("g", "a", "div", "details", "tr", "li")

Node = tuple[str, str | None, list[Any]]
"""A tag, a key if it has one, and what is in it: texts and nodes."""


@st.composite
def sections(draw: st.DrawFn, keys: str = "abcdefgh") -> str:
    """A section in which no key is there twice; elements without keys lie among the others."""
    left = draw(st.permutations(keys))

    def inside(depth: int) -> str:
        parts = []
        for _ in range(draw(st.integers(0, 3 if depth else 5))):
            parts.append(draw(st.sampled_from(("", "x", "y", "&lt;a data-key=&quot;a&quot;&gt;"))))
            if depth < 3 and draw(st.booleans()):
                key = f' data-key="{left.pop()}"' if left and draw(st.booleans()) else ""
                tag = draw(st.sampled_from(TAGS))
                parts.append(f"<{tag} id='{depth}'{key}>{inside(depth + 1)}</{tag}>")
            elif left and draw(st.integers(0, 4)) == 0:
                parts.append(f'<g data-key="{left.pop()}"/>')
        return "".join(parts)

    return inside(0)


@given(sections(), sections())
def test_a_section_becomes_any_other(before: str, after: str) -> None:
    found = patches(before, after)
    if found is not None:
        assert mended(before, found) == after


@given(sections(), sections())
def test_no_element_that_is_as_it_was_is_sent(before: str, after: str) -> None:
    had, sent = keyed(before), "".join(html for _, html in patches(before, after) or ())
    for key, element in keyed(after).items():
        if had.get(key) == element:
            assert f'data-key="{key}"' not in sent


@given(sections())
def test_between_equals_there_is_nothing(section: str) -> None:
    assert patches(section, section) == ([] if section else None)


def test_a_key_that_is_there_twice_is_no_key() -> None:
    once, twice = '<li data-key="a">1</li>', '<li data-key="a">1</li><li data-key="a">2</li>'
    rest = "<p>The rest stays as it is.</p>" * 3
    assert patches(rest + once, rest + twice) is None
    assert patches(rest + twice, rest + once) is None
