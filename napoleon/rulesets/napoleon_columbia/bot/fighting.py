"""Combat turns: who fires, who engages, who feeds the line, and when a battle is given up [6.3].

Once both sides stand in one position, the side with the better of a lane fights it out. A unit that
can fire does, unless it is to go forward or back. The longer a battle lasts the more is risked,
and at last nobody fires from afar any more, so that it ends.
"""

from __future__ import annotations

from collections.abc import Sequence

from napoleon.rules.orders import Order
from napoleon.rulesets.napoleon_columbia.bot import power
from napoleon.rulesets.napoleon_columbia.bot.power import Unit
from napoleon.rulesets.napoleon_columbia.bot.seen import Seen
from napoleon.rulesets.napoleon_columbia.orders import (
    BreakSquare,
    CombatMove,
    EndCombat,
    Fire,
    FormSquare,
    Retreat,
    TakeTerrain,
)
from napoleon.rulesets.napoleon_columbia.places import (
    LANES,
    is_reserve,
    opposite,
    owner,
    position,
    reserve,
)

ENGAGES_AT = 1.3
"""How much better a side wants to be in a lane to engage there."""
BOLDER = 0.03
"""How much less it asks for with every combat turn."""
LEAST_EDGE = 0.7
LOST = 0.45
"""What is left of a battle that is given up: the own power beside the enemy's."""
LONG = 30
"""Combat turns after which nobody fires from afar any more."""

BREAKTHROUGH, WITHDRAWAL, RETREAT, SQUARE, FIRE, CHARGE, FEED, HOLD = (
    120.0,
    110.0,
    90.0,
    80.0,
    60.0,
    40.0,
    10.0,
    5.0,
)
"""What comes first: fire before anybody moves, as nobody fires from afar at who is engaged."""
NEVER = -1.0


def choose(seen: Seen, legal_orders: Sequence[Order]) -> list[Order]:
    """The best orders of a Combat phase."""
    field = Field(seen, legal_orders)
    valued = [(field.worth(order), order) for order in legal_orders]
    best = max(value for value, _ in valued)
    return [order for value, order in valued if value == best]


