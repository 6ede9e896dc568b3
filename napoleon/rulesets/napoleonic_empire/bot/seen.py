"""What a seat sees of a game, read from its four views alone."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Mapping
from functools import cached_property
from typing import Any, NamedTuple

from napoleon.rulesets.napoleonic_empire.sides import ALLIED, enemy

Views = Mapping[str, Mapping[str, Any]]
"""The views of one seat, by name, as the service gives them."""


class Battle(NamedTuple):
    """The battle before its dice: who attacks, and each side's total so far."""

    country: str
    attacker: str
    strength: dict[str, int]
    """Armies, cards and the defender's one, by side."""


class Seen:
    """A position as the seat sees it."""

    def __init__(self, views: Views) -> None:
        self._map = views["map"]
        self.turn: int = self._map["turn"]
        self.active: str = self._map["active"]
        self.me: str = views["hand"]["seat"]
        self.enemy = enemy(self.me)
        self._hands = views["hand"]["hands"]
        self.areas = {area["id"]: area for area in self._map["areas"]}
        self.armies: dict[str, dict[str, int]] = {self.me: {}, self.enemy: {}}
        self.unmoved: dict[str, int] = {}
        """My armies that have not moved, by country."""
        for country, area in self.areas.items():
            for stack in area["armies"]:
                self.armies[stack["side"]][country] = stack["count"]
                if stack["side"] == self.me and stack["count"] > stack["moved"]:
                    self.unmoved[country] = stack["count"] - stack["moved"]

    @cached_property
    def hand(self) -> dict[str, Mapping[str, Any]]:
        """My cards, by id."""
        held = next(it for it in self._hands if it["player"] == self.me)
        return {card["id"]: card for card in held["cards"] or ()}

    @cached_property
    def neighbours(self) -> dict[str, list[str]]:
        """Countries across a usable land border."""
        found: dict[str, list[str]] = {country: [] for country in self.areas}
        for road in self._map["roads"]:
            if road["usable"] and not road["one_way"]:
                found[road["a"]].append(road["b"])
                found[road["b"]].append(road["a"])
        return found

    @cached_property
    def landings(self) -> dict[str, list[str]]:
        """Where Allied armies may land, by the country that they leave."""
        found: dict[str, list[str]] = {}
        for road in self._map["roads"]:
            if road["usable"] and road["one_way"]:
                found.setdefault(road["a"], []).append(road["b"])
        return found

    def mine(self, country: str) -> int:
        """My armies in a country."""
        return self.armies[self.me].get(country, 0)

    def theirs(self, country: str) -> int:
        """Enemy armies in a country."""
        return self.armies[self.enemy].get(country, 0)

    def value(self, country: str) -> int:
        """What a country gives as reinforcements, to those who receive from it."""
        value: int = self.areas[country]["value"]
        return value

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
    def battle(self) -> Battle | None:
        """The battle that waits for its dice; None if there is none."""
        shown = self._map["battle"]
        if shown is None:
            return None
        strength = {it["side"]: it["armies"] for it in shown["sides"]}
        strength[shown["defender"]] += 1
        for card in shown["cards"]:
            strength[card["side"]] += card["bonus"]
        return Battle(shown["country"], shown["attacker"], strength)
