"""11.3 Hits of battles and sieges: who takes them [R-28, R-79].

First units are removed, then others disrupted. The hits of each kind are spread over the nations of
the side that have strength points; leaders of other nations come after them, and the commander goes
last. Inside its share a nation may give a leader to spare a strength point, and has to when it has
none left. Strength points are alike, and of a nation's those that are disrupted already are removed
first, as each owner would choose: nobody is asked that.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import NamedTuple

from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.scenes import found_once
from napoleon.rules.kit.sequence import Step
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.events.battles import (
    ATTACKER,
    BESIEGER,
    DEFENDER,
    HitsShared,
    HitsUnmet,
    LeaderHit,
    OddHitGiven,
    UnitsDisrupted,
    UnitsRemoved,
    fight,
    side_of,
)
from napoleon.rulesets.napoleonic_wars.frames.battles import Siege
from napoleon.rulesets.napoleonic_wars.frames.forces import Lot
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.orders.battles import GiveHit, HitLeader, HitUnits
from napoleon.rulesets.napoleonic_wars.pieces import doing_least
from napoleon.rulesets.napoleonic_wars.ranks import Ranks, ranks_of, seat_of, unfought
from napoleon.rulesets.napoleonic_wars.scene import Seated, asked
from napoleon.rulesets.napoleonic_wars.spaces import commanding
from napoleon.rulesets.napoleonic_wars.table import Wars

ODD, OWN = "odd_hits", "hits"
"""The kinds of the questions about hits: to the commander of a side, and to a nation."""


class Spread(NamedTuple):
    """Hits as they are spread over nations."""

    shares: Mapping[str, int]
    odd: int
    """Hits that cannot be spread evenly."""
    takers: tuple[str, ...]
    """The nations of which each may be given one of these."""


def spread(hits: int, room: Mapping[str, int], taken: Mapping[str, int]) -> Spread:
    """Spread hits as evenly as may be, with what each nation has taken in this round already.

    `room` says how many each can take.

    >>> spread(3, {"fr": 4, "sp": 4}, {})
    Spread(shares={'fr': 1, 'sp': 1}, odd=1, takers=('fr', 'sp'))
    >>> spread(1, {"fr": 4, "sp": 4}, {"fr": 1}).shares
    {'fr': 0, 'sp': 1}
    """
    shares = dict.fromkeys(room, 0)
    while hits:
        level = {it: taken.get(it, 0) + shares[it] for it in room if shares[it] < room[it]}
        if not level:
            break
        lowest = tuple(it for it in level if level[it] == min(level.values()))
        if len(lowest) > hits:
            return Spread(shares, hits, lowest)
        for nation in lowest:
            shares[nation] += 1
        hits -= len(lowest)
    return Spread(shares, 0, ())


class Hits(Seated):
    """A side that has hits to take."""

    def __init__(self, table: Wars, player: str, side: str) -> None:
        super().__init__(table, player)
        self.side = side
        self.frame = fight(table.state)
        self.space = self.frame.space
        self.force = side_of(self.frame, side)
        self.removed = self.force.removing > 0

    @found_once
    def ranks(self) -> Ranks:
        """What the side has left."""
        return ranks_of(self.table, self.side)

    @property
    def left(self) -> int:
        """Hits of the kind that is taken now, removals first."""
        return self.force.removing if self.removed else self.force.disrupting

    # -- shares

    @found_once
    def spread(self) -> Spread:
        """The shares of the nations: those with strength points first, then leaders alone.

        A nation whose strength points run out gives its leaders inside its share [R-79].
        """
        ranks, force, removed = self.ranks, self.force, self.removed
        juniors = [self.state.leaders[it].nation for it in ranks.juniors(removed=removed)]
        strength = {it: ranks.strength(it, removed=removed) for it in force.nations}
        room = {it: strength[it] + juniors.count(it) for it in strength if strength[it]}
        first = spread(min(self.left, sum(room.values())), room, force.taken)
        if self.left > sum(room.values()):
            alone = {it: juniors.count(it) for it in strength if not strength[it]}
            then = spread(self.left - sum(room.values()), alone, force.taken)
            first = Spread({**room, **then.shares}, then.odd, then.takers)
        given = {it: hits + force.odd.count(it) for it, hits in first.shares.items()}
        takers = tuple(it for it in first.takers if it not in force.odd)
        return Spread(given, first.odd - len(force.odd), takers)

    def share(self) -> None:
        """All hits that nations can take are shared; then the commander is left to take one."""
        shares = {it: hits for it, hits in self.spread.shares.items() if hits}
        if shares:
            self.tell(HitsShared, "11.3.b", "R-79", removed=self.removed, shares=shares)
        elif self.ranks.commander and (self.removed or self.ranks.leads):
            self.hit_leader(self.ranks.commander, "R-28")
        else:
            self.tell(HitsUnmet, "R-80", hits=self.left, removed=self.removed)

    # -- what a nation gives

    @property
    def nation(self) -> str:
        """The nation that takes its share now."""
        return next(iter(self.force.owed))

    @property
    def due(self) -> int:
        """Its hits."""
        return self.force.owed[self.nation]

    @property
    def strength(self) -> int:
        """Its strength points that can take them."""
        return self.ranks.strength(self.nation, removed=self.removed)

    @property
    def juniors(self) -> list[str]:
        """Its leaders that can take them: not the commander."""
        juniors = self.ranks.juniors(removed=self.removed)
        return [it for it in juniors if self.state.leaders[it].nation == self.nation]

    @property
    def has_no_choice(self) -> bool:
        """It has strength points alone, or no more than it has to give."""
        juniors = len(self.juniors)
        alike = not juniors or (not self.strength and self.due == juniors)
        return alike or self.due == self.strength + juniors

    def give_all(self) -> None:
        """It gives what it can."""
        juniors, spared = self.juniors, min(self.due, self.strength)
        leaders = juniors[: self.due - spared]
        if spared:
            self.hit_units(spared)
        for leader in leaders:
            self.hit_leader(leader, "R-79")

    def hit_units(self, sp: int) -> None:
        """Strength points are removed or disrupted."""
        nation = self.nation
        if not self.removed:
            self.tell(UnitsDisrupted, "11.3.a", nation=nation, sp=sp)
            return
        disrupted = min(sp, self.force.disrupted.get(nation, 0))
        lots = self._lots(nation, sp)
        self.tell(UnitsRemoved, "11.3.a", nation=nation, sp=sp, lots=lots, disrupted=disrupted)

    def _lots(self, nation: str, sp: int) -> tuple[Lot, ...]:
        """So many strength points, those that can do least first; in a siege of the army alone."""
        lots = self.state.spaces[self.space].lots
        if isinstance(self.frame, Siege):
            lots = unfought(self.state, self.space, nation)
        return tuple(doing_least(lots, nation, sp))

    def hit_leader(self, leader: str, clause: str, *, card: int = 0) -> None:
        """A leader is removed or disrupted; `card` is the die if a card does it [R-114]."""
        removed = card == REMOVES if card else self.removed
        chief = self.force.commander
        if removed and leader == chief:
            chief = commanding(self.state, self.pack, self.ranks.juniors(removed=True))
        self.tell(
            LeaderHit,
            clause,
            nation=self.state.leaders[leader].nation,
            leader=leader,
            removed=removed,
            by_card=bool(card),
            for_good=self.pack.leaders[leader].entry == "event",
            successor=chief,
        )


REMOVES = 6
"""The die of a card that removes a commander; a lower one disrupts them [R-114]."""


def taking(table: Wars, player: str = "") -> Hits | None:
    """The side that has hits to take: the attacker or the besieger first; None if none has."""
    names = (BESIEGER,) if isinstance(fight(table.state), Siege) else (ATTACKER, DEFENDER)
    for name in names:
        side = side_of(fight(table.state), name)
        if side.removing or side.disrupting:
            return Hits(table, player, name)
    return None


def _now(table: Wars, player: str = "") -> Hits:
    it = taking(table, player)
    assert it is not None, "nobody has hits to take"
    return it


def _share_due(table: Wars) -> bool:
    it = taking(table)
    return it is not None and not it.force.owed


def _odd_due(table: Wars) -> bool:
    return _share_due(table) and _now(table).spread.odd > 0


def _asks_odd(table: Wars) -> list[Decision]:
    it = _now(table)
    seat = seat_of(table, it.space, it.force)
    text = say("Which nation takes a hit more in %(space)s?", space=it.space)
    return [table.question(seat, ODD, "11.3.b", text)] if seat else []


def _give_first_odd(table: Wars) -> None:
    """Forces that nobody commands take them in the order of the track."""
    it = _now(table)
    it.tell(OddHitGiven, "11.3.b", nation=it.spread.takers[0])


def _asks_own(table: Wars) -> list[Decision]:
    it = _now(table)
    seat = commander(table.state, it.nation)
    text = say("Who of %(nation)s is disrupted: strength points, or a leader?", nation=it.nation)
    if it.removed:
        text = say("Who of %(nation)s is lost: strength points, or a leader?", nation=it.nation)
    return [table.question(seat, OWN, "R-79", text)] if seat else []


STEPS: tuple[Step[Wars], ...] = (
    Step("odd hits", _odd_due, _give_first_odd, _asks_odd),
    Step("shares", _share_due, lambda table: _now(table).share()),
    Step(
        "hits",
        lambda table: taking(table) is not None,
        lambda table: _now(table).give_all(),
        _asks_own,
        lambda table: _now(table).has_no_choice,
    ),
)
"""Hits are taken as soon as both sides have rolled; part of a battle and of a siege."""


# -- verbs -----------------------------------------------------------------------------------------


def _refuse_taker(it: Hits, nation: str) -> Refusal | None:
    if nation in it.spread.takers:
        return None
    detail = "Hits are spread evenly: that nation can take no odd one."
    return refuse("SPREAD_EVENLY", "11.3.b", detail, takers=list(it.spread.takers))


def _refuse_units(it: Hits) -> Refusal | None:
    strength, due = it.strength, it.due
    if due <= strength:
        return None
    detail = f"The nation takes {due} hits, and has {strength} strength points for them."
    return refuse("TOO_FEW_UNITS", "R-79", detail, due=due, strength=strength)


def _refuse_leader(it: Hits, leader: str) -> Refusal | None:
    if leader in it.juniors:
        return None
    detail = "Only a leader of the nation that fights there under another one can take that hit."
    return refuse("NO_JUNIOR", "R-79", detail, leader=leader)


GIVE_HIT = DeclaredVerb(
    GiveHit,
    asked(_now, ODD),
    "11.3.b",
    fields={"nation": Domain(lambda it: it.spread.takers, refusal=_refuse_taker)},
    does=lambda it, order: it.tell(OddHitGiven, "11.3.b", nation=order.nation),
    line="hit more for {nation:nation}",
    says=say("%(nation)s takes a hit more"),
)

NATION = asked(_now, OWN)

HIT_UNITS = DeclaredVerb(
    HitUnits,
    NATION,
    "R-79",
    unable=_refuse_units,
    does=lambda it, order: it.hit_units(it.due),
    line="hit units",
    says=say("Strength points take the hits"),
)

HIT_LEADER = DeclaredVerb(
    HitLeader,
    NATION,
    "R-79",
    fields={"leader": Domain(lambda it: it.juniors, refusal=_refuse_leader)},
    does=lambda it, order: it.hit_leader(order.leader, "R-79"),
    line="hit {leader:leader}",
    says=say("%(leader)s takes a hit"),
)

VERBS = (GIVE_HIT, HIT_UNITS, HIT_LEADER)
