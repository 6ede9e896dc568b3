"""How the position notation writes the values of this game, and reads them back."""

from __future__ import annotations

import re
from functools import lru_cache

from napoleon.rules.kit.roads import road_id
from napoleon.rules.notation.codecs import (
    NUMBER,
    Codec,
    full_name_of,
    hidden,
    named,
    pairs,
    result_of,
    several,
)
from napoleon.rules.notation.names import EXACT, Names
from napoleon.rulesets.napoleon1815.packs.pack import Pack
from napoleon.rulesets.napoleon1815.state import Due, Exchange, Marker

PACKS = 4
"""How many data packs keep their names at hand."""

NOTHING = "nothing"
"""No cards, in an exchange."""

_FOR = re.compile(rf" for (?={NOTHING}$|[0-9])")

_PLAYERS = {
    "french": "French",
    "allied": "Allies",
    "anglo_dutch": "Anglo-Dutch",
    "prussian": "Prussians",
}

PLAYERS = Names(_PLAYERS)
"""Every player that the game may have; armies and sides go by the same names."""

WINNERS = Names({**_PLAYERS, "": "nobody"})
"""Those who can have won."""


@lru_cache(PACKS)
def areas(pack: Pack) -> Names:
    """The areas of the map."""
    return Names({area.id: area.name for area in pack.areas.values()})


@lru_cache(PACKS)
def blocks(pack: Pack) -> Names:
    """All blocks."""
    return Names({block: piece.name for block, piece in pack.pieces.items()})


def _write_road(road: str, pack: Pack) -> str:
    ends = pack.graph.roads[road]
    return "-".join(map(areas(pack).write, (ends.a, ends.b)))


def _read_road(text: str, pack: Pack) -> str:
    parts, names = text.split("-"), areas(pack)
    for cut in range(1, len(parts)):
        ends = [
            [area for area, level in names.matches("-".join(half)) if level == EXACT]
            for half in (parts[:cut], parts[cut:])
        ]
        if all(ends) and (road := road_id(ends[0][0], ends[1][0])) in pack.graph.roads:
            return road
    raise ValueError(f"{text!r} is not a road")


def _write_card(number: int, pack: Pack) -> str:
    return f"{number} {pack.cards[number].name}"


def _read_card(text: str, pack: Pack) -> int:
    number: int = NUMBER.read(text, pack)
    if number not in pack.cards:
        raise ValueError(f"{text!r} is not a card of the pack")
    return number


def _read_invasion_card(text: str, pack: Pack) -> int:
    number: int = NUMBER.read(text, pack)
    if number not in pack.invasion_cards:
        raise ValueError(f"{text!r} is not an invasion card of the pack")
    return number


def _write_swap(swap: tuple[str, int] | Exchange, pack: Pack) -> str:
    if isinstance(swap, tuple):
        player, card = swap
        return f"{PLAYERS.write(player)}: {_write_card(card, pack)}"
    give, take = (
        "; ".join(_write_card(card, pack) for card in cards) or NOTHING
        for cards in (swap.give, swap.take)
    )
    return f"{PLAYERS.write(swap.player)}: {give} for {take}"


def _read_swap(text: str, pack: Pack) -> tuple[str, int] | Exchange:
    name, _, said = text.partition(": ")
    player, cards = full_name_of(PLAYERS, name), _FOR.split(said)
    if len(cards) == 1:
        return player, _read_card(said, pack)
    give, take = (_read_cards(part, pack) for part in (cards[0], cards[-1]))
    return Exchange(player, give, take)


def _read_cards(text: str, pack: Pack) -> tuple[int, ...]:
    return () if text == NOTHING else tuple(_read_card(card, pack) for card in text.split("; "))


def _read_marker(text: str, pack: Pack) -> Marker:
    side, _, road = text.partition(" by ")
    return Marker(full_name_of(PLAYERS, side), _read_road(road, pack))


def _write_due(due: Due, pack: Pack) -> str:
    return f"turn {due.turn} in {' or '.join(map(areas(pack).write, due.areas))}"


def _read_due(text: str, pack: Pack) -> Due:
    turn, _, places = text.removeprefix("turn ").partition(" in ")
    return Due(int(turn), [full_name_of(areas(pack), place) for place in places.split(" or ")])


AREA, BLOCK, PLAYER = named(areas), named(blocks), named(lambda pack: PLAYERS)
ROAD = Codec(_write_road, _read_road)
MARKER = Codec(
    lambda marker, pack: f"{PLAYERS.write(marker.side)} by {_write_road(marker.road, pack)}",
    _read_marker,
)
DUE = Codec(_write_due, _read_due)
CARD = Codec(lambda number, pack: str(number), _read_card)
INVASION_CARD = Codec(lambda number, pack: str(number), _read_invasion_card)
SWAP = Codec(_write_swap, _read_swap)
HAND = pairs(PLAYER, hidden(several(Codec(_write_card, _read_card), "; ")))
PILE = pairs(PLAYER, hidden(several(CARD, " ")))
RESULT = result_of(WINNERS)
