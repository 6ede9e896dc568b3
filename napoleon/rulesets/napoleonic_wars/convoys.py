"""13.6 to 13.7 Convoys and assault landings: units that go over sea without a fleet [R-57].

They are taken aboard by parts in a friendly port, and sail in one order: no enemy can stop them on
the way, so it is the shortest one that is open.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import DeclaredVerb, Domain, Irreversible
from napoleon.rules.kit.frames import on_top, top
from napoleon.rules.kit.scenes import found_once
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleonic_wars import encounters, fleets
from napoleon.rulesets.napoleonic_wars.armies import is_led, ratings
from napoleon.rulesets.napoleonic_wars.events.convoys import (
    Aboard,
    ConvoyBegan,
    ConvoyCalledOff,
    ConvoySailed,
)
from napoleon.rulesets.napoleonic_wars.events.sea_battles import GunsManned
from napoleon.rulesets.napoleonic_wars.frames.forces import Convoy, Force, Lot
from napoleon.rulesets.napoleonic_wars.impulses import IMPULSE
from napoleon.rulesets.napoleonic_wars.nations import commander, is_allied
from napoleon.rulesets.napoleonic_wars.orders.at_sea import (
    CallOffConvoy,
    Embark,
    LandAt,
    PrepareConvoy,
    TakeAboard,
)
from napoleon.rulesets.napoleonic_wars.pieces import strength
from napoleon.rulesets.napoleonic_wars.pools import SEA, in_cp, pay, refuse_cost
from napoleon.rulesets.napoleonic_wars.scene import Acting, asked
from napoleon.rulesets.napoleonic_wars.sea_routes import (
    ENTRIES,
    Closed,
    is_beset,
    refuse_beach,
    refuse_port,
    routes,
)
from napoleon.rulesets.napoleonic_wars.spaces import controller, hostile_in, leaders_in, present
from napoleon.rulesets.napoleonic_wars.table import Wars

KIND = "convoy"
"""The kind of the question to the seat that takes units aboard."""

MOST = 5
"""Units and leaders that a convoy carries [13.6.a]."""


def fresh(it: Acting, space: str, nation: str) -> list[Lot]:
    """The strength points there that have not moved in this impulse [13.6.a]."""
    lots = it.state.spaces[space].lots
    return [lot for lot in lots if lot.nation == nation and not (lot.entered or lot.fought)]


def rested_leaders(it: Acting, space: str) -> list[str]:
    """The leaders of the nation there that have not moved in this impulse."""
    own = leaders_in(it.state, space, it.nation)
    leaders = it.state.leaders
    return [name for name in own if not (leaders[name].entered or leaders[name].fought)]


def starts(it: Acting) -> list[str]:
    """The friendly ports in which something can be taken aboard."""
    return [
        space.id
        for space in it.pack.spaces.values()
        if space.ports and refuse_start(it, space.id) is None
    ]


def refuse_start(it: Acting, port: str) -> Refusal | None:
    """Why no convoy leaves from there."""
    if not fleets.is_friendly_port(it.state, it.pack, port, it.nation) or is_beset(it, port):
        return refuse("NO_FRIENDLY_PORT", "13.6.a", "A convoy begins in a friendly port.")
    if fresh(it, port, it.nation) or rested_leaders(it, port):
        return None
    detail = "Nobody of the nation there is free to sail in this impulse."
    return refuse("NOBODY_THERE", "13.6.a", detail)


def refuse_another(it: Acting) -> Refusal | None:
    """A nation sends one convoy in an impulse [13.6.b]."""
    if not it.impulse.convoyed:
        return None
    return refuse("ONE_CONVOY", "13.6.b", "A nation sends one convoy in an impulse.")


def refuse_nothing(it: Acting) -> Refusal | None:
    """Nobody stands in a port from which they could sail."""
    if any(any(routes(it, port, closed)) for port in starts(it) for closed in ENTRIES):
        return None
    return refuse("NOBODY_THERE", "13.6.a", "Nobody can sail out of a friendly port.")


# -- taking aboard ---------------------------------------------------------------------------------


def begin(it: Acting, sp: int, leaders: int, *, free: bool, reach: int = 0) -> None:
    """A convoy of the nation may be made up."""
    it.tell(ConvoyBegan, "13.6.a", port="", sp=sp, leaders=leaders, free=free, reach=reach)


PREPARE = DeclaredVerb(
    PrepareConvoy,
    IMPULSE,
    "13.6.a",
    unable=lambda it: refuse_another(it) or refuse_cost(it, SEA, 2, "13.6.b") or refuse_nothing(it),
    does=lambda it, order: begin(it, MOST, MOST, free=False),
    line="prepare a convoy",
    says=say("Prepare a convoy"),
    heading=say("At sea"),
)


class Loading(Acting):
    """A convoy that is made up."""

    def __init__(self, table: Wars, player: str) -> None:
        self.convoy = top(table.state, Convoy)
        super().__init__(table, player, self.convoy.nation)

    @property
    def force(self) -> Force:
        """What is aboard."""
        return self.convoy.force

    @property
    def room(self) -> int:
        """The units that still find a place [13.6.a]."""
        return MOST - self.force.units

    def ports(self) -> list[str]:
        """Where units may be taken aboard: in one port."""
        return [self.convoy.port] if self.convoy.port else starts(self)

    @found_once
    def routes(self) -> dict[str, list[str]]:
        """By port the places on the way there; a deployment goes to friendly ports near enough."""
        found = self.ways(refuse_port)
        if not self.convoy.reach:
            return found
        return {
            port: way
            for port, way in found.items()
            if total(self.cost_of(way)) <= self.convoy.reach
            and fleets.is_friendly_port(self.state, self.pack, port, self.nation)
        }

    @found_once
    def beaches(self) -> dict[str, list[str]]:
        """By port of a neutral minor the places on the way there; a deployment attacks nobody."""
        return {} if self.convoy.reach else self.ways(refuse_beach)

    def ways(self, closed: Closed) -> dict[str, list[str]]:
        """By port that is not closed the places on the shortest way there."""
        return dict(routes(self, self.convoy.port, closed)) if self.convoy.port else {}

    def cost_of(self, way: list[str]) -> tuple[Line, ...]:
        """A CP for each zone, and for each port that is entered [13.6.b]."""
        zones = sum(it in self.pack.zones for it in way)
        return (
            Line(zones, "13.6.b", say("zones")),
            Line(len(way) - zones + 1, "13.6.b", say("a port")),
        )

    def nations(self, port: str) -> list[str]:
        """The nations whose units there may sail: the own one, and minors that it may lead."""
        state = self.state
        return [
            nation
            for nation in (self.nation, *present(state, port))
            if nation == self.nation
            or (
                self.pack.nations[nation].rank == "minor"
                and is_allied(state, nation, self.nation)
                and commander(state, nation) == commander(state, self.nation)
            )
        ]


LOADER = asked(Loading, KIND)


def _refuse_start(it: Loading, port: str) -> Refusal | None:
    if it.convoy.port and port != it.convoy.port:
        return refuse("ONE_PORT", "13.6.a", "A convoy is made up in one port.")
    if port not in it.pack.spaces:
        return refuse("NO_FRIENDLY_PORT", "13.6.a", "A convoy begins in a friendly port.")
    return refuse_start(it, port)


def _able(it: Loading, port: str, nation: str) -> int:
    """The strength points of a nation that still may be taken aboard there."""
    there = sum(lot.sp for lot in fresh(it, port, nation))
    aboard = strength(it.force.lots, nation)
    allowed = it.convoy.sp - sum(lot.sp for lot in it.force.lots)
    return max(0, min(there - aboard, it.room, allowed))


def _refuse_units(it: Loading, order: TakeAboard) -> Refusal | None:
    if order.nation not in it.nations(order.port):
        detail = "Only units of the nation, and minors that it commands, sail with it."
        return refuse("NOT_YOUR_UNITS", "13.6.a", detail)
    most = _able(it, order.port, order.nation)
    if not 1 <= order.sp <= most:
        detail = f"From 1 to {most} strength points still find a place."
        return refuse("WRONG_NUMBER", "13.6.a", detail, most=most)
    if order.nation != it.nation:
        held = ratings(it.state, it.pack, it.force.leaders)
        units = {nation: strength(it.force.lots, nation) for nation in it.state.nations}
        units[order.nation] += order.sp
        if not is_led(it.pack, held, {nation: sp for nation, sp in units.items() if sp}):
            detail = "Units of a minor need a leader aboard who can lead them."
            return refuse("TOO_MANY", "9.1.b", detail)
    return None


def _take_units(it: Loading, order: TakeAboard) -> None:
    more = Force(lots=[Lot(order.nation, order.sp)])
    it.tell(Aboard, "13.6.a", port=order.port, force=it.force.plus(more))


TAKE_ABOARD = DeclaredVerb(
    TakeAboard,
    LOADER,
    "13.6.a",
    fields={
        "port": Domain(Loading.ports, refusal=_refuse_start, points="piece"),
        "nation": Domain(
            lambda it: dict.fromkeys(nation for port in it.ports() for nation in it.nations(port))
        ),
        "sp": Domain(lambda it: range(it.room, 0, -1), lambda it, sp: sp),
    },
    refuses=_refuse_units,
    does=_take_units,
    irreversible=Irreversible.NEVER,
    line="take aboard {sp:number} of {nation:nation} in {port:space}",
    says=say("Take %(sp)s SP of %(nation)s aboard in %(port)s"),
)


def _leaders(it: Loading) -> list[str]:
    ports = it.ports()
    return [
        name for port in ports for name in rested_leaders(it, port) if name not in it.force.leaders
    ]


def _refuse_leader(it: Loading, leader: str) -> Refusal | None:
    if leader not in _leaders(it):
        return refuse("NOT_THERE", "13.6.a", "That leader is not in the port, or has moved.")
    if not it.room or len(it.force.leaders) >= it.convoy.leaders:
        return refuse("TOO_MANY", "13.6.a", "No more leaders find a place.")
    return None


def _embark(it: Loading, order: Embark) -> None:
    port = it.state.leaders[order.leader].where
    it.tell(Aboard, "13.6.a", port=port, force=it.force.plus(Force([order.leader])))


EMBARK = DeclaredVerb(
    Embark,
    LOADER,
    "13.6.a",
    fields={"leader": Domain(_leaders, refusal=_refuse_leader, points="piece")},
    does=_embark,
    line="embark {leader:leader}",
    says=say("Take %(leader)s aboard"),
)


# -- sailing ---------------------------------------------------------------------------------------


def refuse_sailing(
    it: Loading, to: str, ways: Mapping[str, list[str]], closed: Closed
) -> Refusal | None:
    """Why the convoy does not sail to a place by any of these ways."""
    if not it.force.units:
        return refuse("NOBODY_ABOARD", "13.6.a", "Take somebody aboard first.")
    way = ways.get(to)
    if way is not None:
        return None if it.convoy.free else refuse_cost(it, SEA, total(it.cost_of(way)), "13.6.b")
    where = it.pack.spaces.get(to)
    if where is None or not where.ports:
        return refuse("NO_PORT", "13.6.a", "A convoy sails to a port.")
    for zone in where.ports:
        if (why := closed(it, to, zone)) is not None:
            return why
    return refuse("NO_WAY", "13.6.c", "Enemies close the way by sea.")


def pay_way(it: Loading, way: list[str]) -> tuple[str, ...]:
    """The CP of a way are paid; which zones it leads through."""
    if not it.convoy.free:
        pay(it, SEA, it.cost_of(way), "13.6.b")
    return tuple(place for place in way if place in it.pack.zones)


def way_price(it: Loading, way: list[str]) -> Phrase | None:
    """What a way costs; None for a convoy that is deployed."""
    return None if it.convoy.free else in_cp(total(it.cost_of(way)))


def land(it: Loading, to: str, zones: Iterable[str]) -> None:
    """The convoy goes into a port for which it has paid, under fire if that is an enemy's."""
    assault = fleets.is_enemy_port(it.state, it.pack, to, it.nation)
    hostile = hostile_in(it.state, to, it.nation) if assault else []
    waiting = encounters.interceptors(it.table, it.nation, to) if assault else []
    standing = encounters.seats_standing(it.table, it.nation, hostile)
    it.tell(
        ConvoySailed,
        "13.7.a" if assault else "13.6.a",
        start=it.convoy.port,
        space=to,
        force=it.force,
        zones=tuple(zones),
        assault=assault,
        waiting=tuple(waiting),
        standing=tuple(standing),
    )
    if assault:
        fire_at_landing(it, to)


