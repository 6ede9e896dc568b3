"""Finished English texts in another language, by the phrases that they were made of.

Decisions and names of turns are texts that the log and the API know in English. Where a page shows
them in another language, they are taken apart by the phrases that a game lists.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache

from napoleon.rules.prose.language import Language

MOST = 4096
"""Texts that are remembered, for all languages together."""

_SLOT = re.compile(r"%\((\w+)\)s")


class Retelling:
    """Phrases with ``%(name)s`` for what is different each time, the first one that fits counts.

    >>> from napoleon.rules.prose.language import ENGLISH
    >>> Retelling(["Discard %(number)s cards."]).told(ENGLISH, "Discard 2 cards.")
    'Discard 2 cards.'
    """

    def __init__(self, phrases: Iterable[str]) -> None:
        """What is in their slots is told again in its turn, if the catalogue has it."""
        self._phrases = [(_pattern(it), it) for it in phrases]
        # The same few hundred texts are told on every page.
        self.told = lru_cache(maxsize=MOST)(self._told)
        """`text` in a language; as it is, if it is no phrase of the catalogue.

        Names that stand one after the other are told one by one.
        """

    def _told(self, language: Language, text: str) -> str:
        for pattern, phrase in self._phrases:
            found = pattern.fullmatch(text)
            if found:
                slots = {name: self.told(language, it) for name, it in found.groupdict().items()}
                return language.gettext(phrase, **slots)
        whole = language.gettext(text)
        return whole if whole != text else ", ".join(map(language.gettext, text.split(", ")))


def _pattern(phrase: str) -> re.Pattern[str]:
    parts = _SLOT.split(phrase)
    made = (
        f"(?P<{part}>.+)" if number % 2 else re.escape(part.replace("%%", "%"))
        for number, part in enumerate(parts)
    )
    return re.compile("".join(made))
