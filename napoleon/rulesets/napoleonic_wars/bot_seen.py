"""What the bot sees of a position: what draws armies and fleets, and what holds them off."""

from __future__ import annotations

from collections import deque
from collections.abc import Mapping
from functools import cached_property, lru_cache

from napoleon.rules.kit.frames import inmost, within
from napoleon.rulesets.napoleonic_wars import convoys, fleets
from napoleon.rulesets.napoleonic_wars.events import apply
from napoleon.rulesets.napoleonic_wars.frames.at_sea import Voyage
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.nations import FRANCE, at_war, is_allied, is_truce
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.pools import SEA, refuse_cost
from napoleon.rulesets.napoleonic_wars.scene import Acting
from napoleon.rulesets.napoleonic_wars.sea_routes import refuse_port, routes
from napoleon.rulesets.napoleonic_wars.spaces import (
    controller,
    hostile_in,
    is_enemy_fortress,
    leaders_in,
    sp_in,
    status,
    units_in,
    ways,
)
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import Wars

KEY, CAPITAL = 3.0, 5.0
"""What an enemy key and an enemy capital attract with."""
GOOD = 1.25
"""The ratio of units from which the bot attacks."""
ARMY = 3
"""The units from which an army marches."""
FAR = 6
"""The connections beyond which nothing attracts."""


@lru_cache(maxsize=256)
def _distances(pack: Pack, start: str) -> Mapping[str, int]:
    """By space the connections from one, straits left out."""
    found, queue = {start: 0}, deque([start])
    while queue:
        space = queue.popleft()
        for link in pack.links[space]:
            there = link.other(space)
            if link.kind != "strait" and there not in found:
                found[there] = found[space] + 1
                queue.append(there)
    return found


