"""The order notation of Napoléon 1815: a line for every order, described in docs/notation.md."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cached_property, partial

from napoleon.rules.kit import conceding
from napoleon.rules.kit.declaring import patterns_of
from napoleon.rules.kit.roads import road_id
from napoleon.rules.notation.declared import DeclaredNotation, Positions
from napoleon.rules.notation.grammar import Grammar, Pattern
from napoleon.rules.notation.names import EXACT, Names, fold
from napoleon.rules.notation.slots import (
    Meanings,
    counted,
    free_text,
    in_any_order,
    named,
    phrase,
    tallied,
)
from napoleon.rulesets.napoleon1815 import fog, orders, position_notation
from napoleon.rulesets.napoleon1815.packs.pack import Pack
from napoleon.rulesets.napoleon1815.position_codecs import PLAYERS, areas, blocks
from napoleon.rulesets.napoleon1815.state import State
from napoleon.rulesets.napoleon1815.table import Table
from napoleon.rulesets.napoleon1815.verbs import DECLARED


class Scope:
    """What the words of a line stand for: in the position `state`, or apart from any position.

    `seat` names blocks that it may not see by their tokens, and only cards that it holds by their
    names alone [VIS.1, VIS.6].
    """

    def __init__(self, pack: Pack, state: State | None = None, seat: str = "") -> None:
        self.pack = pack
        self.seat = seat
        self._table = None if state is None else Table(state, pack)

    @property
    def areas(self) -> Names:
        """Every area of the map."""
        return areas(self.pack)

    @cached_property
    def blocks(self) -> Names:
        """Every block; in fog of war only the seat's own, and the tokens of all others."""
        pieces, table = self.pack.pieces, self._table
        if table is None or not table.fog or self.seat not in table.state.seats:
            return blocks(self.pack)
        standing = table.state.blocks
        seen = {
            block: piece.name
            for block, piece in pieces.items()
            if table.is_own(self.seat, block) or (block in standing and standing[block].revealed)
        }
        hidden = fog.tokens(table, (b for b, it in standing.items() if it.token and b not in seen))
        return Names({**seen, **{token: token for token in hidden}})

    @property
    def named_cards(self) -> list[int]:
        """The cards that go by their names alone: those that the seat has before it."""
        if self._table is None:
            return list(self.pack.cards)
        state = self._table.state
        shown = list(state.hands.get(self.seat, []))
        if state.foresight and state.foresight == self.seat:
            shown += state.decks[self._table.side_of_player(self.seat)]
        return shown

    @property
    def marching_from(self) -> str | None:
        """Where the active stack stands."""
        table = self._table
        if table is None or table.operation is None:
            return None
        standing = table.standing(table.operation.blocks)
        return table.block(standing[0]).area if standing else None

    @property
    def retreating_from(self) -> str | None:
        """How far the beaten stack has come."""
        if self._table is None or self._table.combat is None:
            return None
        here = self._table.combat.area
        for road in self._table.combat.path:
            here = self.pack.graph.roads[road].other(here)
        return here


# -- slots ---------------------------------------------------------------------------------------


def _card(typed: str, scope: Scope) -> Meanings:
    number, _, name = typed.partition(" ")
    if re.fullmatch(r"[0-9]{1,3}", number):
        card = scope.pack.cards.get(int(number))
        if not name:
            yield int(number), EXACT
        elif card is not None:
            yield from ((int(number), level) for _, level in Names({"": card.name}).matches(name))
        return
    held = {str(number): scope.pack.cards[number].name for number in scope.named_cards}
    for found, level in Names(held).matches(typed):
        if not fold(typed).isdigit():
            yield int(found), level


def _write_card(number: int, scope: Scope) -> str:
    card = scope.pack.cards.get(number)
    return str(number) if card is None else f"{number} {card.name}"


