"""The catalogue: every text of the pages is in it, and in French."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from io import BytesIO
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.extract import extract_from_dir, extract_from_file
from babel.messages.frontend import parse_mapping_cfg
from babel.messages.pofile import read_po

from api.extraction import declared
from api.languages import LOCALE
from api.web.catalogue import LANGUAGES, SOURCE, translations
from api.web.pages import web

SOURCES = LOCALE.parent
ROOT = SOURCES.parents[1]
KEYWORDS = {"_": None, "gettext": None, "ngettext": (1, 2), "noted": None}
WORDINGS = {"say": None, "say_many": (1, 2)}
"""What games call their words of orders by; see `napoleon.rules.wording`."""
TRANSLATED = [code for code in LANGUAGES if code != SOURCE]
PLACE = re.compile(r"%\((\w+)\)s")
AGAIN = re.compile(r"(.{9,}?)\s*(\1\s*)+", re.DOTALL)
"""A text and the same once more, right behind it."""


def says(module: Path) -> bool:
    """Whether a module calls `say`, from wherever it has it."""
    return re.search(r"\bsay(_many)?\(", module.read_text(encoding="utf-8")) is not None


@cache
def texts() -> frozenset[str]:
    """Every text that stands in the sources, which are read once."""
    with (SOURCES / "babel.cfg").open(encoding="utf-8") as file:
        methods, options = parse_mapping_cfg(file)
    found = [
        it[2]
        for folder in (
            SOURCES,
            *(SOURCES.parent / it for it in ("mail", "people", "commands", "club", "calendar")),
        )
        for it in extract_from_dir(folder, methods, options, KEYWORDS)
    ]
    for name in ("paces.py", "reading.py", "clocks_told.py"):
        alone = SOURCES.parent / name
        found += [it[1] for it in extract_from_file("python", alone, KEYWORDS)]
    saying = [it for it in (ROOT / "napoleon").rglob("*.py") if says(it)]
    for file in (SOURCES.parent / "phrases.py", *sorted(saying)):
        found += [it[1] for it in extract_from_file("python", file, WORDINGS)]
    return frozenset(both(it)[0] for it in found)


def messages(code: str) -> Iterator[Message]:
    with (LOCALE / code / "LC_MESSAGES" / "messages.po").open("rb") as file:
        yield from (it for it in read_po(file, locale=code) if it.id)


def both(said: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said)


def test_the_template_has_every_text_of_the_sources() -> None:
    with (LOCALE / "messages.pot").open("rb") as file:
        kept = {both(it.id)[0] for it in read_po(file) if it.id}
    assert kept == texts(), "run: make messages"


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_text_is_translated(code: str) -> None:
    there = {both(it.id)[0]: both(it.string) for it in messages(code)}
    assert texts() - there.keys() == set(), "run: make messages"
    assert [text for text, told in there.items() if not all(told)] == []


@pytest.mark.parametrize("code", TRANSLATED)
def test_a_translation_has_the_same_blanks_to_fill_in(code: str) -> None:
    for message in messages(code):
        blanks = {frozenset(PLACE.findall(text)) for text in both(message.id)}
        for text in filter(None, both(message.string)):
            assert frozenset(PLACE.findall(text)) in blanks, message.id
        assert not message.fuzzy


@pytest.mark.parametrize("code", TRANSLATED)
def test_no_translation_says_the_same_several_times_in_a_row(code: str) -> None:
    files = [*ROOT.glob(f"[a-z]*/**/locale/{code}/LC_MESSAGES/*.po")]
    assert files
    for file in files:
        for message in read_po(BytesIO(file.read_bytes()), locale=code):
            assert not any(AGAIN.fullmatch(it) for it in both(message.string)), message.id


@pytest.mark.parametrize("code", TRANSLATED)
def test_it_is_read_without_being_compiled(code: str) -> None:
    assert translations(code).gettext("Games") != "Games"
    assert translations(code).gettext("no such text") == "no such text"
    assert web.name == "web"
    assert list(LOCALE.rglob("*.mo")) == []


def test_an_empty_word_to_choose_is_no_text() -> None:
    """In a catalogue the empty text is the header."""
    source = b'Formation = Literal["", "line", "square"]'
    assert [it[2] for it in declared(BytesIO(source), {}, (), {})] == ["line", "square"]