class Seen:
    """A position as a nation sees it that acts for the bot."""

    def __init__(self, pack: Pack, state: State, nation: str) -> None:
        self.pack, self.state, self.nation = pack, state, nation

    @cached_property
    def targets(self) -> dict[str, float]:
        """The enemy's keys, with what they attract with."""
        found = {}
        for space in self.pack.spaces.values():
            holder = controller(self.state, self.pack, space.id)
            if space.key and at_war(self.state, holder, self.nation):
                found[space.id] = CAPITAL if space.capital else KEY
            elif space.key and self._is_lost(space.id, holder):
                found[space.id] = KEY
        return found

    def _is_lost(self, space: str, holder: str) -> bool:
        ours = is_allied(self.state, holder, self.nation)
        return ours and bool(hostile_in(self.state, space, self.nation))

    @cached_property
    def _attractions(self) -> dict[str, float]:
        return {}

    def attraction(self, space: str) -> float:
        """How near the enemy's keys are."""
        if space not in self._attractions:
            away = _distances(self.pack, space)
            self._attractions[space] = sum(
                worth / (1 + away[target]) ** 2
                for target, worth in self.targets.items()
                if away.get(target, FAR + 1) <= FAR
            )
        return self._attractions[space]

    def enemies(self, space: str) -> int:
        """Enemy units there, with half of what stands next to it, as it may come."""
        there = units_in(self.state, space, hostile_in(self.state, space, self.nation))
        if not there:
            return 0
        near = sum(
            units_in(self.state, it, hostile_in(self.state, it, self.nation))
            for it in (link.other(space) for link in self.pack.links[space])
        )
        return there + near // 2

    def gain(self, start: str, to: str, units: int) -> float:
        """What a step is worth to a force of so many units."""
        enemies = self.enemies(to)
        if enemies and units < GOOD * enemies:
            return -10.0
        worth = self.attraction(to) - self.attraction(start)
        if to in self.targets:
            worth += 2.0
        if self.nation == FRANCE and units < 4 and not enemies:
            worth -= 0.5
        return worth - 0.05

    def can_flag(self, space: str) -> bool:
        """Whether a force that stands there should stay and raise its flag."""
        where = self.pack.spaces[space]
        held = controller(self.state, self.pack, space)
        return not where.fortress and at_war(self.state, held, self.nation)

    def must_besiege(self, space: str) -> bool:
        """Whether a force stands before an enemy fortress."""
        return is_enemy_fortress(self.state, self.pack, space, self.nation)

    def best_step(self, start: str, units: int) -> float:
        """The most that a step from a space is worth."""
        open_ = (
            to
            for link, to in ways(self.state, self.pack, start, self.nation)
            if link.kind != "strait" and self._may_enter(to)
        )
        return max((self.gain(start, to, units) for to in open_), default=-1.0)

    def _may_enter(self, to: str) -> bool:
        """Whether neither neutrality nor an armistice closes a space."""
        state, nation = self.state, self.nation
        if status(state, self.pack, to, nation) == "neutral":
            return False
        return not any(is_truce(state, nation, it) for it in hostile_in(state, to, nation))

    def lacks_leader(self, space: str) -> bool:
        """Whether an army stands there that nobody leads."""
        own = sp_in(self.state, space, self.nation)
        return own >= ARMY and not leaders_in(self.state, space, self.nation)

    # -- at sea ------------------------------------------------------------------------------------

    def dice_of(self, squadrons: int) -> int:
        """What so many squadrons of its own roll."""
        return squadrons * self.pack.nations[self.nation].squadron_dice

    def dice_at(self, place: str, *, enemy: bool) -> int:
        """What the enemy's ships there roll, or those of its own side that are not under way."""
        relation = at_war if enemy else is_allied
        return sum(
            self.pack.nations[it.nation].squadron_dice * it.finished
            for it in self.state.squadrons
            if it.at == place and not it.sails and relation(self.state, it.nation, self.nation)
        )

    def ready_at(self, place: str) -> int:
        """The squadrons of its own there that may sail."""
        own = (it for it in self.state.squadrons if (it.nation, it.at) == (self.nation, place))
        return sum(it.ready for it in own if not (it.sails or it.stays))

    def _draw(self, zone: str) -> float:
        """What is to be had in a zone: ships to shut in, and ports to land in; once is enough."""
        if zone not in self.pack.zones:
            return 0.0
        ports = [
            1.0 + self.dice_at(port, enemy=True)
            for port in self.pack.ports_of[zone]
            if at_war(self.state, controller(self.state, self.pack, port), self.nation)
        ]
        return sum(ports) / (1 + self.dice_at(zone, enemy=False))

    def sailing(self, at: str, to: str, dice: int) -> float:
        """What a step is worth to a fleet with so many dice; from "" it leaves nothing open."""
        foes = self.dice_at(to, enemy=True)
        if to not in self.pack.zones or foes > dice:
            return -1.0
        return foes + self._draw(to) - self._draw(at) - 0.5

    def setting_sail(self, start: str, squadrons: int) -> float:
        """What a voyage is worth: all hunt who is there; else one stays to hold a zone."""
        ready, dice, at_sea = (
            self.ready_at(start),
            self.dice_of(squadrons),
            start in self.pack.zones,
        )
        if at_sea and squadrons == ready and 0 < self.dice_at(start, enemy=True) <= dice:
            return 1.0
        if squadrons != ready - at_sea:
            return -1.0
        near = self.pack.neighbours[start] if at_sea else self.pack.spaces[start].ports
        return max(self.sailing("", to, dice) for to in near)

    def course(self, to: str) -> float:
        """What it is worth to the fleet under way to go on there."""
        voyage = within(self.state, Voyage)
        dice = self.dice_of(sum(it.ready for it in fleets.under_way(self.state)))
        return self.sailing(voyage.at if voyage.came else "", to, dice)

    def patrolling(self) -> float:
        """What it is worth to the fleet under way to search for the squadrons there."""
        ships = fleets.under_way(self.state)
        foes = self.dice_at(ships[0].at, enemy=True)
        return 1.0 if 0 < foes <= self.dice_of(sum(it.ready for it in ships)) else -1.0

    @cached_property
    def landings(self) -> dict[tuple[str, str], float]:
        """By port and port what it is worth to ship an army, of what it can pay for."""
        found: dict[tuple[str, str], float] = {}
        if inmost(self.state, Impulse) is None:
            return found
        it = Acting(Wars(self.state, self.pack, apply), "", self.nation)
        for start in convoys.starts(it):
            free = sum(lot.sp for lot in convoys.fresh(it, start, self.nation))
            units = min(convoys.MOST, free + bool(convoys.rested_leaders(it, start)))
            for to, way in routes(it, start, refuse_port) if units >= ARMY else ():
                assault = fleets.is_enemy_port(self.state, self.pack, to, self.nation)
                if refuse_cost(it, SEA, len(way) + 1, "13.6.b") is None:
                    found[start, to] = self.gain(start, to, units - assault)
        return found

    @property
    def best_port(self) -> str:
        """The port out of which a convoy is worth most; empty if none can be paid for."""
        return max(self.landings, key=self.landings.__getitem__, default=("", ""))[0]
