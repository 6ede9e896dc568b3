"""Languages: the catalogues of the house and of the games, read when they are first needed.

English is what the sources say. What the house says itself, on pages, in mails and in answers to
commands, is in ``web/locale/LANGUAGE/LC_MESSAGES/messages.po``; ``make messages`` brings it up to
date with the sources. Stories have catalogues of their own, beside the games.
"""

from __future__ import annotations

import gettext as standard
import io
from functools import cache
from pathlib import Path

from babel import Locale
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from napoleon.rules.contract import Ruleset
from napoleon.rules.prose.language import ENGLISH, HOUSE, Language

LANGUAGES = ("en", "fr")
"""Codes of the languages that stories are told in; the first is that of the sources."""

SOURCE = ENGLISH.code

LOCALE = Path(__file__).parent / "web" / "locale"
"""Where the catalogues of pages, mails and commands are."""


@cache
def named(code: str, within: str) -> str:
    """What a language is called in another one, both by their codes; "" for one that is not known.

    >>> named("fr", "en"), named("en", "fr"), named("tlh", "en")
    ('French', 'Anglais', '')
    """
    if code not in LANGUAGES:
        return ""
    return (Locale(code).get_display_name(within) or "").capitalize()


@cache
def translations(code: str) -> standard.NullTranslations:
    """What the house says itself, in the language `code`, one of `LANGUAGES`."""
    if code == SOURCE:
        return standard.NullTranslations()
    return catalogue(LOCALE / code / "LC_MESSAGES" / "messages.po", code)


def noted(text: str) -> str:
    """`text` as it is, to be found by ``make messages`` and translated when it is told."""
    return text


def language_of(rules: Ruleset, code: str) -> Language:
    """The language `code`, one of `LANGUAGES`, with the phrases of the house and of a game."""
    locale = rules.storybook.locale
    return _language(code, *([locale] if locale else []))


def phrases_of(file: Path) -> list[str]:
    """The phrases in the language of the sources that a ``.po`` file translates."""
    with file.open("rb") as opened:
        return [str(message.id) for message in read_po(opened) if message.id]


def catalogue(file: Path, code: str) -> standard.GNUTranslations:
    """The translations into the language `code` that a ``.po`` file holds."""
    compiled = io.BytesIO()
    with file.open("rb") as opened:
        write_mo(compiled, read_po(opened, locale=code))
    compiled.seek(0)
    return standard.GNUTranslations(compiled)


@cache
def _language(code: str, *folders: Path) -> Language:
    if code == SOURCE:
        return ENGLISH
    texts = house_phrases(code)
    for folder in folders:
        found = _phrases(folder, code)
        found.add_fallback(texts)
        texts = found
    return Language(code, texts)


@cache
def house_phrases(code: str) -> standard.GNUTranslations:
    """The phrases that all games have in common, in the language `code`."""
    return _phrases(HOUSE, code)


def _phrases(folder: Path, code: str) -> standard.GNUTranslations:
    return catalogue(folder / code / "LC_MESSAGES" / "story.po", code)
