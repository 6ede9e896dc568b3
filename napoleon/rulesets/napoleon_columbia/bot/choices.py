"""Everything else that a player decides: bids, set-up, hits, retreats, reserves, losses."""

from __future__ import annotations

from napoleon.rules.orders import Order
from napoleon.rulesets.napoleon_columbia.bot import lines, power
from napoleon.rulesets.napoleon_columbia.bot.fighting import haven
from napoleon.rulesets.napoleon_columbia.bot.seen import Seen
from napoleon.rulesets.napoleon_columbia.orders import (
    AllocateHit,
    ChooseSkirmisher,
    EndRegroup,
    EndReinforcement,
    EndSetup,
    KeepHidden,
    MakeBid,
    OrderBattle,
    OrderSkirmish,
    PassBid,
    PlaceUnit,
    Regroup,
    Reinforce,
    RemoveForSupply,
    RemoveStep,
    Retreat,
    RevealLeader,
    TakeUp,
    UseHistoricalSetup,
)
from napoleon.rulesets.napoleon_columbia.sides import FRENCH

FAVOURED = "allied"
"""The side that is worth a few steps to the bot."""
MOST_BID = 3
"""Steps that it bids at most."""
MOUNTED = 2
"""Firepower of mounted units in a skirmish; that of others is half of it [6.6]."""
LEADERS_WORTH = 1.5
"""What a leader is worth beside what they fight with."""


def worth(seen: Seen, order: Order) -> float:
    """What an order is worth to the seat; meaningful only beside the others of a decision."""
    match order:
        case MakeBid(side, steps):
            return _bid(seen, side, steps)
        case PassBid() | EndReinforcement() | EndRegroup() | KeepHidden():
            return 0.0
        case RemoveStep(unit) | RemoveForSupply(unit) | AllocateHit(unit):
            return -_use(seen, unit)
        case UseHistoricalSetup() | EndSetup():
            return 100.0
        case PlaceUnit(_, town):
            return -abs(len(seen.friends.get(town, ())) - 2.0)
        case TakeUp():
            return -100.0
        case RevealLeader():
            return 1.0
        case ChooseSkirmisher(name):
            chosen = seen.units[name]
            return chosen.steps * (1 if chosen.type in ("inf", "foot_art") else MOUNTED)
        case OrderSkirmish(town) | OrderBattle(town):
            return power.total(seen.friends[town]) - power.total(seen.foes[town])
        case Retreat(unit, town):
            return 10.0 * _use(seen, unit) + haven(seen, town)
        case Reinforce(unit):
            return _reinforcing(seen, unit)
        case Regroup():
            return -1.0
    return lines.worth(seen, order)


def _bid(seen: Seen, side: str, steps: int) -> float:
    """One step more than was bid, for the side that is worth it, up to a few."""
    if side != FAVOURED or steps > MOST_BID:
        return -float(steps) - 1.0
    bid = seen.position.bid
    asked = 0 if bid is None else bid.steps + 1
    return 1.0 if steps == asked and (bid is None or bid.side == FAVOURED) else -float(steps)


def _use(seen: Seen, name: str) -> float:
    """How much a unit would be missed."""
    unit = seen.known(name)
    return unit.power + (LEADERS_WORTH if unit.type == "leader" else 0.0)


def _reinforcing(seen: Seen, name: str) -> float:
    """Everybody comes to a battle, but those who hold a city for the French."""
    unit = seen.units[name]
    left = len(seen.friends[unit.town])
    if seen.side == FRENCH and unit.town in seen.cities and left <= 2:
        return -1.0
    return 1.0 + unit.power
