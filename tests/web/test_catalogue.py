"""The catalogue: every text of the pages is in it, and in French."""

from __future__ import annotations

import re
from collections.abc import Iterator
from io import BytesIO

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from api.extraction import declared
from api.languages import LOCALE
from api.web.catalogue import LANGUAGES, SOURCE, translations
from api.web.pages import web

ROOT = LOCALE.parents[2]
TRANSLATED = [code for code in LANGUAGES if code != SOURCE]
PLACE = re.compile(r"%\((\w+)\)s")
IMPORTED = re.compile(r"\bimport (\([^)]*|[^\n(]*)\bsay(_many)?\b")
AGAIN = re.compile(r"(.{9,}?)\s*(\1\s*)+", re.DOTALL)
"""A text and the same once more, right behind it."""


def messages(code: str) -> Iterator[Message]:
    with (LOCALE / code / "LC_MESSAGES" / "messages.po").open("rb") as file:
        yield from (it for it in read_po(file, locale=code) if it.id)


def both(said: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said)


def test_make_reads_every_module_with_words_of_orders() -> None:
    """That catalogues have all that it reads, ``make messages`` shows in tests/documents."""
    [read] = re.findall(r'^SAYING := "(.*)"$', (ROOT / "Makefile").read_text(), re.MULTILINE)
    modules = {it: it.read_text(encoding="utf-8") for it in (ROOT / "napoleon").rglob("*.py")}
    saying = {it for it, text in modules.items() if IMPORTED.search(text)}
    assert len(saying) > 20
    unread = {it for it in saying if not re.search(read, modules[it])}
    assert unread == {ROOT / "napoleon" / "rules" / "wording.py"}, "where they are passed on"


@pytest.mark.parametrize("code", TRANSLATED)
def test_every_text_is_translated(code: str) -> None:
    told = list(messages(code))
    assert len(told) > 1000
    assert [it.id for it in told if not all(both(it.string))] == []


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
