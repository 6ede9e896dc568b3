"""Slots of the notation that a grammar of words alone does not read: lists to the end of a line.

A deck may have a hundred cards, so each item of a list is looked up once, between its commas.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from typing import Any, NamedTuple

from napoleon.rules.notation.declared import MOST_READINGS
from napoleon.rules.notation.grammar import Found, Line, Slot
from napoleon.rules.notation.names import EXACT, Names
from napoleon.rulesets.eagles_waterloo.orders import Laid

NamesOf = Callable[[Any], Names]
"""The names of a kind of thing in a scope."""

Meanings = Iterator[tuple[Any, int]]
"""What a few words may stand for, and how well each is said."""

MOST_WORDS = 32
"""How many words an item of a list has at most; cards and what is said of them have half of it."""

_COMMA = ","
_TOKEN = re.compile(r"(french|british|prussian)[- ](\d{1,4})", re.IGNORECASE)


class _Item(NamedTuple):
    """An item of a list: what its words may mean, what is wrong with them, how it is written."""

    read: Callable[[Sequence[str], Any], Meanings]
    missing: Callable[[Sequence[str], Any], tuple[int, str]]
    """At which of the words something else was expected, and what."""
    write: Callable[[Any, Any], str]


def _listed(item: _Item) -> Slot:
    """A slot of items up to the end of the line, as a tuple; at its best each, or nearly."""

    def found(line: Line, at: int, scope: Any) -> Iterator[Found]:
        items = []
        for begin, end in _between_commas(line, at):
            words = line.tokens[begin:end]
            if len(words) > MOST_WORDS:
                line.missed(begin + MOST_WORDS, "a comma")
                return
            meanings = list(item.read(words, scope))
            if not meanings:
                where, expected = item.missing(words, scope)
                line.missed(begin + where, expected)
                return
            least = min(level for _, level in meanings)
            items.append([it for it in meanings if it[1] == least])
        for chosen in islice(product(*items), MOST_READINGS + 1):
            values = tuple(value for value, _ in chosen)
            yield Found(values, sum(level for _, level in chosen), len(line.tokens))

    return Slot(found, lambda values, scope: ", ".join(item.write(it, scope) for it in values))


def _between_commas(line: Line, at: int) -> list[tuple[int, int]]:
    """Where each item begins and ends, from a token on to the end of the line."""
    end = len(line.tokens)
    commas = [it for it in range(at, end) if line.tokens[it] == _COMMA]
    return list(zip([at, *(it + 1 for it in commas)], [*commas, end], strict=True))


def to_the_end(title: str, names: NamesOf) -> Slot:
    """A slot of things with names, separated by commas, with which the line ends."""
    return _listed(
        _Item(
            lambda words, scope: names(scope).matches(" ".join(words)),
            lambda words, scope: (0, title),
            lambda thing, scope: names(scope).write(thing),
        )
    )


class Laying(NamedTuple):
    """What the words of a layout name, as in ``Kempt left square on Papelotte``."""

    card: NamesOf
    wing: NamesOf
    formation: NamesOf
    terrain: NamesOf

    def read(self, words: Sequence[str], scope: Any) -> Meanings:
        """A card, a position, and perhaps how the card lies there."""
        for end in range(1, len(words)):
            for until in range(end + 1, min(end + 3, len(words) + 1)):
                for wing, well in self.wing(scope).matches(" ".join(words[end:until])):
                    for card, better in self.card(scope).matches(" ".join(words[:end])):
                        for how, level in self._how(words[until:], scope):
                            yield Laid(card, wing, **how), well + better + level

    def _how(self, words: Sequence[str], scope: Any) -> Meanings:
        """A formation, terrain, and whether it lies face down: each if it is said."""
        down = [it.casefold() for it in words[-2:]] == ["face", "down"]
        said = words[:-2] if down else words
        decoy = {"decoy": True} if down else {}
        mark = next((it for it, word in enumerate(said) if word.casefold() == "on"), len(said))
        for formation, well in self._perhaps("formation", self.formation, said[:mark], scope):
            if mark == len(said):
                yield {**formation, **decoy}, well
            for site, level in self.terrain(scope).matches(" ".join(said[mark + 1 :])):
                yield {**formation, "terrain": site, **decoy}, well + level

    def _perhaps(self, field: str, names: NamesOf, words: Sequence[str], scope: Any) -> Meanings:
        if not words:
            yield {}, EXACT
        for value, level in names(scope).matches(" ".join(words)):
            yield {field: value}, level

    def missing(self, words: Sequence[str], scope: Any) -> tuple[int, str]:
        """The first thing that is wrong."""
        named = [
            end
            for end in range(1, len(words) + 1)
            if any(self.card(scope).matches(" ".join(words[:end])))
        ]
        if not named:
            return 0, "a card"
        end = named[-1]
        if any(self.wing(scope).matches(" ".join(words[end : end + 1]))):
            return end + 1, "a formation, terrain or face down"
        return end, "a position, as in left"

    def write(self, it: Laid, scope: Any) -> str:
        """The words of a card that is laid."""
        said = [self.card(scope).write(it.card), self.wing(scope).write(it.place)]
        said += [self.formation(scope).write(it.formation)] * bool(it.formation)
        said += [f"on {self.terrain(scope).write(it.terrain)}"] * bool(it.terrain)
        said += ["face down"] * it.decoy
        return " ".join(said)


def layout_slot(laying: Laying) -> Slot:
    """A slot of cards that are laid, separated by commas, with which the line ends."""
    return _listed(_Item(laying.read, laying.missing, laying.write))


def token_or(card: Slot) -> Slot:
    """An enemy card: by the token of one that lies face down, or by its name."""

    def read(line: Line, at: int, scope: Any) -> Iterator[Found]:
        yield from card.read(line, at, scope)
        for count in (1, 2):
            token = _TOKEN.fullmatch(" ".join(line.tokens[at : at + count]))
            if token is not None and at + count <= len(line.tokens):
                yield Found(f"{token[1].casefold()}-{int(token[2])}", EXACT, at + count)

    return Slot(read, card.write)
