"""Hidden pieces: what stands under a token, and who may know what it is.

A piece that others may not see stands under a token, which tells its colour and a number. Pieces
that could be told apart, because some of them went and others stayed, get new tokens by chance. A
number is never used again, so a token tells nothing about what stood under it before.

A game keeps its pieces by their ids, and in ``tokens`` of its state how many numbers are used.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable, Iterator, Mapping
from itertools import groupby
from typing import Any, NamedTuple, Protocol

from napoleon.rules.events import REFEREE
from napoleon.rules.kit.table import Table


class Piece(Protocol):
    """What is read of a piece."""

    token: str
    revealed: bool
    """Whether it lies open, so that everybody sees what it is."""


Pieces = Mapping[str, Piece]
"""Pieces by their ids."""


class Mixed(NamedTuple):
    """Pieces of one colour that get new tokens."""

    pieces: tuple[str, ...]
    """In the order of their old tokens."""
    old: tuple[str, ...]
    new: tuple[str, ...]
    pairing: dict[str, str]
    """New token by piece."""
    draw: int
    """Number of the last draw; there is one for each piece."""


def number(token: str) -> tuple[str, int]:
    """What tokens are put in order by: colour and number.

    >>> sorted(["red-10", "red-9", "blue-11"], key=number)
    ['blue-11', 'red-9', 'red-10']
    """
    colour, _, digits = token.rpartition("-")
    return colour, int(digits)


def fresh(colour: str, used: int, pieces: int = 1) -> list[str]:
    """As many tokens that no piece has had yet, when `used` numbers are used.

    >>> fresh("red", 7, 2)
    ['red-8', 'red-9']
    """
    return [f"{colour}-{digits}" for digits in range(used + 1, used + pieces + 1)]


def in_order(pieces: Pieces, ids: Iterable[str]) -> list[str]:
    """`ids` in an order that tells nothing about what they are: that of their tokens."""
    return sorted(ids, key=lambda piece: number(pieces[piece].token))


def tokens_of(pieces: Pieces, ids: Iterable[str]) -> tuple[str, ...]:
    """The tokens of pieces in the order of their numbers."""
    return tuple(sorted((pieces[piece].token for piece in ids), key=number))


def mixed(
    table: Table[Any, Any], pieces: Pieces, ids: Iterable[str], colour: Callable[[str], str]
) -> Iterator[Mixed]:
    """New tokens for those of `ids` that are hidden, colour by colour, as chance gives them out.

    Each has to be recorded before the next one is asked for.
    """
    hidden = in_order(pieces, [piece for piece in ids if not pieces[piece].revealed])
    for shade, group in groupby(hidden, key=colour):
        together = tuple(group)
        new = fresh(shade, table.state.tokens, len(together))
        left, pairing = list(new), {}
        for place, piece in enumerate(together, 1):
            purpose = f"{shade} token {place} of {len(together)}"
            pairing[piece], _ = table.draw(left, purpose)
            left.remove(pairing[piece])
        last = table.state.draws + len(together) - 1
        old = tuple([pieces[piece].token for piece in together])
        yield Mixed(together, old, tuple(new), pairing, last)


def put(pieces: Pieces, pairing: Mapping[str, str]) -> None:
    """Put each piece under its new token; for the ``apply`` of the event that tells it."""
    for piece, token in pairing.items():
        pieces[piece].token = token
        pieces[piece].revealed = False


def hidden_by_token(pieces: Pieces, ids: Iterable[str]) -> dict[str, str]:
    """Those of `ids` that are hidden, by their tokens and in the order of these."""
    return {pieces[it].token: it for it in in_order(pieces, ids) if not pieces[it].revealed}


def sees(piece: Piece, viewer: str, owners: Container[str]) -> bool:
    """Whether `viewer` may know what a piece of `owners` is."""
    return piece.revealed or viewer == REFEREE or viewer in owners


def named(pieces: Pieces, piece: str, *, seen: bool) -> str:
    """A piece by its id for those who have `seen` what it is, and by its token for others."""
    return piece if seen else pieces[piece].token
