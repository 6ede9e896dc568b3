"""Windows in which a side can play nothing, as everybody sees: it is not asked [G-103].

What is asked must tell nothing of the cards in a Reserve [14.0]. So it goes by what lies open: the
backs of these cards, which tell their nations [G-37], what is printed on the specials of a nation,
the battle, and who has routed.
"""

from __future__ import annotations

from napoleon.rulesets.eagles_waterloo import arrival, labels, places
from napoleon.rulesets.eagles_waterloo.sides import PRUSSIAN, enemy
from napoleon.rulesets.eagles_waterloo.specials import effects
from napoleon.rulesets.eagles_waterloo.specials.naming import ROUTED_CARD, may_be_rallied
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table

ANY_OWN = "A"
"""The window of specials that are played in any phase of their owner's turn [13.a]."""

MARCH = "p_march_to_the_guns"


def is_for(special: labels.Special, window: str, *, own: bool) -> bool:
    """Whether a special is played in a window, in its owner's turn or not [13.a]."""
    return window in special.windows or (own and ANY_OWN in special.windows)


def is_of_battle(table: Table, battle: Battle, special: labels.Special) -> bool:
    """Whether a special is for this battle: one of them is for Waterloo alone [G-60]."""
    if special.effect_kind == effects.ADD_CARD:
        return battle.id == arrival.WATERLOO and not table.state.is_campaign
    return special.id != MARCH or battle.id == arrival.WATERLOO


def has_to_arrive(battle: Battle, special: labels.Special) -> bool:
    """Whether a special waits for the Prussians to come to Waterloo [13.0]."""
    return arrival.is_limited(battle, special.nation) and not battle.arrived


def combat_begins_plainly(table: Table) -> bool:
    """Whether the other side can play nothing before this Combat phase [G-62, G-103]."""
    return not _might_play(table, enemy(table.state.battle.active), "E", own=False)


def turn_ends_plainly(table: Table) -> bool:
    """Whether the active side can play and show nothing before its turn ends [13.a, G-103]."""
    active = table.state.battle.active
    return not _might_play(table, active, "R", own=True) and not _might_arrive(table, active)


def _might_play(table: Table, side: str, window: str, *, own: bool) -> bool:
    """Whether a card in the Reserve of a side could be a special that it may play now [G-103]."""
    battle = table.state.battle
    reserve = battle.at(places.reserve(side), side)
    backs = {battle.cards[card].nation for card in reserve}
    return any(
        it.nation in backs
        and is_for(it, window, own=own)
        and is_of_battle(table, battle, it)
        and not has_to_arrive(battle, it)
        and (it.names != ROUTED_CARD or _any_routed(table, battle, side))
        for it in table.data.specials
    )


def _any_routed(table: Table, battle: Battle, side: str) -> bool:
    """Whether a side has lost a card that a special could bring back [13.a]."""
    return any(may_be_rallied(table, side, card) for card in battle.routed)


def _might_arrive(table: Table, side: str) -> bool:
    """Whether a card in the Reserve could be a general who brings the Prussians on [10.0]."""
    battle = table.state.battle
    limited = arrival.is_limited(battle, PRUSSIAN) and not battle.arrived
    reserve = battle.at(places.reserve(side), side)
    return limited and any(battle.cards[card].nation == PRUSSIAN for card in reserve)
