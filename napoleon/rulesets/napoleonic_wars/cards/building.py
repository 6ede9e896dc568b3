"""6.11 Pieces that an event builds without CP: who places them, and how many [R-97, R-108].

A nation's commander places them one after the other. Where nobody commands it, or nothing is to be
decided, they come by themselves.
"""

from __future__ import annotations

from napoleon.rules.kit.declaring import DeclaredVerb, Domain, Irreversible
from napoleon.rules.kit.frames import inmost, on_top, top
from napoleon.rules.kit.scenes import found_once
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import encounters
from napoleon.rulesets.napoleonic_wars.cards.scene import Playing, listed, refuse_none
from napoleon.rulesets.napoleonic_wars.cards.words import Some
from napoleon.rulesets.napoleonic_wars.events.building import (
    BuildingBegan,
    BuildingEnded,
    PiecesBrought,
    PiecesPlaced,
)
from napoleon.rulesets.napoleonic_wars.frames.cards import Building, Program
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.orders.cards import (
    BringUnits,
    PlaceLeader,
    PlaceNoMore,
    PlaceSquadron,
    PlaceUnits,
)
from napoleon.rulesets.napoleonic_wars.pieces import squadrons_of
from napoleon.rulesets.napoleonic_wars.production import counters_left, refuse_ground, refuse_leader
from napoleon.rulesets.napoleonic_wars.scene import Acting, asked
from napoleon.rulesets.napoleonic_wars.spaces import hostile_in, sp_in
from napoleon.rulesets.napoleonic_wars.table import Wars

BUILD = "build"
"""The kind of the question."""


class Placing(Acting):
    """A nation that places what an event gives it."""

    def __init__(self, table: Wars, player: str, frame: Building) -> None:
        super().__init__(table, player, frame.nation)
        self.frame = frame

    @found_once
    def grounds(self) -> list[str]:
        """Where it may place units and leaders."""
        return [it for it in self.frame.spaces if refuse_ground(self, it) is None]

    @found_once
    def has_ground(self) -> bool:
        """Whether there is any: most questions need to know no more."""
        return any(refuse_ground(self, it) is None for it in self.frame.spaces)

    @found_once
    def ports(self) -> list[str]:
        """Where it may place squadrons."""
        spaces = self.pack.spaces
        return [it for it in self.grounds if spaces[it].ports and spaces[it].home == self.nation]

    @property
    def most(self) -> int:
        """The strength points that it can place out of its counters."""
        return min(self.frame.sp, counters_left(self)) if self.has_ground else 0

    @property
    def leaders(self) -> list[str]:
        """The leaders that it can place."""
        return self.frame.leaders if self.has_ground else []

    @property
    def squadrons(self) -> int:
        """The squadrons that it can place."""
        left = self.pack.limits[self.nation].max_squadrons - squadrons_of(self.state, self.nation)
        return min(self.frame.squadrons, left) if self.frame.squadrons and self.ports else 0

    @found_once
    def sources(self) -> list[str]:
        """Where strength points can be taken from, as there are no more counters [R-97]."""
        if not self.frame.sp or not self.has_ground or counters_left(self):
            return []
        found = (it for it in self.state.spaces if sp_in(self.state, it, self.nation))
        free = [it for it in found if not hostile_in(self.state, it, self.nation)]
        return [it for it in free if self.grounds != [it]]

    @property
    def is_over(self) -> bool:
        """Whether it can place nothing."""
        return not (self.most or self.leaders or self.squadrons or self.sources)

    def place(self, space: str, sp: int = 0, leader: str = "", squadrons: int = 0) -> None:
        """Pieces come onto the map, where they may be met [R-122]."""
        waiting = encounters.interceptors(self.table, self.nation, space)
        clause = "7.3.a" if squadrons else "7.2.a" if leader else "7.1.a"
        self.tell(
            PiecesPlaced,
            clause,
            "6.11.a",
            space=space,
            sp=sp,
            leader=leader,
            squadrons=squadrons,
        )
        if not squadrons:
            encounters.appear(self.table, self.nation, space, waiting)