class Field:
    """The board of a battle as the side sees it whose combat turn it is."""

    def __init__(self, seen: Seen, legal_orders: Sequence[Order]) -> None:
        self.seen = seen
        self.own_reserve = reserve(seen.role)
        self.moves = {
            (it.unit, it.place) for it in legal_orders if isinstance(it, CombatMove)
        }  # fmt: skip
        self.firing = {it.unit for it in legal_orders if isinstance(it, Fire)}
        self.can_end = any(isinstance(it, EndCombat) for it in legal_orders)
        self.pressed = self._pressed()
        """Own positions with enemies in them, by how the fight there stands."""
        self.prize = self._prize()
        """The enemy position to engage in, if there is one; empty for none."""
        self.is_lost = self._is_lost()

    # -- how it stands -----------------------------------------------------------------------------

    def _pressed(self) -> dict[str, float]:
        seen = self.seen
        found = {}
        for lane in LANES:
            for place in (position("attacker", lane), position("defender", lane)):
                foes, own = seen.at(place, seen.enemy), seen.at(place, seen.side)
                if foes and own:
                    found[place] = power.edge(own, foes, first=True)
        return found

    def _is_lost(self) -> bool:
        """Whether the enemy is so much stronger that the side had better go."""
        seen = self.seen
        ours = power.total(seen.on_board(seen.side)) + seen.coming(seen.battle.town, seen.side)
        theirs = power.total(seen.on_board(seen.enemy)) + seen.coming(seen.battle.town, seen.enemy)
        return ours < LOST * theirs

    def _prize(self) -> str:
        """The enemy position in which the side gets the better of it, the surest of all."""
        seen = self.seen
        wanted = max(LEAST_EDGE, ENGAGES_AT - BOLDER * seen.battle.turn)
        best, found = wanted, ""
        for lane in LANES:
            place = opposite(position(seen.role, lane))
            foes, there = seen.at(place, seen.enemy), seen.at(place, seen.side)
            able = self._able(place)
            if not foes or not able:
                continue
            edge = power.edge([*there, *able], foes, first=bool(there))
            if edge > best:
                best, found = edge, place
        return found

    def _able(self, place: str) -> list[Unit]:
        """Units that can be in an enemy position in this combat turn, at once or by their own."""
        seen, near = self.seen, opposite(place)
        return [
            it.unit
            for it in seen.fighters.values()
            if seen.is_own(it.unit)
            and (
                (it.unit.id, place) in self.moves
                or (
                    it.place == self.own_reserve
                    and it.unit.type == "cav"
                    and (it.unit.id, near) in self.moves
                    and not seen.at(near, seen.enemy)
                )
            )
            and it.unit.type in ("inf", "cav")
        ]

    # -- what an order is worth --------------------------------------------------------------------

    def worth(self, order: Order) -> float:
        """What an order is worth; without anything better to do the bot ends the phase."""
        match order:
            case EndCombat():
                return 0.0
            case Fire(unit, group):
                return self._fire(unit, group)
            case CombatMove(unit, place):
                return self._move(unit, place)
            case Retreat(unit, town):
                return self._retreat(unit, town)
            case FormSquare(unit):
                return self._square(unit)
            case BreakSquare(unit):
                return SQUARE if not self._cavalry_near(unit) else NEVER
            case TakeTerrain():
                return HOLD
        return NEVER

    def _fire(self, name: str, group: str) -> float:
        """Hits to be expected; nobody fires from afar for ever."""
        seen = self.seen
        fighter = seen.fighters[name]
        engaged = bool(seen.at(fighter.place, seen.enemy))
        if not engaged and seen.battle.turn > LONG:
            return NEVER
        place = fighter.place if engaged else opposite(fighter.place)
        targets = self._group(place, group)
        if not engaged and all(it.steps <= 1 for it in targets):
            return NEVER
        bonus = float(fighter.charge) if group == "open" else 0.0
        expected = min(power.hits([fighter.unit], bonus), power.steps(targets))
        kills = sum(it.steps <= 1 for it in targets) / 10
        return FIRE + expected + kills + (5.0 if fighter.unit.is_artillery else 0.0)

    def _group(self, place: str, group: str) -> list[Unit]:
        fighters, seen = self.seen.fighters, self.seen
        wanted = group == "square"
        return [
            it
            for it in seen.at(place, seen.enemy)
            if (fighters[it.id].square or fighters[it.id].shelter) == wanted
        ]

    def _move(self, name: str, place: str) -> float:
        """Forward into a fight that is won, back out of one that is lost, and up from the rear."""
        seen = self.seen
        fighter = seen.fighters[name]
        here = fighter.place
        if fighter.shaken:
            return WITHDRAWAL - is_reserve(place)
        if seen.at(here, seen.enemy):
            return BREAKTHROUGH if owner(place) != seen.role else NEVER
        if seen.at(place, seen.enemy):
            return self._engage(fighter.unit, place)
        if owner(place) != seen.role:
            return BREAKTHROUGH
        if self.prize and place == opposite(self.prize) and fighter.unit in self._able(self.prize):
            return CHARGE - 1.0
        if here == self.own_reserve:
            return self._feed(fighter.unit, place)
        return NEVER

    def _engage(self, unit: Unit, place: str) -> float:
        """Into an enemy position that is to be taken, or an own one that is to be held."""
        if place == self.prize and unit.type in ("inf", "cav"):
            return CHARGE + unit.power
        if owner(place) == self.seen.role and unit.type in ("inf", "cav"):
            return FEED + 5.0 + unit.power if self.pressed.get(place, 9.0) < 3.0 else NEVER
        return NEVER

    def _feed(self, unit: Unit, place: str) -> float:
        """From the Reserve to the weakest of the own positions; the last cavalry stays."""
        seen = self.seen
        there = seen.at(place, seen.side)
        facing = seen.at(opposite(place), seen.enemy)
        held = seen.at(opposite(place), seen.side)
        if not there and not held:
            return FEED + 20.0 + unit.power
        if unit.type in ("cav", "leader"):
            return NEVER
        need = power.total(facing) - power.total([*there, *held])
        return FEED + max(0.0, need) / 10

    def _retreat(self, name: str, town: str) -> float:
        """Those who lose nothing by it go first, to where friends are and no enemy near."""
        if not self.is_lost:
            return NEVER
        seen = self.seen
        fighter = seen.fighters[name]
        engaged = bool(seen.at(fighter.place, seen.enemy))
        last = not is_reserve(fighter.place)
        return RETREAT - 20.0 * engaged - 5.0 * last + fighter.unit.power / 10 + haven(seen, town)

    def _square(self, name: str) -> float:
        """Against cavalry that charges, if nobody else is there to profit from it [6.51]."""
        seen = self.seen
        fighter = seen.fighters[name]
        foes = seen.at(fighter.place, seen.enemy)
        charging = [it for it in foes if seen.fighters[it.id].charge]
        others = [it for it in foes if it.type != "cav"]
        if not charging or others or fighter.unit.steps < 2:
            return NEVER
        return SQUARE if power.hits(charging, 1.0) > 1.0 else NEVER

    def _cavalry_near(self, name: str) -> bool:
        seen = self.seen
        place = seen.fighters[name].place
        near = [*seen.at(place, seen.enemy), *seen.at(opposite(place), seen.enemy)]
        return any(it.type in ("cav", "") for it in near) if near else False


def haven(seen: Seen, town: str) -> float:
    """How good a town is to go back to, from 0 to 1: with friends, and away from enemies."""
    friends = power.total(seen.friends.get(town, ()))
    foes = sum(power.total(seen.foes.get(way.to, ())) for way in seen.ways[town])
    return (1.0 + friends) / (2.0 + friends + foes)
