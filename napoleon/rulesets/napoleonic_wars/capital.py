"""14.2.e Reinforcements come to the capital, or as near to it as may be."""

from __future__ import annotations

from collections.abc import Collection, Iterable

from napoleon.rules.kit.frames import within
from napoleon.rules.kit.scenes import found_once
from napoleon.rulesets.napoleonic_wars.frames.impulses import Pool, Reinforcement
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.scene import Acting
from napoleon.rulesets.napoleonic_wars.spaces import controller, hostile_in
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import Wars


def is_held(state: State, pack: Pack, space: str, nation: str) -> bool:
    """Whether a nation controls a space in which no enemy stands."""
    return controller(state, pack, space) == nation and not hostile_in(state, space, nation)


def places(state: State, pack: Pack, nation: str) -> tuple[str, ...]:
    """Where reinforcements of a nation may come: the capital, or the nearest home space it holds.

    Russia may use either capital, and goes elsewhere only if it holds neither [14.2.e, R-128]. The
    owner chooses among spaces that are equally near [R-65].
    """
    capitals = pack.capitals[nation]
    if held := tuple(it for it in capitals if is_held(state, pack, it, nation)):
        return held
    home = {it for it in pack.home_duchies[nation] if is_held(state, pack, it, nation)}
    return nearest(pack, capitals, home)


def nearest(pack: Pack, starts: Iterable[str], among: Collection[str]) -> tuple[str, ...]:
    """Those of some spaces that are fewest connections from any of the `starts` [R-65]."""
    seen = {*starts}
    ring = [*seen]
    while ring:
        if found := tuple(it for it in pack.spaces if it in ring and it in among):
            return found
        there = {link.other(space) for space in ring for link in pack.links[space]}
        ring = [it for it in there if it not in seen]
        seen.update(ring)
    return ()


class Reinforcing(Acting):
    """A nation that spends its reinforcements [14.2]."""

    makes_pacts = False

    def __init__(self, table: Wars, player: str) -> None:
        found = within(table.state, Reinforcement)
        self.frame = found
        super().__init__(table, player, found.nation)

    @property
    def pools(self) -> list[Pool]:
        """The CP of the interphase."""
        return self.frame.pools

    @found_once
    def only_at(self) -> tuple[str, ...] | None:
        """The capital, or where they come if it is occupied."""
        return places(self.state, self.pack, self.nation)

    @property
    def is_met(self) -> bool:
        """Nothing is intercepted between two turns [14.a]."""
        return False
