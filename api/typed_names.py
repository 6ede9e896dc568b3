"""Names that are typed in the reader's language, put into that of the sources.

What a page or a mail calls a place, a corps or a card, its reader may call so in a line. The
notation of a game and the commands know the names of the sources, so these take their places;
everything else in the line stays as it was typed.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from cachetools import LRUCache, cached

from api.languages import SOURCE, language_of
from napoleon.rules.contract import Ruleset
from napoleon.rules.notation.names import fold
from napoleon.rules.prose import storybook

_WORD = re.compile(r"[^\W_]+(?:['\u2019][^\W_]+)*")

Words = tuple[str, ...]
"""A name, word by word, as `fold` writes it."""


def in_source(rules: Ruleset, code: str, line: str) -> str:
    """`line` with the names that the game has in the language `code` in that of the sources.

    A name that is one in both languages, or could be two, stays as it is.
    """
    if code == SOURCE:
        return line
    known = _known(rules, code)
    longest = max(map(len, known), default=0)
    typed = [(it.start(), it.end(), _words(it.group())) for it in _WORD.finditer(line)]
    told, done, place = [], 0, 0
    while place < len(typed):
        for many in range(min(longest, len(typed) - place), 0, -1):
            taken = typed[place : place + many]
            name = known.get(tuple(word for _, _, words in taken for word in words))
            if name is not None and _together(line, taken[0][0], taken[-1][1]):
                told += [line[done : taken[0][0]], name]
                done, place = taken[-1][1], place + many
                break
        else:
            place += 1
    return "".join([*told, line[done:]])


def ids_by_name(rules: Ruleset) -> dict[str, str]:
    """The ids of a game by all names that are shown for them, as `fold` writes these.

    With and without an article; an id means itself, whatever else is called so.
    """
    by_name: dict[str, str] = {}
    for names in (rules.names, rules.also_called):
        for thing, name in names.items():
            by_name.setdefault(fold(name), thing.removeprefix("the "))
    by_name.pop("", None)
    own = {fold(it): it for it in rules.names if not it.startswith("the ")}
    return {**own, **by_name, **{it: it for it in rules.names}}


def all_in_source(
    rules: Ruleset, code: str, written: Mapping[str, Sequence[str]]
) -> dict[str, list[str]]:
    """What was written into the fields of a form, with its names in the language of the sources."""
    return {
        field: [in_source(rules, code, one) for one in several]
        for field, several in written.items()
    }


def _together(line: str, start: int, end: int) -> bool:
    """Whether only blanks and signs of names stand between the words."""
    return not re.search(r"[^\w\s'\u2019.-]", line[start:end])


@cached(LRUCache(32), key=lambda rules, code: (rules.name, rules.pack_hash, code))
def _known(rules: Ruleset, code: str) -> Mapping[Words, str]:
    """Names of the sources by how they are told in a language, with and without an article."""
    words = storybook.words_of(rules, language_of(rules, code))
    told = {it: _told(words, words.names[it], words.gettext(rules.names[it])) for it in rules.names}
    also = rules.also_called.items()
    pairs = [
        *((rules.names[it], _told(words, words.gettext(name))) for it, name in also),
        *((name, told[it]) for it, name in rules.names.items() if not it.startswith("the ")),
        *((name, (words.cards[it],)) for it, name in rules.cards.items()),
    ]
    own = {_words(name) for name, _ in pairs}
    found: dict[Words, set[str]] = {}
    for name, called in pairs:
        for it in called:
            found.setdefault(_words(it), set()).add(name)
    return dict(_of_one(found, own))


def _told(words: storybook.Words, *names: str) -> tuple[str, ...]:
    """Names with and without an article."""
    return (*names, *map(words.language.alone, names))


def _of_one(found: Mapping[Words, set[str]], own: set[Words]) -> Iterator[tuple[Words, str]]:
    for words, names in found.items():
        if words and words not in own and len(names) == 1:
            yield words, next(iter(names))


def _words(text: str) -> Words:
    return tuple(fold(text).split())
