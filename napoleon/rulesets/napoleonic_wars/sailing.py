"""13.1 to 13.21 Fleets under way: what sails together, from zone to zone, into ports, on patrol.

A step is paid, and settled before the next one: windows, batteries, who intercepts, the move.
"""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.kit.declaring import DeclaredVerb, Domain, Irreversible
from napoleon.rules.kit.frames import on_top, top
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say, say_many
from napoleon.rulesets.napoleonic_wars import fleets, seeking, windows
from napoleon.rulesets.napoleonic_wars.batteries import man_guns
from napoleon.rulesets.napoleonic_wars.events.sailing import (
    CourseSet,
    FleetHeld,
    FleetJoined,
    FleetMoved,
    FleetSought,
    FleetTurnedBack,
    VoyageBegan,
    VoyageEnded,
)
from napoleon.rulesets.napoleonic_wars.frames.at_sea import Voyage
from napoleon.rulesets.napoleonic_wars.impulses import IMPULSE
from napoleon.rulesets.napoleonic_wars.maneuvers import (
    in_maneuvers,
    refuse_maneuvers,
    spend_maneuvers,
)
from napoleon.rulesets.napoleonic_wars.nations import at_war, commander, is_allied, is_proxy
from napoleon.rulesets.napoleonic_wars.orders.at_sea import (
    Anchor,
    Patrol,
    SailTo,
    SailWith,
    SetSail,
)
from napoleon.rulesets.napoleonic_wars.scene import Acting, asked
from napoleon.rulesets.napoleonic_wars.spaces import controller
from napoleon.rulesets.napoleonic_wars.state import Squadrons
from napoleon.rulesets.napoleonic_wars.table import Wars

KIND = "voyage"
"""The kind of the question to a fleet that is under way."""


# -- what sails ------------------------------------------------------------------------------------


def _ready_at(it: Acting, nation: str, place: str) -> int:
    """The squadrons of a nation there that may sail in this impulse."""
    own = (ships for ships in it.state.squadrons if (ships.nation, ships.at) == (nation, place))
    return sum(ships.ready for ships in own if not (ships.sails or ships.stays))


def _harbours(it: Acting) -> list[str]:
    """Where the nation has squadrons that may sail."""
    places = dict.fromkeys(ships.at for ships in it.state.squadrons if ships.nation == it.nation)
    return [place for place in places if _ready_at(it, it.nation, place)]


def _most_ready(it: Acting) -> int:
    return max((_ready_at(it, it.nation, place) for place in _harbours(it)), default=0)


def _refuse_harbour(it: Acting, start: str) -> Refusal | None:
    if _ready_at(it, it.nation, start):
        return None
    detail = "No squadron of the nation there can sail in this impulse."
    return refuse("NO_FLEET", "13.1.a", detail)


def _refuse_sailing(it: Acting, order: SetSail) -> Refusal | None:
    most = _ready_at(it, it.nation, order.start)
    if not 1 <= order.squadrons <= most:
        detail = f"From 1 to {most} squadrons can sail from there."
        return refuse("WRONG_NUMBER", "13.1.a", detail, most=most)
    return refuse_maneuvers(it, 1, "13.a")


SET_SAIL = DeclaredVerb(
    SetSail,
    IMPULSE,
    "13.1.a",
    fields={
        "start": Domain(_harbours, refusal=_refuse_harbour, points="piece"),
        "squadrons": Domain(
            lambda it: range(_most_ready(it), 0, -1),
            lambda it, squadrons: squadrons,
        ),
    },
    refuses=_refuse_sailing,
    does=lambda it, order: it.tell(
        VoyageBegan,
        "13.1.a",
        place=order.start,
        squadrons=order.squadrons,
        port=order.start in it.pack.spaces,
    ),
    irreversible=Irreversible.NEVER,
    line="set sail from {start:place} with {squadrons:number}",
    says=lambda it, order: say_many(
        "Make a squadron in %(start)s ready to sail",
        "Make %(count)s squadrons in %(start)s ready to sail",
        order.squadrons,
    ),
    heading=say("At sea"),
)


class Sailing(Acting):
    """The fleet under way."""

    def __init__(self, table: Wars, player: str) -> None:
        self.voyage = top(table.state, Voyage)
        super().__init__(table, player, self.voyage.nation)
        self.place = self.voyage.at

    @property
    def ships(self) -> list[Squadrons]:
        """The fleets in it, that of the top squadron first."""
        return fleets.under_way(self.state)

    @property
    def is_at_sea(self) -> bool:
        """Whether it is in a zone, and not in a port."""
        return self.place in self.pack.zones

    def joiners(self) -> Iterator[str]:
        """The allies with squadrons there that may sail with it [13.2.b, 13.21.a]."""
        for nation in self.pack.track:
            if refuse_joiner(self, nation) is None:
                yield nation

    def ways(self) -> list[str]:
        """The zones and ports to which it could go."""
        near = self.near()
        return [to for to in near if refuse_course(self, to) is None]

    def near(self) -> list[str]:
        """What a step leads to, open or not."""
        if not self.is_at_sea:
            return [*self.pack.spaces[self.place].ports]
        return [*self.pack.neighbours[self.place], *self.pack.ports_of[self.place]]


