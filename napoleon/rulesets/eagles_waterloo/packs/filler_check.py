"""Checks of what the reconstruction has filled in: that it keeps to its own formulas.

They ask of rows alone that are marked `inferred` or `reconstructed`. Put in values of a printed
copy and mark them as `printed`, and they are no longer asked for.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from napoleon.rules.kit.findings import strays
from napoleon.rules.kit.packs import Status
from napoleon.rulesets.eagles_waterloo.packs import printed
from napoleon.rulesets.eagles_waterloo.packs.card_check import fought, plain
from napoleon.rulesets.eagles_waterloo.packs.cards import (
    NATIONS,
    AnyCard,
    Artillery,
    Cavalry,
    General,
    Infantry,
    Morale,
    Terrain,
    Unit,
)
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack

FILLER: tuple[Status, ...] = ("inferred", "reconstructed")
"""What is a choice of the pack."""
OF_ANY_CORPS = {"Soult", "Gneisenau", "Grouchy"}
"""Who supports any corps besides the generals that the rules name [12.2, G-26]."""
MOST_TERRAIN = 2
"""Most terrain cards for a position; rivers lie before it [11.0]."""
MEAN_WITHIN = 1.4
"""How far the mean BP of a card may be from the one that the chart leads to."""
BP_OF_MORALE: dict[Morale, int] = {"A": 6, "B": 3, "C": 2, "D": 1}


def bp(card: AnyCard) -> int:
    """What a card costs by the formulas of the reconstruction."""
    match card:
        case Infantry():
            return _bp_of_unit(card) + (card.fire - 2) + (card.shock - 2)
        case Cavalry():
            return _bp_of_unit(card) + (card.shock - 2)
        case Artillery():
            return _bp_of_unit(card) + 2 * card.horse + (card.fire_long == 2)
        case General():
            return 4 + 3 * (card.attack + card.defence) + 3 * (card.corps == "A")
        case Terrain():
            return 6
        case _:
            return 5


def _bp_of_unit(card: Unit) -> int:
    return 2 * card.cv + BP_OF_MORALE[card.morale]


def _costs(pack: Pack) -> Iterator[str]:
    for card in pack.cards.values():
        if card.status in FILLER and card.bp != bp(card):
            yield f"card {card.no} has {card.bp} BP instead of {bp(card)}"


def _means(pack: Pack) -> Iterator[str]:
    for (battle, nation), army in pack.armies.items():
        cards = fought(pack, battle, nation)
        if not cards or not all(card.status in FILLER for card in cards):
            continue
        mean, due = sum(card.bp for card in cards) / len(cards), army.bp / army.deck
        if abs(mean - due) > MEAN_WITHIN:
            yield f"{battle} {nation} has {mean:.1f} BP a card, and {due:.1f} by the chart"


def _any_corps(pack: Pack) -> Iterator[str]:
    asked = [
        card
        for card in pack.cards.values()
        if isinstance(card, General)
        and card.corps_status in FILLER
        and plain(card.name) not in printed.ANY_CORPS
    ]
    there = [plain(card.name) for card in asked if card.corps == "A"]
    due = [plain(card.name) for card in asked if plain(card.name) in OF_ANY_CORPS]
    yield from strays(there, due, "support any corps")


def _corps(pack: Pack) -> Iterator[str]:
    led = {(card.nation, card.corps) for card in pack.cards.values() if isinstance(card, Unit)}
    led |= {(nation, "A") for nation in NATIONS}
    for card in pack.cards.values():
        if not isinstance(card, General) or card.corps_status not in FILLER:
            continue
        if (card.nation, card.corps) not in led:
            yield f"{card.name} leads the corps {card.corps}, which has no units"


def _terrain(pack: Pack) -> Iterator[str]:
    there = Counter(
        (battle, card.nation, card.lane)
        for card in pack.cards.values()
        if isinstance(card, Terrain) and card.status in FILLER and card.terrain != "river"
        for battle in card.battles
    )
    for (battle, nation, lane), cards in there.items():
        if cards > MOST_TERRAIN:
            yield f"{battle} has {cards} cards for the {nation} {lane}"


FILLER_CHECKS: dict[str, Callable[[Pack], Iterable[str]]] = {
    "filler: BP by the formulas [15.0]": _costs,
    "filler: mean BP of a card near the chart [15.0]": _means,
    "filler: generals of any corps [12.2]": _any_corps,
    "filler: generals lead corps that have units [12.2]": _corps,
    "filler: two terrain cards for a position [11.0]": _terrain,
}
"""What is asked of filler: the name of each check, and what finds what is wrong."""
