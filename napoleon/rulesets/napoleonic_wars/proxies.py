"""5.3, 6.4, 7.5 Impulses of neutral proxies: a card by chance, its red event, or production."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import lru_cache

from napoleon.rules.events import Line
from napoleon.rules.kit.frames import on_top, top
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.cards.drawing import choosing
from napoleon.rulesets.napoleonic_wars.cards.grammar import changes_something
from napoleon.rulesets.napoleonic_wars.cards.playing import play_as_event
from napoleon.rulesets.napoleonic_wars.cards.scene import Playing
from napoleon.rulesets.napoleonic_wars.events.impulses import CardPlayedForCP, ImpulseEnded
from napoleon.rulesets.napoleonic_wars.events.interphase import LeaderRegrouped, SquadronRegrouped
from napoleon.rulesets.napoleonic_wars.events.production import (
    LeaderBuilt,
    SquadronLaidDown,
    UnitsBuilt,
    UnitsRegrouped,
)
from napoleon.rulesets.napoleonic_wars.events.proxies import (
    MarkerPut,
    MarkerUsed,
    ProxyCardDrawn,
    UnitsCashedIn,
)
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.nations import commander, in_track_order, powers_of, seats
from napoleon.rulesets.napoleonic_wars.pack import Card, Pack
from napoleon.rulesets.napoleonic_wars.pieces import squadrons_of
from napoleon.rulesets.napoleonic_wars.pools import PRODUCTION, pay
from napoleon.rulesets.napoleonic_wars.production import (
    REGROUP_COST,
    SP_COST,
    SQUADRON_COST,
    counters_left,
    refuse_ground,
    refuse_leader,
)
from napoleon.rulesets.napoleonic_wars.scene import Acting
from napoleon.rulesets.napoleonic_wars.spaces import leaders_in, sp_in
from napoleon.rulesets.napoleonic_wars.table import Wars


def _acts(table: Wars) -> bool:
    """Whether the impulse on top is one of a nation that nobody commands."""
    own = on_top(Impulse)(table)
    return own and not commander(table.state, top(table.state, Impulse).nation)


# -- its card --------------------------------------------------------------------------------------


def for_whom(it: Acting, card: Card) -> str:
    """For whom a neutral proxy's red card works as an event; empty if it can change nothing.

    Where it needs choices, a seat that has a legal one is drawn, and it works for the power of that
    seat which comes next on the track [R-99]; else it works for the proxy.
    """
    if not any(form in card.program for form in ("choose(", "either(")):
        at = Playing(it.table, "", it.nation, card.id)
        return it.nation if changes_something(at) else ""
    able: dict[str, str] = {}
    for seat in seats(it.state):
        [power, *_] = in_track_order(it.pack, powers_of(it.state, seat), it.nation)
        if changes_something(Playing(it.table, seat, it.nation, card.id, power)):
            able[seat] = power
    if not able:
        return ""
    chosen = next(iter(able)) if len(able) == 1 else choosing(it.table, it.nation, [*able])
    return able[chosen]


def _play(table: Wars) -> None:
    """A card by chance: a red one is an event if it can be, any other is CP [5.3.b, R-10]."""
    it = Acting(table, "", top(table.state, Impulse).nation)
    drawn, draw = table.draw(sorted(it.own.hand), f"card of {it.nation}")
    it.tell(ProxyCardDrawn, "5.3.b", card=drawn, draw=draw)
    card = it.pack.cards[drawn]
    you = for_whom(it, card) if card.red and not (card.no_1805 and it.state.turn == 1) else ""
    if you:
        play_as_event(it, card, you)
        return
    lines = (Line(card.cp, "6.3.a", say("CP of the card")),)
    it.tell(
        CardPlayedForCP,
        "5.3.b",
        card=drawn,
        cp=card.cp,
        breakdown=lines,
        joinable=card.joinable,
        home=False,
    )
    if it.own.marker_cp:
        it.tell(MarkerUsed, "7.5.f", cp=it.own.marker_cp)


# -- its production --------------------------------------------------------------------------------


def nearest(pack: Pack, start: str, among: list[str]) -> str:
    """Of these spaces the one with fewest connections from another, then the first by name [R-65].

    Those that no connection leads to come last; empty of none.
    """
    steps, far = _steps_from(pack, start), len(pack.spaces)
    return min(among, key=lambda it: (steps.get(it, far), it), default="")


@lru_cache(maxsize=1024)
def _steps_from(pack: Pack, start: str) -> Mapping[str, int]:
    """How many connections lead from a space to each of those that can be reached at all."""
    steps, edge = {start: 0}, {start}
    for far in range(1, len(pack.spaces)):
        edge = {there for it in edge for there in pack.adjacent[it]} - {*steps}
        steps |= dict.fromkeys(edge, far)
    return steps


class Producing(Acting):
    """A neutral proxy that spends the CP of its card [7.5]."""

    @property
    def cp(self) -> int:
        """What is left."""
        return sum(pool.cp for pool in self.pools)

    @property
    def place(self) -> str:
        """The capital, or the nearest home duchy where it may build; empty for none."""
        own = self.pack.home_duchies[self.nation]
        able = [it for it in own if refuse_ground(self, it) is None]
        return nearest(self.pack, self.pack.capitals[self.nation][0], able)

    @property
    def port(self) -> str:
        """The home port nearest to the capital where squadrons may be built; empty for none."""
        own = self.pack.home_duchies[self.nation]
        able = [it for it in own if refuse_ground(self, it) is None and self.pack.spaces[it].ports]
        return nearest(self.pack, self.pack.capitals[self.nation][0], able)

    @property
    def best(self) -> str:
        """The best leader that it could build: command, battle rating, alphabet [R-20]."""
        rows = self.pack.leaders
        able = sorted(it for it in self.state.leaders if refuse_leader(self, it) is None)
        return max(able, key=lambda it: (rows[it].command, rows[it].battle), default="")

    @property
    def unled(self) -> int:
        """The units in the capital beyond the ratings of the leaders there [7.5.a]."""
        held = leaders_in(self.state, self.place, self.nation)
        led = sum(self.pack.leaders[it].command for it in held)
        return max(0, sp_in(self.state, self.place, self.nation) - led)

    def step(self) -> Callable[[], None] | None:
        """What it does next, by the priorities of 7.5.a; None if that is all."""
        place = self.place
        if not place or not self.cp:
            return None
        if (back := self._regroups()) is not None:
            return back
        best = self.best
        if best and self.unled > self.pack.leaders[best].command:
            return self._builds_leader(best)
        if counters_left(self) > 0:
            return self._builds_unit if self.cp >= SP_COST else None
        if best:
            return self._builds_leader(best)
        afloat = squadrons_of(self.state, self.nation)
        if self.port and afloat < self.pack.limits[self.nation].max_squadrons:
            return self._lays_down()
        return None

    def _regroups(self) -> Callable[[], None] | None:
        """What lies in the Regroup box comes back before anything new is built [R-19]."""
        place = self.place
        if self.own.regroup_sp:
            return lambda: self._pays(
                REGROUP_COST,
                "7.7.b",
                lambda: self.tell(UnitsRegrouped, "7.5.a", space=place, sp=1),
            )
        own = (name for name, it in self.state.leaders.items() if it.nation == self.nation)
        leader = next((it for it in own if self.state.leaders[it].standing == "regroup"), "")
        if leader:
            return lambda: self._pays(
                REGROUP_COST,
                "7.7.b",
                lambda: self.tell(LeaderRegrouped, "7.5.a", leader=leader, space=place),
            )
        if self.own.regroup_squadrons and (port := self.port):
            return lambda: self._pays(
                REGROUP_COST, "7.7.b", lambda: self.tell(SquadronRegrouped, "7.5.a", port=port)
            )
        return None

    def _builds_unit(self) -> None:
        place = self.place
        self._pays(SP_COST, "7.1.a", lambda: self.tell(UnitsBuilt, "7.5.a", space=place, sp=1))

    def _builds_leader(self, leader: str) -> Callable[[], None] | None:
        cost, place = self.pack.leaders[leader].command, self.place
        if not self._can_raise(cost):
            return None

        def build() -> None:
            self._raise(cost)
            self._pays(
                cost, "7.2.a", lambda: self.tell(LeaderBuilt, "7.5.a", leader=leader, space=place)
            )

        return build

    def _lays_down(self) -> Callable[[], None] | None:
        port = self.port
        if not self._can_raise(SQUADRON_COST):
            return None

        def build() -> None:
            self._raise(SQUADRON_COST)
            self._pays(
                SQUADRON_COST, "7.3.a", lambda: self.tell(SquadronLaidDown, "7.5.a", port=port)
            )

        return build

    def _can_raise(self, cost: int) -> bool:
        held = sp_in(self.state, self.place, self.nation)
        return self.cp + SP_COST * held >= cost

    def _raise(self, cost: int) -> None:
        """Units of the capital make up for what is lacking, as few as possible [R-21]."""
        lacking = cost - self.cp
        if lacking > 0:
            sp = -(-lacking // SP_COST)
            lines = (Line(SP_COST * sp, "R-21", say("%(sp)s SP of 2 CP", sp=sp)),)
            self.tell(
                UnitsCashedIn,
                "R-21",
                space=self.place,
                sp=sp,
                cp=SP_COST * sp,
                breakdown=lines,
            )

    def _pays(self, cost: int, clause: str, does: Callable[[], None]) -> None:
        pay(self, PRODUCTION, (Line(cost, clause, say("by the priorities of 7.5")),), clause)
        does()


def _produce(table: Wars) -> None:
    it = Producing(table, "", top(table.state, Impulse).nation)
    step = it.step()
    assert step is not None, "it is due only if there is something to do"
    step()


def _has_more(table: Wars) -> bool:
    return Producing(table, "", top(table.state, Impulse).nation).step() is not None


def _end(table: Wars) -> None:
    """At most one CP is kept [7.5.f]."""
    it = Producing(table, "", top(table.state, Impulse).nation)
    if it.cp:
        it.tell(MarkerPut, "7.5.f")
    it.tell(ImpulseEnded, "6.3.b", lapsed=it.cp)


STEPS = Part[Wars](
    "neutral proxy",
    _acts,
    (
        Step("card", lambda table: not top(table.state, Impulse).played, _play),
        Step("production", _has_more, _produce),
        Step("end", lambda table: True, _end),
    ),
)
"""The impulse of a nation that nobody commands goes by itself."""
