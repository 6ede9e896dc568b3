"""Catalogues of stories: every phrase of the sources is in them, and in French."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from babel.messages.catalog import Message
from babel.messages.pofile import read_po

from api.languages import LANGUAGES, SOURCE, language_of
from napoleon.log.story import chronicle_of
from napoleon.rules.contract import installed
from napoleon.rules.events import SPECTATOR
from napoleon.rules.prose.language import HOUSE
from napoleon.rules.viewer import Viewer
from napoleon.rulesets.napoleon1815 import RULES
from napoleon.rulesets.napoleon1815.cards.blue_cards import BLUE
from napoleon.rulesets.napoleon1815.cards.card_play import GREEN
from napoleon.rulesets.napoleon1815.story.notes import said

FOLDERS = [HOUSE, *(it.storybook.locale for it in installed().values() if it.storybook.locale)]
"""Where catalogues of stories are kept."""

TRANSLATED = [code for code in LANGUAGES if code != SOURCE]
BLANK = re.compile(r"%\((\w+)\)s|\{(\w+)[:}]")

EVERY = pytest.mark.parametrize("folder", FOLDERS, ids=lambda it: it.parent.name)
IN_EVERY_LANGUAGE = pytest.mark.parametrize("code", TRANSLATED)


def texts(folder: Path) -> set[str]:
    """Every phrase of the sources beside a folder of catalogues: that its template has them all,
    ``make messages`` shows in tests/documents."""
    with (folder / "story.pot").open("rb") as file:
        return {both(it.id)[0] for it in read_po(file) if it.id}


def messages(folder: Path, code: str) -> Iterator[Message]:
    with (folder / code / "LC_MESSAGES" / "story.po").open("rb") as file:
        yield from (it for it in read_po(file, locale=code) if it.id)


def both(said: str | tuple[str, ...] | list[str]) -> tuple[str, ...]:
    return (said,) if isinstance(said, str) else tuple(said)


NOTING = ("noted", "alone", "numbered", "together")
"""What marks a phrase that is translated where it is told, and not where it stands."""


def noted(folder: Path) -> Iterator[str]:
    """Every phrase that a module beside a folder of catalogues notes for translation."""
    for module in folder.parent.rglob("*.py"):
        others = "rulesets" in module.relative_to(folder.parent).parts
        source = module.read_text(encoding="utf-8")
        if others or not any(f"{it}(" in source for it in NOTING):
            continue
        for node in ast.walk(ast.parse(source)):
            match node:
                case ast.Call(func=ast.Name(id=name), args=[ast.Constant(value=str(text)), *_]):
                    yield from (text,) if name in NOTING else ()


@EVERY
def test_no_module_notes_a_phrase_that_nobody_translates(folder: Path) -> None:
    """Modules that hold phrases are named one by one: what is split from one is soon forgotten."""
    assert {*noted(folder)} <= texts(folder), "name the module in babel.cfg"


@EVERY
@IN_EVERY_LANGUAGE
def test_every_phrase_is_translated(folder: Path, code: str) -> None:
    there = {both(it.id)[0]: both(it.string) for it in messages(folder, code)}
    assert texts(folder) == there.keys()
    assert [text for text, told in there.items() if not all(told)] == []


@EVERY
@IN_EVERY_LANGUAGE
def test_a_translation_has_the_same_blanks_to_fill_in(folder: Path, code: str) -> None:
    for message in messages(folder, code):
        blanks = {frozenset(BLANK.findall(text)) for text in both(message.id)}
        for text in both(message.string):
            assert frozenset(BLANK.findall(text)) in blanks, message.id
        assert not message.fuzzy


def test_what_every_card_does_is_translated() -> None:
    words = chronicle_of(RULES, Viewer(SPECTATOR), language_of(RULES, "fr")).words
    for event in (*BLUE.values(), *GREEN.values()):
        assert said(words, event.summary) != event.summary
