"""Languages: phrases by gettext, plurals, lists with "and", and what each language elides.

English is what the sources say. Translations are ``locale/LANGUAGE/LC_MESSAGES/story.po``, in
`HOUSE` and beside each game; the caller reads them and hands in a `Language`.
"""

from __future__ import annotations

import gettext as standard
import re
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import Any

HOUSE = Path(__file__).parents[2] / "locale"
"""The catalogues of what the house itself says, and of what games share."""

_ELIDED = re.compile(r"\b([Dd])e (?=[AEIOUÉÈÊaeiouéèê])")

_APOSTROPHE = re.compile(r"(?<=\w)'(?=\w)")

_SPACE = "[ \N{NO-BREAK SPACE}\N{NARROW NO-BREAK SPACE}]?"

_STANDING_OFF = (
    (re.compile(rf"(?<=\S){_SPACE}([;!?])(?=[\s»)]|$)"), "\N{NARROW NO-BREAK SPACE}\\1"),
    (re.compile(rf"(?<=\S){_SPACE}(:)(?=\s|$)"), "\N{NO-BREAK SPACE}\\1"),
    (re.compile(rf"(?<=\d){_SPACE}(%)"), "\N{NO-BREAK SPACE}\\1"),
    (re.compile(rf"«{_SPACE}"), "«\N{NO-BREAK SPACE}"),
    (re.compile(rf"{_SPACE}»"), "\N{NO-BREAK SPACE}»"),
)
"""Signs that stand off the word beside them, and by which space."""


def _as_it_is(text: str) -> str:
    return text


@lru_cache(4096)  # on a page most of them are the same as on the last one
def _polished_in_french(text: str) -> str:
    """What is told of Ath is told "d'Ath", and high signs stand off the word before them."""
    told = _APOSTROPHE.sub("\N{RIGHT SINGLE QUOTATION MARK}", text)
    told = _ELIDED.sub("\\1\N{RIGHT SINGLE QUOTATION MARK}", told)
    for sign, apart in _STANDING_OFF:
        told = sign.sub(apart, told)
    return told


_POLISH: dict[str, Callable[[str], str]] = {"fr": _polished_in_french}


_ARTICLES = {"fr": re.compile("^(?:la |le |les |l[\N{RIGHT SINGLE QUOTATION MARK}'])")}
"""What names of countries begin with in sentences."""


def printed(code: str, text: str) -> str:
    """The text with the elisions, apostrophes and spaces of the language `code`."""
    return _POLISH.get(code, _as_it_is)(text)


def noted(text: str) -> str:
    """`text` as it is, to be found by ``make messages`` and translated when it is told."""
    return text


_QUOTED = noted("“%(text)s”")
_WITHIN = noted("‘%(text)s’")  # noqa: RUF001 - quotation marks


@dataclass(frozen=True, eq=False)
class Language:
    """A language that stories are told in, with the phrases of the house and of one game."""

    code: str
    texts: standard.NullTranslations

    def gettext(self, text: str, /, **values: Any) -> str:
        """`text` in this language, with `values` filled in for ``%(name)s``."""
        if not values:
            return _told(self, text)
        return self.polished(self.texts.gettext(text) % values)

    def ngettext(self, one: str, many: str, count: int, /, **values: Any) -> str:
        """`one` or `many`, as `count` asks for; ``%(num)s`` is the count."""
        return self.polished(self.texts.ngettext(one, many, count) % {"num": count, **values})

    def alone(self, name: str) -> str:
        """A name in this language as it stands by itself, in a table: without an article."""
        return _told_alone(self, name)

    def listed(self, items: Iterable[str]) -> str:
        """The items one after the other, with "and" before the last.

        >>> ENGLISH.listed(["Ney", "Reille", "Lobau"])
        'Ney, Reille and Lobau'
        """
        *others, last = [*items] or [""]
        if not others:
            return last
        return self.gettext("%(others)s and %(last)s", others=", ".join(others), last=last)

    def quoted(self, text: str) -> str:
        """What somebody else has said between the quotation marks; not polished.

        What is quoted within it stands between the inner marks.
        """
        before, after = self.polished(self.texts.gettext(_QUOTED)).split("%(text)s")
        inner = self.texts.gettext(_WITHIN).split("%(text)s")
        opened, closed = before.strip(), after.strip()
        within = re.sub(rf"{re.escape(opened)}\s?", inner[0], text)
        within = re.sub(rf"\s?{re.escape(closed)}", inner[1], within)
        return f"{before}{within}{after}"

    def polished(self, text: str) -> str:
        """The text as it is spoken."""
        return printed(self.code, text)


@lru_cache(16_384)  # a page tells thousands of names, most of them more than once
def _told(language: Language, text: str) -> str:
    return language.polished(language.texts.gettext(text))


@lru_cache(16_384)
def _told_alone(language: Language, name: str) -> str:
    told = language.gettext(name)
    article = _ARTICLES.get(language.code)
    return told if article is None else article.sub("", told)


ENGLISH = Language("en", standard.NullTranslations())
"""The language of the sources."""
