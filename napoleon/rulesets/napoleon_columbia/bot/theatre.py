"""What towns are worth to a side, and what the enemy can bring where [5, 10, 11]."""

from __future__ import annotations

from functools import cached_property

from napoleon.rulesets.napoleon_columbia.bot import power
from napoleon.rulesets.napoleon_columbia.bot.power import Unit
from napoleon.rulesets.napoleon_columbia.bot.seen import RIVER_LIMITS, ROAD_LIMITS, Seen
from napoleon.rulesets.napoleon_columbia.sides import ALLIED, FRENCH

FARTHER = 0.72
"""What is left of an aim for every road of the way to it."""
CITY = {FRENCH: 10.0, ALLIED: 7.0}
"""What a supply city is worth to each side that does not hold it."""
PREY = 0.5
"""What it is worth to come at an enemy unit that can be beaten."""
COMPANY = 3.5
"""What it is worth to stand with the strongest of one's army."""
WATCH = 4
"""Roads within which the French threaten a city that the Allies guard."""
HARD = 0.25
"""What is left of a city that is held by far stronger enemies."""
BEATABLE = 0.75
"""How strong enemies may be beside the strongest stack of the seat, to be an aim."""


class Theatre:
    """The map as a seat sees it, with what may come of standing anywhere."""

    def __init__(self, seen: Seen) -> None:
        self.seen = seen
        self._pulls: dict[tuple[str, str], float] = {}
        self._threats: dict[str, float] = {}

    @cached_property
    def strongest(self) -> dict[str, str]:
        """By army of the seat, the town of its strongest stack."""
        found = {}
        for army in self.seen.armies:
            stacks = {
                town: power.total(it for it in units if it.army == army)
                for town, units in self.seen.friends.items()
            }
            found[army] = max(sorted(stacks), key=lambda it: stacks[it], default="")
        return found

    @cached_property
    def _reach(self) -> float:
        """What the strongest stack of the side can bring."""
        return max(map(power.total, self.seen.friends.values()), default=0.0)

    @cached_property
    def aims(self) -> dict[str, float]:
        """Towns worth going to, for any unit."""
        seen = self.seen
        found: dict[str, float] = {}
        for city, loss in seen.cities.items():
            if self._wants(city):
                found[city] = (CITY[seen.side] + loss) * self._ease(city)
        for town, foes in seen.foes.items():
            if power.total(foes) <= BEATABLE * self._reach:
                found[town] = found.get(town, 0.0) + PREY * len(foes)
        return found

    def _ease(self, city: str) -> float:
        """How easily a city is had: less so the more defend it; 1 if nobody does."""
        foes = power.total(self.seen.foes.get(city, ()))
        return 1.0 if not foes else min(1.0, HARD + (1.0 - HARD) * 0.7 * self._reach / foes)

    def _wants(self, city: str) -> bool:
        if self.seen.side == FRENCH:
            return city not in self.seen.held
        near = self.seen.distances(city)
        return city in self.seen.held or any(near[town] <= WATCH for town in self.seen.foes)

    def pull(self, army: str, town: str) -> float:
        """What it is worth for a unit of an army to be in a town: as near to the aims as it is."""
        if (army, town) not in self._pulls:
            self._pulls[army, town] = self._pull(army, town)
        return self._pulls[army, town]

    def _pull(self, army: str, town: str) -> float:
        near = self.seen.distances(town)
        aim = max((it * FARTHER ** near[to] for to, it in self.aims.items()), default=0.0)
        home = self.strongest.get(army, "")
        return aim + (COMPANY * FARTHER ** near[home] if home else 0.0)

    def threat(self, town: str) -> float:
        """What the enemy can bring to a town in its next turn, by the roads from around it."""
        if town not in self._threats:
            self._threats[town] = self._threat(town)
        return self._threats[town]

    def _threat(self, town: str) -> float:
        stacks = []
        for way in self.seen.ways[town]:
            foes = self.seen.foes.get(way.to)
            if foes:
                most = (RIVER_LIMITS if way.river else ROAD_LIMITS)[way.kind]
                stacks.append(sum(sorted((it.power for it in foes), reverse=True)[:most]))
        return sum(sorted(stacks, reverse=True)[:2])

    def defence(self, town: str, foes: list[Unit]) -> float:
        """What defends a town: who is there, and some of those who may join them."""
        return power.total(foes) + 0.6 * self.seen.coming(town, self.seen.enemy)