def _road(typed: str, scope: Scope) -> Iterator[tuple[str, int]]:
    """A road by both of its ends, in either order."""
    words = fold(typed).split()
    for cut in range(1, len(words)):
        for a, one in scope.areas.matches(" ".join(words[:cut])):
            for b, other in scope.areas.matches(" ".join(words[cut:])):
                if scope.pack.graph.between(a, b) is not None:
                    yield road_id(a, b), one + other


def _write_road(road: str, scope: Scope) -> str:
    known = scope.pack.graph.roads.get(road)
    return "-".join(map(scope.areas.write, (known.a, known.b) if known else road.split("-")))


def _way(typed: str, scope: Scope, here: str | None) -> Meanings:
    """A road by where it leads from `here`, whether there is such a road or not."""
    if here is not None:
        for there, level in scope.areas.matches(typed):
            yield road_id(here, there), level
    yield from _road(typed, scope)


def _write_way(road: str, scope: Scope, here: str | None) -> str:
    ends = road.split("-")
    if here not in ends or len(ends) != 2:
        return _write_road(road, scope)
    return scope.areas.write(ends[1 - ends.index(here)])


_LOSS = re.compile(r"(?P<name>.+?) (?:0|(?:(?P<i>[0-9]{1,3})i)?(?: ?(?P<c>[0-9]{1,3})c)?)", re.I)


def _loss(typed: str, scope: Scope) -> Meanings:
    said = _LOSS.fullmatch(typed)
    if said is not None:
        loss = orders.Loss(int(said["i"] or 0), int(said["c"] or 0))
        for block, level in scope.blocks.matches(said["name"]):
            yield (block, loss), level


def _write_loss(item: tuple[str, orders.Loss], scope: Scope) -> str:
    block, loss = item
    counts = [f"{n}{kind}" for n, kind in ((loss.infantry, "i"), (loss.cavalry, "c")) if n]
    return " ".join([scope.blocks.write(block), *(counts or ["0"])])


BLOCK = named("a block", lambda scope: scope.blocks)
POINTS = counted("a corps with a number", lambda scope: scope.blocks)
CARD = phrase("a card", _card, _write_card)
LOSS = phrase("a corps with its losses, as in Ney 1i 1c", _loss, _write_loss)

SLOTS = {
    "area": named("an area", lambda scope: scope.areas),
    "corps": BLOCK,
    "blocks": in_any_order(BLOCK),
    "card": CARD,
    "cards": in_any_order(CARD),
    "player": named("a player", lambda scope: PLAYERS),
    "road": phrase("a road, as in Ligny-Marbais", _road, _write_road),
    "march": phrase(
        "an area",
        lambda t, s: _way(t, s, s.marching_from),
        lambda v, s: _write_way(v, s, s.marching_from),
    ),
    "retreat": phrase(
        "an area",
        lambda t, s: _way(t, s, s.retreating_from),
        lambda v, s: _write_way(v, s, s.retreating_from),
    ),
    "points": tallied(POINTS),
    "losses": tallied(LOSS),
    "text": free_text("a text"),
}

PATTERNS = (
    *patterns_of(DECLARED),
    Pattern(orders.OfferCards, "ask for {take:cards}", {"give": ()}),
    Pattern(orders.OfferCards, "offer {give:cards}[ for {take:cards}]"),
    Pattern(orders.SendMessage, "say {text:text}"),
    *conceding.PATTERNS,
)
"""One pattern or more for each verb."""

GRAMMAR = Grammar(SLOTS, PATTERNS)

NotationOf = partial[DeclaredNotation]
"""Makes a notation of the game with the data pack of its rules."""


def notation_by(grammar: Grammar) -> NotationOf:
    """Lines by a grammar of this game: earlier rules have others."""
    texts = Positions(
        position_notation.write, position_notation.write_views, position_notation.read
    )
    return partial(DeclaredNotation, grammar, Scope, texts)


Notation1815 = notation_by(GRAMMAR)