def _frame(
    at: Playing, nation: str, where: Some, sp: int, leader: str, squadron: int, spread: int
) -> Building:
    leaders: list[str] = []
    if leader:
        own = Acting(at.table, at.player, nation)
        by_cp = [it for it in at.state.leaders if refuse_leader(own, it) is None]
        named = at.pack.leaders.get(leader)
        if named is not None and named.entry == "event":
            leaders = [leader] if at.state.leaders[leader].standing == "dead" else []
        else:
            leaders = [it for it in by_cp if leader in ("any", it)]
    return Building(nation, listed(where), sp, leaders, squadron, bool(spread))


def refuse_build(
    at: Playing,
    nation: str,
    where: Some,
    sp: int = 0,
    leader: str = "",
    squadron: int = 0,
    spread: int = 0,
) -> Refusal | None:
    """Why nothing can be built there."""
    frame = _frame(at, nation, where, sp, leader, squadron, spread)
    it = Placing(at.table, at.player, frame)
    return refuse_none(not it.is_over, "Nothing can be built there now.", "7.a")


def build(
    at: Playing,
    nation: str,
    where: Some,
    sp: int = 0,
    leader: str = "",
    squadron: int = 0,
    spread: int = 0,
) -> None:
    """A nation places pieces without CP [6.11, 7.1-7.3]."""
    frame = _frame(at, nation, where, sp, leader, squadron, spread)
    at.tell(
        BuildingBegan,
        "6.11.a",
        nation=nation,
        spaces=tuple(frame.spaces),
        sp=sp,
        leaders=tuple(frame.leaders),
        squadrons=squadron,
        spread=bool(spread),
    )


# -- the steps -------------------------------------------------------------------------------------


def _placing(table: Wars, player: str = "") -> Placing:
    return Placing(table, player, top(table.state, Building))


def _is_over(table: Wars) -> bool:
    return _placing(table).is_over


def _end(table: Wars) -> None:
    it = _placing(table)
    it.tell(BuildingEnded, "6.11.a")


def _is_plain(table: Wars) -> bool:
    """Nobody decides: nobody commands the nation; or the card's player has one way to use it."""
    it, card = _placing(table), inmost(table.state, Program)
    seat = commander(it.state, it.nation)
    if not seat:
        return True
    if card is None or seat != commander(it.state, card.you):
        return False
    kinds = bool(it.most) + bool(it.squadrons) + bool(it.leaders)
    places = it.ports if it.squadrons else it.grounds
    plain = len(places) == 1 and len(it.leaders) <= 1 and kinds == 1
    return plain and it.most in (0, it.frame.sp) and not it.sources


def _place(table: Wars) -> None:
    """As many as possible, in the first space that comes into question [R-108]."""
    it = _placing(table)
    if it.leaders:
        ratings = it.pack.leaders
        best = max(it.leaders, key=lambda name: (ratings[name].command, ratings[name].battle))
        it.place(it.grounds[0], leader=best)
    elif it.most:
        it.place(it.grounds[0], sp=it.most)
    elif it.squadrons:
        it.place(it.ports[0], squadrons=it.squadrons)
    else:
        it.tell(BuildingEnded, "R-108")


def _asks(table: Wars) -> list[Decision]:
    it = _placing(table)
    text = say("What does %(nation)s place by the event?", nation=it.nation)
    return [table.question(commander(it.state, it.nation), BUILD, "6.11.a", text)]


STEPS = Part[Wars](
    "building by event",
    on_top(Building),
    (
        Step("nothing is left", _is_over, _end),
        Step("building", lambda table: True, _place, _asks, _is_plain),
    ),
)
"""Pieces of an event are placed before its card goes on."""


# -- the verbs -------------------------------------------------------------------------------------

PLACING = asked(_placing, BUILD)


def _refuse_space(it: Placing, space: str) -> Refusal | None:
    if space not in it.frame.spaces:
        return refuse("NOT_ON_THE_CARD", "6.11.a", "The event names other spaces.", space=space)
    return None if space in it.grounds else refuse_ground(it, space)


def _refuse_amount(it: Placing, order: PlaceUnits) -> Refusal | None:
    if 1 <= order.sp <= it.most:
        return None
    detail = f"Place from 1 to {it.most} strength points."
    return refuse("WRONG_NUMBER", "6.11.a", detail, most=it.most)