SAILOR = asked(Sailing, KIND)


def refuse_joiner(it: Sailing, nation: str) -> Refusal | None:
    """Why an ally's squadrons do not sail with the fleet."""
    if nation not in it.state.nations or nation == it.nation:
        return refuse("NO_ALLY", "13.2.a", "That is no ally of the fleet.")
    if is_proxy(it.state, it.nation):
        detail = "The CP of a proxy move no squadrons of others."
        return refuse("ONLY_ITS_OWN", "R-16", detail)
    if not is_allied(it.state, nation, it.nation):
        return refuse("NO_ALLY", "13.2.a", "That is no ally of the fleet.")
    if not _ready_at(it, nation, it.place):
        detail = "No squadron of that nation there can sail in this impulse."
        return refuse("NO_FLEET", "13.1.a", detail)
    own = commander(it.state, nation) == it.player
    stacked = any(
        ships.nation == nation and ships.at == it.place and fleets.lead_of(ships) == it.nation
        for ships in it.state.squadrons
    )
    if own or stacked:
        return None
    return refuse("NOT_STACKED", "13.21.a", "Its player has not stacked that fleet with yours.")


def _refuse_joining(it: Sailing, order: SailWith) -> Refusal | None:
    most = _ready_at(it, order.nation, it.place)
    if 1 <= order.squadrons <= most:
        return None
    detail = f"From 1 to {most} squadrons can sail with the fleet."
    return refuse("WRONG_NUMBER", "13.1.a", detail, most=most)


SAIL_WITH = DeclaredVerb(
    SailWith,
    SAILOR,
    "13.21.a",
    fields={
        "nation": Domain(lambda it: it.joiners(), refusal=refuse_joiner),
        "squadrons": Domain(
            lambda it: range(
                max((_ready_at(it, nation, it.place) for nation in it.joiners()), default=0), 0, -1
            ),
            lambda it, squadrons: squadrons,
        ),
    },
    refuses=_refuse_joining,
    does=lambda it, order: it.tell(
        FleetJoined,
        "13.21.a",
        nation=order.nation,
        place=it.place,
        squadrons=order.squadrons,
        lead=it.nation,
    ),
    line="sail with {squadrons:number} of {nation:nation}",
    says=lambda it, order: say_many(
        "Take a squadron of %(nation)s along",
        "Take %(count)s squadrons of %(nation)s along",
        order.squadrons,
    ),
)


# -- where to --------------------------------------------------------------------------------------


def refuse_course(it: Sailing, to: str) -> Refusal | None:
    """Why the fleet cannot take a step there."""
    if to not in it.near():
        return refuse("NOT_ADJACENT", "13.1.a", "No way leads there by sea.")
    if to in it.pack.spaces and not fleets.is_friendly_port(it.state, it.pack, to, it.nation):
        owner = controller(it.state, it.pack, to)
        if is_allied(it.state, owner, it.nation):
            return refuse("ENEMY_THERE", "3.friendly", "Enemy forces stand in that port.")
        if not at_war(it.state, owner, it.nation):
            return refuse("NEUTRAL_PORT", "13.1.a", "Nobody of your side controls that port.")
        if not fleets.is_enemy_port(it.state, it.pack, to, it.nation):
            detail = "Forces in that port have ended the enemy's control, and nobody has it."
            return refuse("UNCONTROLLED_PORT", "3.uncontrolled", detail)
        if not enemies_in_port(it, to):
            detail = "No enemy squadron lies in that port."
            return refuse("NOTHING_TO_FIGHT", "R-162", detail)
    return refuse_maneuvers(it, len(it.ships), "13.1.a")


def enemies_in_port(it: Acting, port: str) -> list[str]:
    """The nations at war with one that have squadrons in a port, finished or not."""
    return [
        ships.nation
        for ships in it.state.squadrons
        if ships.at == port and at_war(it.state, ships.nation, it.nation)
    ]


def _sail(it: Sailing, order: SailTo) -> None:
    """A step is paid for every fleet in the stack; then it is settled [13.2.b]."""
    spend_maneuvers(it, len(it.ships), "13.1.a")
    due = ["move", windows.AT_SEA]
    if not it.is_at_sea:
        due = [windows.SAIL, *due]
    elif order.to in it.pack.zones:
        guard = it.pack.strait(it.place, order.to)
        if guard and at_war(it.state, controller(it.state, it.pack, guard), it.nation):
            due = ["guns", "sally", *due]
    elif fleets.is_friendly_port(it.state, it.pack, order.to, it.nation):
        due = ["seek", "move"]
    else:
        due = ["seek", "guns"]
    it.tell(CourseSet, "13.1.a", start=it.place, place=order.to, due=tuple(due))