def fire_at_landing(it: Acting, space: str) -> None:
    """The batteries of a port fire at what lands there [13.7.a, R-57]."""
    owner = controller(it.state, it.pack, space)
    event = GunsManned(space, owner, "landing", fleets.guns_of(it.pack, space), (), space)
    it.table.record(event, "13.7.a", "13.5.a")


LAND_AT = DeclaredVerb(
    LandAt,
    LOADER,
    "13.6.a",
    fields={
        "to": Domain(
            lambda it: [*it.routes],
            refusal=lambda it, to: refuse_sailing(it, to, it.routes, refuse_port),
            points="target",
        )
    },
    does=lambda it, order: land(it, order.to, pay_way(it, it.routes[order.to])),
    line="land at {to:space}",
    says=lambda it, order: (
        say("Land in %(to)s, under fire")
        if fleets.is_enemy_port(it.state, it.pack, order.to, it.nation)
        else say("Sail to %(to)s")
    ),
    price=lambda it, order: way_price(it, it.routes[order.to]),
)

CALL_OFF = DeclaredVerb(
    CallOffConvoy,
    LOADER,
    "13.6.a",
    does=lambda it, order: it.tell(ConvoyCalledOff, "13.6.a"),
    line="call off the convoy",
    says=say("Send no convoy"),
)

VERBS = (PREPARE, TAKE_ABOARD, EMBARK, LAND_AT, CALL_OFF)


def _asks(table: Wars) -> list[Decision]:
    convoy = top(table.state, Convoy)
    text = say("Who sails with the convoy of %(nation)s, and where to?", nation=convoy.nation)
    return [table.question(commander(table.state, convoy.nation), KIND, "13.6.a", text)]


STEPS = Part[Wars](
    "convoy", on_top(Convoy), (Step("convoy", lambda table: True, only_asks, _asks),)
)
"""Units are taken aboard."""
