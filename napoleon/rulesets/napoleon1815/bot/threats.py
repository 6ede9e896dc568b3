"""What the enemy can bring to a place, and how surely [OPS.3, MOVE.1]."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import groupby
from typing import NamedTuple

from napoleon.rulesets.napoleon1815.bot import fighting
from napoleon.rulesets.napoleon1815.bot.seen import FAR, Block, Seen
from napoleon.rulesets.napoleon1815.sides import ALLIED, FRENCH, enemy

AT_LEAST = (1.0, 1.0, 0.92, 0.75, 0.42, 0.14)
"""How likely a card of either deck has so many movement points or more, from 0 on."""

FIRST = {FRENCH: 0.62, ALLIED: 0.38}
"""How likely each side has the initiative of a turn, by the cards of both decks [INIT.3-4]."""


class Threat(NamedTuple):
    """A stack that may attack somewhere."""

    cards: int
    """Its combat cards."""
    chance: float
    """How likely it comes."""
    at_once: bool
    """Whether it may come this turn; otherwise it begins the next one."""


def reach(seen: Seen, stack: Sequence[Block]) -> Sequence[float]:
    """How likely a stack has so many movement points or more, from 0 up to `FAR`.

    [MOVE.1A, MOVE.1C-1E, SCOUT.3]
    """
    corps = [b for b in stack if b.fights]
    more = 1
    if corps:
        symbol = len(corps) == 1 and corps[0].marches
        more = 1 - len(corps) + symbol + any(b.id == fighting.NAPOLEON for b in stack)
    more -= seen.rains
    needed = (max(0, points - more) for points in range(1, FAR + 1))
    return [1.0, *(AT_LEAST[it] if it < len(AT_LEAST) else 0.0 for it in needed)]


def threats(seen: Seen) -> dict[str, list[Threat]]:
    """By area, the stacks of the enemy that may attack there.

    A threat is left out if another has more cards and comes more surely. An area to
    which nobody comes is missing.
    """
    found: dict[tuple[str, bool], list[Threat]] = {}
    for stack, chance, at_once in _stacks(seen):
        cards = fighting.attack_cards(stack)
        likely = reach(seen, stack)
        for area, way in seen.distances(stack[0].area).items():
            if likely[way]:
                threat = Threat(cards - (way > 0), chance * likely[way], at_once)
                found.setdefault((area, at_once), []).append(threat)
    worst: dict[str, list[Threat]] = {}
    for (area, _), coming in found.items():
        worst.setdefault(area, []).extend(_worst(coming))
    return worst


def _stacks(seen: Seen) -> Iterator[tuple[list[Block], float, bool]]:
    """Stacks of the enemy, the strongest of each size, how likely they act, and whether at once."""
    first = FIRST[enemy(seen.side)]
    for area in seen.areas.values():
        foes = sorted((b for b in area.blocks if b.side != seen.side), key=lambda b: b.army)
        for _, army in groupby(foes, key=lambda b: b.army):
            blocks = list(army)
            if seen.foes_act:
                yield from ((it, 1.0, True) for it in _of_each_size(b for b in blocks if b.ready))
            if seen.turns_left:
                yield from ((it, first, False) for it in _of_each_size(blocks))


def _of_each_size(blocks: Iterable[Block]) -> Iterator[list[Block]]:
    """With one corps, with two, and so on, the best first; commanders go with each."""
    blocks = list(blocks)
    corps = [b for b in blocks if b.fights]
    commanders = [b for b in blocks if b.kind == "commander"]
    corps.sort(key=lambda b: (fighting.attack_cards([b]), b.strength), reverse=True)
    for size in range(1, len(corps) + 1):
        yield [*corps[:size], *commanders]


def _worst(found: Iterable[Threat]) -> Iterator[Threat]:
    best = 0.0
    for threat in sorted(found, reverse=True):
        if threat.chance > best:
            best = threat.chance
            yield threat