SAIL_TO = DeclaredVerb(
    SailTo,
    SAILOR,
    "13.1.a",
    fields={"to": Domain(lambda it: it.ways(), refusal=refuse_course, points="target")},
    does=_sail,
    line="sail to {to:place}",
    says=say("Sail to %(to)s"),
    price=lambda it, order: in_maneuvers(len(it.ships)),
)


def _refuse_patrol(it: Sailing) -> Refusal | None:
    if not it.is_at_sea or not fleets.enemy_stacks(it.state, it.pack, it.place, it.nation):
        return refuse("NOBODY_TO_FIND", "13.3.b", "No fleet that it may fight is at sea there.")
    return refuse_maneuvers(it, 1, "13.3.b")


def _patrol(it: Sailing, order: Patrol) -> None:
    spend_maneuvers(it, 1, "13.3.b")
    seeking.begin_patrol(it.table)


PATROL = DeclaredVerb(
    Patrol,
    SAILOR,
    "13.3.b",
    unable=_refuse_patrol,
    does=_patrol,
    line="patrol",
    says=say("Search for the enemy"),
    price=in_maneuvers(1),
)

ANCHOR = DeclaredVerb(
    Anchor,
    SAILOR,
    "13.1.a",
    does=lambda it, order: it.tell(VoyageEnded, "13.1.a"),
    line="anchor",
    says=say("Sail no farther"),
)

VERBS = (SET_SAIL, SAIL_WITH, SAIL_TO, PATROL, ANCHOR)


# -- the steps -------------------------------------------------------------------------------------


def _it(table: Wars) -> Sailing:
    return Sailing(table, "")


def _is_over(table: Wars) -> bool:
    """Whether nothing of the fleet is left, or it only had to be driven out."""
    voyage = top(table.state, Voyage)
    return not fleets.under_way(table.state) or (voyage.driven and not voyage.seekers)


def _turned_back(table: Wars) -> bool:
    """Whether it has evaded who blockades the port that it came out of [13.31.a]."""
    voyage = top(table.state, Voyage)
    return voyage.shut and voyage.left not in ("", voyage.at)


def _is_held(table: Wars) -> bool:
    """Whether it has evaded others as it came out of a port: it may not go on [13.31.a]."""
    voyage = top(table.state, Voyage)
    return voyage.slipped and voyage.left not in ("", voyage.at)


def _is_leaderless(table: Wars) -> bool:
    """Whether only allies are left of the stack: nobody sails them alone [8.2.d, 13.21.a]."""
    nation = top(table.state, Voyage).nation
    return not any(it.nation == nation for it in fleets.under_way(table.state))


def _due(table: Wars, *what: str) -> bool:
    due = top(table.state, Voyage).due
    return bool(due) and due[0] in what


def _put(table: Wars) -> None:
    voyage = top(table.state, Voyage)
    windows.put(table, voyage.due[0], voyage.nation, voyage.at)


def _move(table: Wars) -> None:
    it = _it(table)
    voyage, state = it.voyage, it.state
    seekers: list[str] = []
    runs = it.is_at_sea is False and any(rule.hook == "ship_free" for rule in state.rules)
    if voyage.to in it.pack.zones and not runs:
        seekers = fleets.enemy_stacks(state, it.pack, voyage.to, it.nation)
    port = voyage.to in it.pack.spaces
    it.tell(
        FleetMoved, "13.1.a", start=it.place, place=voyage.to, port=port, seekers=tuple(seekers)
    )


def _be_sought(table: Wars) -> None:
    it = _it(table)
    seekers = fleets.enemy_stacks(it.state, it.pack, it.place, it.nation)
    it.tell(FleetSought, "13.3.a", seekers=tuple(seekers))


def _asks(table: Wars) -> list[Decision]:
    voyage = top(table.state, Voyage)
    text = say("Where does the fleet in %(place)s sail?", place=voyage.at)
    return [table.question(commander(table.state, voyage.nation), KIND, "13.1.a", text)]


STEPS = Part[Wars](
    "voyage",
    on_top(Voyage),
    (
        Step("no fleet is left", _is_over, lambda table: _it(table).tell(VoyageEnded, "13.1.a")),
        Step(
            "back to port",
            _turned_back,
            lambda table: _it(table).tell(
                FleetTurnedBack, "13.31.a", port=top(table.state, Voyage).left
            ),
        ),
        seeking.STEP,
        Step("windows at sea", lambda table: _due(table, windows.SAIL, windows.AT_SEA), _put),
        Step("guns", lambda table: _due(table, "guns"), lambda table: man_guns(table)),
        seeking.SALLY,
        Step("interception before a port", lambda table: _due(table, "seek"), _be_sought),
        Step("move", lambda table: _due(table, "move"), _move),
        Step(
            "allies are left",
            _is_leaderless,
            lambda table: _it(table).tell(VoyageEnded, "8.2.d"),
        ),
        Step("held", _is_held, lambda table: _it(table).tell(FleetHeld, "13.31.a")),
        Step("course", lambda table: True, only_asks, _asks),
    ),
)
"""A fleet is under way."""
