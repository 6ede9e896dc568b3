"""Checks of the battle chart and the campaign against what the rulebook prints."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from napoleon.rules.kit.findings import differences
from napoleon.rulesets.eagles_waterloo.packs import printed
from napoleon.rulesets.eagles_waterloo.packs.card_check import fought
from napoleon.rulesets.eagles_waterloo.packs.cards import Cavalry, Infantry
from napoleon.rulesets.eagles_waterloo.packs.pack import BATTLES, Army, Pack

LEAST_FOR_A_LINE = 3
"""Infantry and cavalry without which no battle line can win or hold [4.1, 4.3]."""


def _chart(pack: Pack) -> Iterator[str]:
    for key, due in printed.CHART.items():
        there = _figures(pack.armies[key]) if key in pack.armies else None
        for what, number in due._asdict().items():
            found = None if there is None else there._asdict()[what]
            if found != number:
                yield f"{' '.join(key)} has {what} {found} instead of {number}"


def _figures(army: Army) -> printed.ChartRow:
    return printed.ChartRow(army.deck, army.muster, army.reinforcements, army.bp)


def _separate(pack: Pack) -> Iterator[str]:
    for key, army in pack.armies.items():
        if army.separate_deck != (key == printed.SEPARATE):
            yield f"{' '.join(key)} {'must' if key == printed.SEPARATE else 'must not'} be apart"


def _enough(pack: Pack) -> Iterator[str]:
    for (battle, nation), army in pack.armies.items():
        cards = fought(pack, battle, nation)
        line = sum(isinstance(card, Infantry | Cavalry) for card in cards)
        if len(cards) < army.deck or line < LEAST_FOR_A_LINE:
            yield f"{battle} {nation} has {len(cards)} cards for a deck of {army.deck}"


def _factor(pack: Pack) -> Iterator[str]:
    factor = pack.campaign.reinforcements.factor
    if factor != printed.CAMPAIGN_FACTOR:
        yield f"there are {factor} times as many instead of {printed.CAMPAIGN_FACTOR}"
    for battle in BATTLES:
        for nation, drawn in pack.campaign.battles.of(battle).reinforcements.items():
            due = factor * pack.army(battle, nation).reinforcements
            if drawn != due:
                yield f"{battle} {nation} has {drawn} instead of {due}"


def _charleroi(pack: Pack) -> Iterator[str]:
    drawn = pack.campaign.battles.charleroi.reinforcements
    there: dict[str, int] = dict(drawn.items())
    yield from differences(there, printed.CHARLEROI)


def _stages(pack: Pack) -> Iterator[str]:
    there: dict[str, object] = {stage.id: stage.battles for stage in pack.campaign.stages}
    yield from differences(there, printed.STAGES)
    order = [stage.id for stage in pack.campaign.stages]
    if order != list(printed.STAGES):
        yield f"the stages are in the order {', '.join(order)}"


def _opening_turns(pack: Pack) -> Iterator[str]:
    there = pack.campaign.stage("opening").turn_order
    if there != printed.OPENING_TURNS:
        yield f"they are {', '.join(' '.join(turn) for turn in there)}"


def _muster(pack: Pack) -> Iterator[str]:
    part, whole = pack.campaign.muster.fraction
    if (part, whole) != printed.MUSTER:
        yield f"it is {part} of {whole}"


CHART_CHECKS: dict[str, Callable[[Pack], Iterable[str]]] = {
    "battle chart [2.0, 3.0, 15.0]": _chart,
    "only the Prussians at Waterloo have no muster [3.0]": _separate,
    "enough cards for every deck of the chart [2.0]": _enough,
    "reinforcements of the campaign [16.b]": _factor,
    "reinforcements at Charleroi [16.f]": _charleroi,
    "stages of the campaign [16.a, 16.e, 16.f]": _stages,
    "turns of the opening [16.b]": _opening_turns,
    "half of a deck is the muster in the campaign [16.b]": _muster,
}
"""What is asked of chart and campaign: the name of each check, and what finds what is wrong."""
