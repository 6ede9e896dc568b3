"""Correcting a battle itself: who holds terrain, who has come, how long it was quiet [G-84]."""

from __future__ import annotations

from napoleon.rules.orders import Refusal
from napoleon.rulesets.eagles_waterloo import arrival, labels, places, sites
from napoleon.rulesets.eagles_waterloo.corrections import kinds
from napoleon.rulesets.eagles_waterloo.corrections.checks import (
    nothing_to_correct,
    refuse_time,
    refuse_unknown,
)
from napoleon.rulesets.eagles_waterloo.events.corrections import (
    ARRIVED,
    NOT_ARRIVED,
    ArrivalCorrected,
    HolderCorrected,
    QuietCorrected,
)
from napoleon.rulesets.eagles_waterloo.sides import PRUSSIAN
from napoleon.rulesets.eagles_waterloo.table import Table, refuse


def set_holder(table: Table, wanted: kinds.SetHolder, reason: str) -> Refusal | None:
    """Terrain on which nobody stands is held by one side or the other [11.5]."""
    wrong = refuse_time(table) or refuse_unknown(table, wanted.terrain)
    if wrong is not None:
        return wrong
    site, name = wanted.terrain, labels.name_of(table, wanted.terrain)
    battle = next((it for it in table.state.battles.values() if site in it.sites), None)
    if battle is None:
        return refuse("NOT_IN_PLAY", "11.0", f"{name} lies in no position.", terrain=site)
    if sites.is_river(table, site):
        detail = f"{name} is a river, which nobody holds."
        return refuse("WRONG_TYPE", "11.3", detail, terrain=site)
    before = battle.sites[site].side
    if before == wanted.side:
        return nothing_to_correct(terrain=site, side=before)
    there = battle.on(site)
    if there:
        detail = f"Units stand on {name}, so it is theirs."
        return refuse("HELD", "11.5", detail, terrain=site, cards=sorted(there))
    corrected = HolderCorrected(battle.id, site, before, wanted.side, reason)
    table.record(corrected, "G-84", "11.5")
    return None


def set_arrived(table: Table, wanted: kinds.SetArrived, reason: str) -> Refusal | None:
    """Whether the Prussians are there: none stands in a position before [10.0]."""
    wrong = refuse_time(table)
    if wrong is not None:
        return wrong
    battle = table.state.battles.get(arrival.WATERLOO)
    if battle is None or PRUSSIAN not in battle.nations:
        detail = "Only at Waterloo the Prussians have to arrive."
        return refuse("WRONG_BATTLE", "10.0", detail)
    if battle.arrived == wanted.arrived:
        return nothing_to_correct(arrived=battle.arrived)
    out = [
        card
        for card, it in battle.cards.items()
        if it.nation == PRUSSIAN and not places.is_reserve(it.place)
    ]
    if out:
        detail = "Prussians stand in positions, so they have arrived."
        return refuse("PRUSSIANS_THERE", "10.0", detail, cards=sorted(out))
    before, after = (NOT_ARRIVED, ARRIVED) if wanted.arrived else (ARRIVED, NOT_ARRIVED)
    table.record(ArrivalCorrected(battle.id, before, after, reason), "G-84", "10.0")
    return None


def set_quiet(table: Table, wanted: kinds.SetQuiet, reason: str) -> Refusal | None:
    """How long nothing has happened in the battle whose turn it is [G-54]."""
    wrong = refuse_time(table)
    if wrong is not None:
        return wrong
    battle = table.state.battle
    if battle.quiet == wanted.turns:
        return nothing_to_correct(turns=battle.quiet)
    table.record(QuietCorrected(battle.id, battle.quiet, wanted.turns, reason), "G-84", "G-54")
    return None
