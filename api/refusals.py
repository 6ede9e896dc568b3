"""Why something was refused, in the reader's language.

Refusals and problems are made in English, as the log, the API and programs know them. Where people
read them, on pages, in mails and in answers to commands, they are taken apart by the phrases of the
catalogues ``refusals.po``, which ``make messages`` finds in the sources of the house and the games.
"""

from __future__ import annotations

import gettext as standard
import re
from datetime import datetime
from functools import cache
from typing import NamedTuple

from babel.lists import format_list

from api.clocks_told import when
from api.languages import LOCALE, SOURCE, catalogue, phrases_of
from napoleon.log.times import SECOND
from napoleon.rules.contract import installed
from napoleon.rules.orders import Refusal
from napoleon.rules.prose.language import HOUSE, Language
from napoleon.rules.prose.retelling import Retelling

DOMAIN = "refusals.po"

_BETWEEN = re.compile(r"((?<=\.) |; )")
"""What stands between the sentences and clauses of a longer answer."""

_TIME = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(?:\.\d{6})?\+\d\d:\d\d")
"""A time as refusals tell it, which programs read as well."""

_SLOT = re.compile(r"%\(\w+\)s")

_EXPECTED = "\N{SYMBOL FOR SUBSTITUTE}"
"""What stands for all that was expected, while the sentence around it is told."""


class _Phrases(NamedTuple):
    """The phrases of refusals in a language, with the names that may stand in them."""

    language: Language
    retelling: Retelling


def told(detail: str, code: str) -> str:
    """The sentence `detail` of a refusal or a problem, in the language `code`.

    Each of several sentences is told by itself; one that the catalogues do not know stays as it is.

    >>> told("That is for the other player to decide.", "en")
    'That is for the other player to decide.'
    """
    if code == SOURCE:
        return detail
    whole = _retold(detail, code)
    if whole != detail:
        return whole
    return "".join(_retold(it, code) for it in _BETWEEN.split(detail))


def cited(refusal: Refusal, code: str, zone: str = "") -> str:
    """A refusal with its code and clause, as in "The game is over. [GAME_OVER]".

    Times in it are told as a clock in `zone` shows them; without one as they are.
    """
    where = ", ".join(filter(None, (refusal.code, refusal.clause)))
    return f"{in_zone(told_of(refusal, code), zone, code)} [{where}]"


def told_of(refusal: Refusal, code: str) -> str:
    """The sentence of a refusal, in the language `code`.

    Where a line cannot be read, what was expected there are kinds of things, which have names in
    every language, and words of the line, which stand as they are written.

    >>> detail = "That line cannot be read from column 6 on: expected a card or to."
    >>> told_of(Refusal("BAD_LINE", "", detail, {"expected": ["a card", "to"]}), "en")
    'That line cannot be read from column 6 on: expected a card or to.'
    """
    expected = refusal.facts.get("expected")
    if code == SOURCE or not isinstance(expected, list):
        return told(refusal.detail, code)
    phrases = _phrases(code)
    # Kinds of things have several words, and words of lines are one each.
    said = [
        phrases.language.gettext(it) if " " in it else phrases.language.quoted(it)
        for it in expected
    ]
    lead, wanted = "on: expected ", " or ".join(expected)
    whole = told(refusal.detail.replace(f"{lead}{wanted}", f"{lead}{_EXPECTED}", 1), code)
    return whole.replace(_EXPECTED, format_list(said, style="or", locale=code))


def in_zone(detail: str, zone: str, code: str) -> str:
    """A refusal whose times are told as people read them; without a zone they stay as they are.

    >>> in_zone("You may wait until 2026-06-03T10:00:00+00:00.", "Europe/Paris", "en")
    'You may wait until Wednesday 3 June, 12:00 (Europe/Paris).'
    """
    if not zone:
        return detail
    return _TIME.sub(lambda it: when(_microseconds(it[0]), zone, code), detail)


def _microseconds(time: str) -> int:
    return int(datetime.fromisoformat(time).timestamp()) * SECOND


def _retold(sentence: str, code: str) -> str:
    phrases = _phrases(code)
    return phrases.retelling.told(phrases.language, sentence)


@cache
def _phrases(code: str) -> _Phrases:
    """The catalogues of all that refuses, and of the names that games fill in.

    Of two phrases that fit, the one that says more itself is meant.
    """
    games = [rules.storybook.locale for rules in installed().values()]
    stories = [HOUSE, *(folder for folder in games if folder is not None)]
    texts = standard.NullTranslations()
    known: set[str] = set()
    for folder, domain in [
        *((it, "story.po") for it in stories),
        *((it, DOMAIN) for it in (LOCALE, *stories)),
    ]:
        file = folder / code / "LC_MESSAGES" / domain
        if not file.is_file():
            continue
        found = catalogue(file, code)
        if domain == DOMAIN:
            known.update(phrases_of(file))
        found.add_fallback(texts)
        texts = found
    plainest_last = sorted(known, key=lambda it: (-len(_SLOT.sub("", it)), it))
    return _Phrases(Language(code, texts), Retelling(plainest_last))
