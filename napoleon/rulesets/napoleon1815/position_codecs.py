"""How the position notation writes single values, and reads them back.

What cannot be read raises ValueError with a sentence for the reader.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from functools import lru_cache, partial
from typing import Any, NamedTuple

import msgspec

from napoleon.board.roads import road_id
from napoleon.notation.names import EXACT, Names
from napoleon.ruleset import Result
from napoleon.rulesets.napoleon1815.packs.pack import Pack
from napoleon.rulesets.napoleon1815.state import Due, Marker

PACKS = 4
"""How many data packs keep their names at hand."""

PLAYERS = Names(
    {
        "french": "French",
        "allied": "Allies",
        "anglo_dutch": "Anglo-Dutch",
        "prussian": "Prussians",
    }
)
"""Every player that the game may have; armies and sides go by the same names."""


class Codec(NamedTuple):
    """How a value is written, and read back. Both know the data pack."""

    write: Callable[[Any, Pack], str]
    read: Callable[[str, Pack], Any]


def full_name_of(names: Names, text: str) -> str:
    """What `text` is the full name of."""
    found = [thing for thing, level in names.matches(text.strip()) if level == EXACT]
    if len(found) != 1:
        raise ValueError(f"{text.strip()!r} is not the name of one thing here")
    return found[0]


@lru_cache(PACKS)
def areas(pack: Pack) -> Names:
    """The areas of the map."""
    return Names({area.id: area.name for area in pack.areas.values()})


@lru_cache(PACKS)
def blocks(pack: Pack) -> Names:
    """All blocks."""
    return Names({block: piece.name for block, piece in pack.pieces.items()})


def players(pack: Pack) -> Names:
    """Every player that the game may have, and the armies."""
    return PLAYERS


def _named(names: Callable[[Pack], Names]) -> Codec:
    return Codec(
        lambda v, pack: names(pack).write(v), lambda text, pack: full_name_of(names(pack), text)
    )


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


def several(item: Codec, mark: str = ", ") -> Codec:
    """A list."""
    return Codec(
        lambda values, pack: mark.join(item.write(value, pack) for value in values),
        lambda text, pack: [item.read(one, pack) for one in text.split(mark) if one],
    )


_PAIR = re.compile(r"([^(]+) \(([^)]*)\)(?:, |$)")


def pairs(key: Codec, value: Codec) -> Codec:
    """A mapping: each key with its value in parentheses."""

    def read_pairs(text: str, pack: Pack) -> dict[Any, Any]:
        if _PAIR.sub("", text):
            raise ValueError("expected names, each with a value in parentheses")
        return {key.read(k, pack): value.read(v, pack) for k, v in _PAIR.findall(text)}

    return Codec(
        lambda values, pack: ", ".join(
            f"{key.write(k, pack)} ({value.write(v, pack)})" for k, v in values.items()
        ),
        read_pairs,
    )


def _write_card(number: int, pack: Pack) -> str:
    return f"{number} {pack.cards[number].name}"


def _read_card(text: str, pack: Pack) -> int:
    number = _read_number(text, pack)
    if number not in pack.cards:
        raise ValueError(f"{text!r} is not a card of the pack")
    return number


def _read_invasion_card(text: str, pack: Pack) -> int:
    number = _read_number(text, pack)
    if number not in pack.invasion_cards:
        raise ValueError(f"{text!r} is not an invasion card of the pack")
    return number


def _write_swap(swap: tuple[str, int], pack: Pack) -> str:
    player, card = swap
    return f"{PLAYERS.write(player)}: {_write_card(card, pack)}"


def _read_swap(text: str, pack: Pack) -> tuple[str, int]:
    player, _, card = text.partition(": ")
    return full_name_of(PLAYERS, player), _read_card(card, pack)


def _read_number(text: str, pack: Pack) -> int:
    return int(text.split(" ")[0])


def _write_cards(cards: Any, pack: Pack, *, item: Codec, mark: str) -> str:
    return f"?{cards}" if isinstance(cards, int) else several(item, mark).write(cards, pack)


def _read_cards(text: str, pack: Pack, *, item: Codec, mark: str) -> Any:
    return several(item, mark).read(known(text), pack)


def known(text: str) -> str:
    """`text`, unless it hides something. Raises ValueError."""
    if "?" in text.split("(")[0]:
        raise ValueError("the position is only what a seat may know of it")
    return text


def _cards(item: Codec, mark: str) -> Codec:
    return Codec(
        partial(_write_cards, item=item, mark=mark), partial(_read_cards, item=item, mark=mark)
    )


def _read_marker(text: str, pack: Pack) -> Marker:
    side, _, road = text.partition(" by ")
    return Marker(full_name_of(PLAYERS, side), _read_road(road, pack))


def _write_due(due: Due, pack: Pack) -> str:
    return f"turn {due.turn} in {' or '.join(map(areas(pack).write, due.areas))}"


def _read_due(text: str, pack: Pack) -> Due:
    turn, _, places = text.removeprefix("turn ").partition(" in ")
    return Due(int(turn), [full_name_of(areas(pack), place) for place in places.split(" or ")])


def _write_result(result: Result, pack: Pack) -> str:
    return f"{PLAYERS.write(result.winner)}: {result.reason} [{result.clause}]"


def _read_result(text: str, pack: Pack) -> Result:
    result = re.fullmatch(r"([^:]+): (.*) \[([^\]]+)\]", text)
    if result is None:
        raise ValueError("a result is: side, colon, reason, clause in brackets")
    return Result(full_name_of(PLAYERS, result[1]), result[2], result[3])


WORD = Codec(lambda value, pack: str(value), lambda text, pack: text)
NUMBER = Codec(lambda value, pack: str(value), _read_number)
AREA, BLOCK, PLAYER = _named(areas), _named(blocks), _named(players)
ROAD = Codec(_write_road, _read_road)
DATA = Codec(
    lambda value, pack: msgspec.json.encode(value).decode(),
    lambda text, pack: msgspec.json.decode(text),
)
RESULT = Codec(_write_result, _read_result)
MARKER = Codec(
    lambda marker, pack: f"{PLAYERS.write(marker.side)} by {_write_road(marker.road, pack)}",
    _read_marker,
)
DUE = Codec(_write_due, _read_due)
CARD = Codec(lambda number, pack: str(number), _read_card)
INVASION_CARD = Codec(lambda number, pack: str(number), _read_invasion_card)
SWAP = Codec(_write_swap, _read_swap)
HAND = pairs(PLAYER, _cards(Codec(_write_card, _read_card), "; "))
PILE = pairs(PLAYER, _cards(CARD, " "))
