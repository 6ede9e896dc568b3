"""The pages are read by a parser that lets no mistake pass."""

from __future__ import annotations

import pytest

from tests.web.markup import BadMarkup, document, fragment

SVG = "{http://www.w3.org/2000/svg}"

HEAD = '<!DOCTYPE html><html lang="en"><head><title>Ligny</title></head>'


def test_a_page_is_a_tree_of_elements() -> None:
    page = document(
        f'{HEAD}<body><!-- Ney --><p id="it">D&#39;Erlon &amp; Reille<svg viewBox="0 0 1 1">'
        "<title>Map</title></svg></p></body></html>"
    )
    tags = [it.tag for it in page.iter()]
    assert tags == ["html", "head", "title", "body", "p", f"{SVG}svg", f"{SVG}title"]
    assert page.findtext(".//*[@id='it']") == "D'Erlon & Reille"
    [svg] = page.iter(f"{SVG}svg")
    assert svg.attrib == {"viewBox": "0 0 1 1"}


def test_a_part_of_a_page_is_read_like_a_page() -> None:
    assert [it.get("id") for it in fragment('<p id="a">1</p><p id="b">2</p>')] == ["a", "b"]


@pytest.mark.parametrize(
    "wrong",
    [
        "<p>Ney</div>",
        "<p><div>Ney</div></p>",
        "<b><i>Ney</b></i>",
        '<p id="a" id="b">Ney</p>',
        "<p class=a'b>Ney</p>",
        "<table><p>Ney</p></table>",
        "<form><form></form></form>",
        "<div/>",
        "<p>&nei;</p>",
        "<p>\0</p>",
        "<svg><p>Ney</p></svg>",
        "<section>Ney",
        "<li>Ney</ul>",
        "Ney</body><p>Ney</p>",
    ],
)
def test_no_mistake_passes(wrong: str) -> None:
    with pytest.raises(BadMarkup):
        fragment(wrong)


def test_a_page_begins_with_what_it_is() -> None:
    with pytest.raises(BadMarkup):
        document('<html lang="en"><head><title>Ligny</title></head><body></body></html>')