GROUND = Domain[Placing](lambda it: it.grounds, refusal=_refuse_space, points="target")

PLACE_UNITS = DeclaredVerb(
    PlaceUnits,
    PLACING,
    "7.1.a",
    fields={
        "space": GROUND,
        "sp": Domain(lambda it: range(1, it.most + 1), lambda it, sp: sp),
    },
    refuses=_refuse_amount,
    does=lambda it, order: it.place(order.space, sp=order.sp),
    line="place {sp:number} in {space:space}",
    says=say("Place %(sp)s SP in %(space)s"),
)


def _refuse_leader(it: Placing, leader: str) -> Refusal | None:
    if leader in it.leaders:
        return None
    return refuse("NOT_ON_THE_CARD", "7.2.b", "The event brings no such leader.", leader=leader)


PLACE_LEADER = DeclaredVerb(
    PlaceLeader,
    PLACING,
    "7.2.a",
    fields={"leader": Domain(lambda it: it.leaders, refusal=_refuse_leader), "space": GROUND},
    does=lambda it, order: it.place(order.space, leader=order.leader),
    line="place {leader:leader} in {space:space}",
    says=say("Place %(leader)s in %(space)s"),
)


def _refuse_port(it: Placing, port: str) -> Refusal | None:
    if not it.squadrons:
        return refuse("NO_SQUADRON", "7.3.a", "The event brings no squadron.")
    if port in it.ports:
        return None
    return refuse("NO_HOME_PORT", "7.3.a", "No squadron can be placed there.", port=port)


PLACE_SQUADRON = DeclaredVerb(
    PlaceSquadron,
    PLACING,
    "7.3.a",
    fields={
        "port": Domain(
            lambda it: it.ports if it.squadrons else [], refusal=_refuse_port, points="target"
        )
    },
    does=lambda it, order: it.place(order.port, squadrons=1),
    line="place squadron in {port:space}",
    says=say("Place a squadron in %(port)s"),
)


def _refuse_source(it: Placing, start: str) -> Refusal | None:
    if start in it.sources:
        return None
    if counters_left(it):
        detail = "Pieces come from elsewhere only if there are no more counters."
        return refuse("COUNTERS_LEFT", "R-97", detail, left=counters_left(it))
    return refuse("NOT_FREE_TO_GO", "R-97", "No piece there can be taken.", start=start)


def _refuse_bringing(it: Placing, order: BringUnits) -> Refusal | None:
    if order.start == order.space:
        return refuse("SAME_SPACE", "R-97", "They stand there already.", space=order.space)
    most = min(it.frame.sp, sp_in(it.state, order.start, it.nation))
    if 1 <= order.sp <= most:
        return None
    return refuse("WRONG_NUMBER", "R-97", f"Bring from 1 to {most} strength points.", most=most)


def _bring(it: Placing, order: BringUnits) -> None:
    waiting = encounters.interceptors(it.table, it.nation, order.space)
    it.tell(PiecesBrought, "6.11.a", "R-97", start=order.start, space=order.space, sp=order.sp)
    encounters.appear(it.table, it.nation, order.space, waiting)


BRING_UNITS = DeclaredVerb(
    BringUnits,
    PLACING,
    "R-97",
    fields={
        "start": Domain(lambda it: it.sources, refusal=_refuse_source),
        "space": GROUND,
        "sp": Domain(lambda it: range(1, it.frame.sp + 1) if it.sources else (), lambda it, sp: sp),
    },
    refuses=_refuse_bringing,
    does=_bring,
    irreversible=Irreversible.NEVER,
    line="bring {sp:number} from {start:space} to {space:space}",
    says=say("Bring %(sp)s SP from %(start)s to %(space)s"),
)

PLACE_NO_MORE = DeclaredVerb(
    PlaceNoMore,
    PLACING,
    "6.11.a",
    does=lambda it, order: it.tell(BuildingEnded, "6.11.a"),
    line="place no more",
    says=say("Place no more"),
)

VERBS = (PLACE_UNITS, PLACE_LEADER, PLACE_SQUADRON, BRING_UNITS, PLACE_NO_MORE)
