"""Slots of the notation that a grammar of words alone does not read: lists to the end of a line.

A deck may have a hundred cards, so each item of a list is looked up once, between its commas.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from itertools import islice, product
from typing import Any

import msgspec

from napoleon.rules.notation.grammar import Found, Line, Slot
from napoleon.rules.notation.names import EXACT, Names
from napoleon.rules.notation.reading import MOST_READINGS
from napoleon.rulesets.eagles_waterloo.orders import Laid

_COMMA = ","
_TOKEN = re.compile(r"(french|british|prussian)[- ](\d{1,4})", re.IGNORECASE)


def _items(line: Line, at: int) -> list[tuple[int, int]]:
    """Where each item begins and ends, from a token on to the end of the line."""
    end = len(line.tokens)
    commas = [it for it in range(at, end) if line.tokens[it] == _COMMA]
    return list(zip([at, *(it + 1 for it in commas)], [*commas, end], strict=True))


def _best(readings: Iterator[Found], end: int) -> list[Found]:
    """The least abbreviated readings of an item that end where it does."""
    whole = [it for it in readings if it.end == end]
    least = min((it.level for it in whole), default=EXACT)
    return [it for it in whole if it.level == least]


def _listed(
    read: Callable[[Line, int, int, Any], Iterator[Found]], write: Callable[[Any, Any], str]
) -> Slot:
    """A slot of items up to the end of the line; `read` is told where an item ends."""

    def found(line: Line, at: int, scope: Any) -> Iterator[Found]:
        items = []
        for begin, end in _items(line, at):
            readings = _best(read(line, begin, end, scope), end)
            if not readings:
                return
            items.append(readings)
        for chosen in islice(product(*items), MOST_READINGS + 1):
            values = tuple(it.value for it in chosen)
            yield Found(values, sum(it.level for it in chosen), len(line.tokens))

    return Slot(found, lambda values, scope: ", ".join(write(it, scope) for it in values))


def to_the_end(title: str, names: Callable[[Any], Names]) -> Slot:
    """A slot of things with names, separated by commas, with which the line ends."""

    def read(line: Line, at: int, end: int, scope: Any) -> Iterator[Found]:
        line.missed(at, title)
        typed = " ".join(line.tokens[at:end])
        for thing, level in names(scope).matches(typed):
            yield Found(thing, level, end)

    return _listed(read, lambda thing, scope: names(scope).write(thing))


def layout_slot(card: Slot, wing: Slot, formation: Slot, terrain: Slot) -> Slot:
    """A slot of cards that are laid, as in ``Kempt left square on Papelotte``."""

    def read(line: Line, at: int, end: int, scope: Any) -> Iterator[Found]:
        for who in card.read(line, at, scope):
            for where in wing.read(line, who.end, scope):
                it = Laid(who.value, where.value)
                start = Found(it, who.level + where.level, where.end)
                for formed in _perhaps(line, start, "formation", formation, scope):
                    for posted in _on(line, formed, terrain, scope):
                        yield from _face_down(line, posted, end)

    def write(it: Laid, scope: Any) -> str:
        said = [card.write(it.card, scope), wing.write(it.place, scope)]
        said += [formation.write(it.formation, scope)] * bool(it.formation)
        said += [f"on {terrain.write(it.terrain, scope)}"] * bool(it.terrain)
        said += ["face down"] * it.decoy
        return " ".join(said)

    return _listed(read, write)


def _perhaps(line: Line, so_far: Found, field: str, slot: Slot, scope: Any) -> Iterator[Found]:
    """An item as it is, and with one thing more said of it."""
    yield so_far
    for it in slot.read(line, so_far.end, scope):
        more = msgspec.structs.replace(so_far.value, **{field: it.value})
        yield Found(more, so_far.level + it.level, it.end)


def _on(line: Line, so_far: Found, terrain: Slot, scope: Any) -> Iterator[Found]:
    yield so_far
    if _are(line, so_far.end, ("on",)):
        after = Found(so_far.value, so_far.level, so_far.end + 1)
        with_terrain = _perhaps(line, after, "terrain", terrain, scope)
        yield from (it for it in with_terrain if it.value.terrain)


def _face_down(line: Line, so_far: Found, end: int) -> Iterator[Found]:
    if so_far.end == end:
        yield so_far
    elif so_far.end + 2 == end and _are(line, so_far.end, ("face", "down")):
        decoy = msgspec.structs.replace(so_far.value, decoy=True)
        yield Found(decoy, so_far.level, end)


def _are(line: Line, at: int, words: Sequence[str]) -> bool:
    """Whether these words are typed there."""
    typed = [it.casefold() for it in line.tokens[at : at + len(words)]]
    return typed == list(words)


def token_or(card: Slot) -> Slot:
    """An enemy card: by the token of one that lies face down, or by its name."""

    def read(line: Line, at: int, scope: Any) -> Iterator[Found]:
        yield from card.read(line, at, scope)
        for count in (1, 2):
            token = _TOKEN.fullmatch(" ".join(line.tokens[at : at + count]))
            if token is not None and at + count <= len(line.tokens):
                yield Found(f"{token[1].casefold()}-{int(token[2])}", EXACT, at + count)

    return Slot(read, card.write)
