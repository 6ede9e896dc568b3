"""What a seat sees of a game, read from its four views alone, and the odds of a battle."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from functools import cache, cached_property
from itertools import product

from napoleon.rulesets.napoleonic_empire.sides import ALLIED, enemy
from napoleon.rulesets.napoleonic_empire.views import EmpireViews
from napoleon.rulesets.napoleonic_empire.views.cards import CardView


class Seen:
    """A position as the seat sees it."""

    def __init__(self, views: EmpireViews) -> None:
        self._map = views.map
        self._hands = views.hand.hands
        self.turn = views.map.turn
        self.me = views.hand.seat
        self.enemy = enemy(self.me)
        self.areas = {area.id: area for area in views.map.areas}
        self.armies: dict[str, dict[str, int]] = {self.me: {}, self.enemy: {}}
        self.unmoved: dict[str, int] = {}
        """My armies that have not moved, by country."""
        for country, area in self.areas.items():
            for stack in area.armies:
                self.armies[stack.side][country] = stack.count
                if stack.side == self.me and stack.count > stack.moved:
                    self.unmoved[country] = stack.count - stack.moved

    @cached_property
    def hand(self) -> dict[str, CardView]:
        """My cards, by id."""
        held = next(it for it in self._hands if it.player == self.me)
        return {card.id: card for card in held.cards or ()}

    @cached_property
    def neighbours(self) -> dict[str, list[str]]:
        """Countries across a usable land border."""
        found: dict[str, list[str]] = {country: [] for country in self.areas}
        for road in self._map.roads:
            if road.usable and not road.one_way:
                found[road.a].append(road.b)
                found[road.b].append(road.a)
        return found

    @cached_property
    def landings(self) -> dict[str, list[str]]:
        """Where Allied armies may land, by the country that they leave."""
        found: dict[str, list[str]] = {}
        for road in self._map.roads:
            if road.usable and road.one_way:
                found.setdefault(road.a, []).append(road.b)
        return found

    def mine(self, country: str) -> int:
        """My armies in a country."""
        return self.armies[self.me].get(country, 0)

    def theirs(self, country: str) -> int:
        """Enemy armies in a country."""
        return self.armies[self.enemy].get(country, 0)

    def value(self, country: str) -> int:
        """What a country gives as reinforcements, to those who receive from it."""
        return self.areas[country].value

    def sources(self, country: str, side: str) -> list[str]:
        """Countries from which armies of a side can enter a country in one move."""
        ways = [it for it in self.neighbours[country] if it not in self.landings]
        if side == ALLIED:
            ways += [origin for origin, landings in self.landings.items() if country in landings]
        return [origin for origin in ways if self.armies[side].get(origin)]

    def threat(self, country: str) -> int:
        """Enemy armies that could enter a country in one move."""
        return sum(self.theirs(origin) for origin in self.sources(country, self.enemy))

    def distances(self, targets: Iterable[str]) -> dict[str, int]:
        """Land borders from each country to the nearest of `targets`, as far as there is a way."""
        found = dict.fromkeys(targets, 0)
        queue = deque(found)
        while queue:
            here = queue.popleft()
            for there in self.neighbours[here]:
                if there not in found:
                    found[there] = found[here] + 1
                    queue.append(there)
        return found

    @cached_property
    def lead(self) -> int | None:
        """By how much I lead in the battle that waits for its dice, with the cards played so far.

        The defender has one more than armies and cards [ATTACK.5]. None if there is no battle.
        """
        battle = self._map.battle
        if battle is None:
            return None
        strength = {it.side: it.armies for it in battle.sides}
        strength[battle.defender] += 1
        for card in battle.cards:
            strength[card.side] += card.bonus
        return strength[self.me] - strength[self.enemy]


FACES = range(1, 7)


@cache
def chance_to_win(lead: int) -> float:
    """The chance of the higher total for a side that leads by `lead` before the dice; 0 to 1.

    >>> chance_to_win(6), chance_to_win(-5)
    (1.0, 0.0)
    >>> round(chance_to_win(0), 3)
    0.417
    """
    rolls = list(product(FACES, FACES))
    return sum(lead + own > other for own, other in rolls) / len(rolls)
