"""Checks of the cards against what is known of the printed ones."""

from __future__ import annotations

import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Iterator

from napoleon.rules.kit.findings import differences, strays
from napoleon.rulesets.eagles_waterloo.packs import printed
from napoleon.rulesets.eagles_waterloo.packs.cards import (
    KINDS,
    AnyCard,
    Artillery,
    Cavalry,
    General,
    Infantry,
    Nation,
    Special,
    Terrain,
    Unit,
)
from napoleon.rulesets.eagles_waterloo.packs.pack import Pack


def fought(pack: Pack, battle: str, nation: Nation) -> list[AnyCard]:
    """The cards of a nation that belong to a battle."""
    return [card for card in pack.cards_of(nation) if battle in card.battles]


def plain(name: str) -> str:
    """A name without its accents, as packs write them or do not.

    >>> plain("Blücher")
    'Blucher'
    """
    parts = unicodedata.normalize("NFKD", name)
    return "".join(part for part in parts if not unicodedata.combining(part))


def _numbers(pack: Pack) -> Iterator[str]:
    due = range(1, sum(printed.CARDS.values()) + 1)
    yield from strays(map(str, pack.cards), [str(no) for no in due], "be the number of a card")


def _nations(pack: Pack) -> Iterator[str]:
    there: Counter[str] = Counter(card.nation for card in pack.cards.values())
    yield from differences(there, printed.CARDS)


def _kinds(pack: Pack) -> Iterator[str]:
    there = {card.kind for card in pack.cards.values()}
    yield from strays(there, KINDS, "be a kind of card")


def _ratings(pack: Pack) -> Iterator[str]:
    for card in pack.cards.values():
        if isinstance(card, Infantry | Cavalry) and not (card.fire <= 4 and 2 <= card.shock <= 4):
            yield f"card {card.no} has F{card.fire} and S{card.shock}"


def _cavalry(pack: Pack) -> Iterator[str]:
    for card in pack.cards.values():
        if isinstance(card, Cavalry) and card.fire != 1:
            yield f"card {card.no} is cavalry that fires F{card.fire}"


def _marks(pack: Pack) -> Iterator[str]:
    for card in pack.cards.values():
        if isinstance(card, Unit) and card.lancer and not isinstance(card, Cavalry):
            yield f"card {card.no} has lances and is no cavalry"
        if isinstance(card, Unit) and card.horse and not isinstance(card, Artillery):
            yield f"card {card.no} is a horse battery and no artillery"


def _guns(pack: Pack) -> Iterator[str]:
    there = {
        (card.fire_long, card.fire_short)
        for card in pack.cards.values()
        if isinstance(card, Artillery)
    }
    for far, near in sorted(printed.GUNS - there):
        yield f"no artillery has F{far}/F{near}"


def _commanders(pack: Pack) -> Iterator[str]:
    there = {
        plain(card.name): (card.nation, card.command)
        for card in pack.cards.values()
        if isinstance(card, General) and card.command
    }
    yield from differences(there, printed.COMMANDS)


def _any_corps(pack: Pack) -> Iterator[str]:
    there = {
        plain(card.name)
        for card in pack.cards.values()
        if isinstance(card, General) and card.corps == "A"
    }
    for name in sorted(printed.ANY_CORPS - there):
        yield f"{name} must support any corps"


def _terrain(pack: Pack) -> Iterator[str]:
    for card in pack.cards.values():
        if isinstance(card, Terrain) and len(card.battles) != 1:
            yield f"card {card.no} is bound to {len(card.battles)} battles"


def _named_terrain(pack: Pack) -> Iterator[str]:
    there = [card for card in pack.cards.values() if isinstance(card, Terrain)]
    for due in printed.TERRAIN:
        if not any(
            card.name == due.name
            and card.nation == due.nation
            and due.battle in card.battles
            and due.terrain in (None, card.terrain)
            and due.lane in (None, card.lane)
            for card in there
        ):
            yield f"there is no {due.name} as it was published"


def _quatre_bras(pack: Pack) -> Iterator[str]:
    for nation, due in printed.QUATRE_BRAS.items():
        cards = fought(pack, "quatre_bras", nation)
        kinds = Counter(card.kind for card in cards)
        there = printed.MakeUp(
            cards=len(cards),
            **{kind: kinds[kind] for kind in KINDS},
            horse_batteries=sum(isinstance(card, Unit) and card.horse for card in cards),
        )
        for what, number in due._asdict().items():
            if there._asdict()[what] != number:
                words = f"{there._asdict()[what]} instead of {number}"
                yield f"{nation} {what.replace('_', ' ')}: {words}"


def _battery(pack: Pack) -> Iterator[str]:
    if not any(
        isinstance(card, Artillery)
        and not card.horse
        and (card.cv, card.morale, card.fire_long) == (3, "B", 1)
        for card in fought(pack, "quatre_bras", "french")
    ):
        yield "there is none"


def _hal(pack: Pack) -> Iterator[str]:
    if not any("hal" in card.battles for card in pack.cards.values()):
        yield "there is none"


def _effects(pack: Pack) -> Iterator[str]:
    for card in pack.cards.values():
        if isinstance(card, Special) and not card.playable:
            yield f"card {card.no} has the effect {card.effect_kind}, which no rule carries out"


CARD_CHECKS: dict[str, Callable[[Pack], Iterable[str]]] = {
    "cards are numbered 1 to 300 [1.0]": _numbers,
    "cards of each nation [1.0]": _nations,
    "six kinds of cards [1.0]": _kinds,
    "ratings of infantry and cavalry [7.2, 7.3]": _ratings,
    "cavalry fires at F1 [7.22]": _cavalry,
    "lancers are cavalry, horse batteries artillery [1.0]": _marks,
    "artillery of the examples [9.2, 9.3]": _guns,
    "commanders and who takes over [12.3]": _commanders,
    "generals of any corps [12.2]": _any_corps,
    "terrain belongs to one battle [11.0]": _terrain,
    "terrain that is named": _named_terrain,
    "cards of Quatre Bras": _quatre_bras,
    "a French foot battery of Quatre Bras": _battery,
    "cards of the detachment at Hal [16.f]": _hal,
    "specials have an effect that the rules know [G-01]": _effects,
}
"""What is asked of the cards: the name of each check, and what finds what is wrong."""
