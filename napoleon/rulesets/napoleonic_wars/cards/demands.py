"""Foreign wars: what a nation puts on the card, and what it does if it lacks it [6.13, R-74]."""

from __future__ import annotations

from collections.abc import Callable

from napoleon.chance import PUBLIC
from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Domain, Final
from napoleon.rules.kit.frames import on_top, top
from napoleon.rules.kit.scenes import found_once
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say, say_many
from napoleon.rulesets.napoleonic_wars import conquest
from napoleon.rulesets.napoleonic_wars.cards.scene import Playing, listed
from napoleon.rulesets.napoleonic_wars.cards.words import Some
from napoleon.rulesets.napoleonic_wars.events.cards import SeatDrawn, SeatNamed
from napoleon.rulesets.napoleonic_wars.events.foreign_wars import (
    CardGivenUp,
    DemandOver,
    ForeignWarBegan,
    PiecesTiedDown,
    ResourceGivenUp,
)
from napoleon.rulesets.napoleonic_wars.events.proxies import ProxyCardDrawn
from napoleon.rulesets.napoleonic_wars.frames.cards import Demand
from napoleon.rulesets.napoleonic_wars.nations import (
    commander,
    in_track_order,
    is_allied,
    is_client,
    seats,
)
from napoleon.rulesets.napoleonic_wars.orders.cards import (
    GiveCard,
    GiveResource,
    TieLeader,
    TieSquadron,
    TieUnits,
)
from napoleon.rulesets.napoleonic_wars.pieces import squadrons_of
from napoleon.rulesets.napoleonic_wars.production import (
    SP_COST,
    SQUADRON_COST,
    counters_left,
    refuse_ground,
    refuse_leader,
)
from napoleon.rulesets.napoleonic_wars.scene import Acting
from napoleon.rulesets.napoleonic_wars.setting_up import draw_card
from napoleon.rulesets.napoleonic_wars.spaces import leaders_on_map, sp_in
from napoleon.rulesets.napoleonic_wars.table import Wars

TIE, GIVE = "tie_down", "give"
"""The kinds of the questions: which pieces go, and what builds those that are lacking."""


# -- the effect ------------------------------------------------------------------------------------


def _foe(foe: Some) -> str:
    return listed(foe)[0]


def _serves(at: Playing, proxy: str, camp_of: str) -> bool:
    """Whether a nation is a client of a nation's camp."""
    powers = (it for it in at.pack.powers if is_allied(at.state, it, camp_of))
    return any(is_client(at.state, proxy, it) for it in powers)


def refuse_war(
    at: Playing, target: str, sp: int, leader: int = 0, squadrons: int = 0, foe: Some = ""
) -> Refusal | None:
    """Of two nations none is a client of the other's camp [8.31.a, 8.4.a]."""
    enemy = _foe(foe)
    if not enemy:
        return None
    if _serves(at, enemy, target) or _serves(at, target, enemy):
        detail = "One of the two is a client of the other's camp."
        return refuse("FOE_IS_CLIENT", "8.4.a", detail, foe=enemy)
    return None


def tie_down(
    at: Playing, target: str, sp: int, leader: int = 0, squadrons: int = 0, foe: Some = ""
) -> None:
    """A foreign war: pieces of the target go on the card until a 6 is rolled [6.13, 7.6]."""
    at.tell(
        ForeignWarBegan,
        "6.13.a",
        nation=target,
        foe=_foe(foe),
        sp=sp,
        leaders=leader,
        squadrons=squadrons,
    )


# -- what is there, and what is lacking ------------------------------------------------------------


class Owing(Acting):
    """A nation that owes pieces to the card of a foreign war."""

    def __init__(self, table: Wars, player: str) -> None:
        self.demand = top(table.state, Demand)
        super().__init__(table, player, self.demand.nation)
        self.card = self.demand.card

    @property
    def seat(self) -> str:
        """Who chooses: its commander, or the seat that was drawn."""
        return commander(self.state, self.nation) or self.demand.seat

    @property
    def _is_commanded(self) -> bool:
        return bool(commander(self.state, self.nation))

    @found_once
    def units(self) -> dict[str, int]:
        """By space its strength points, if some are owed."""
        held = {it: sp_in(self.state, it, self.nation) for it in self.state.spaces}
        return {it: sp for it, sp in held.items() if sp} if self.demand.sp else {}

    @found_once
    def leaders(self) -> list[str]:
        """Its leaders on the map, if one is owed."""
        return leaders_on_map(self.state, self.nation) if self.demand.leaders else []

    @found_once
    def fleets(self) -> list[str]:
        """Where it has squadrons, if some are owed."""
        found = dict.fromkeys(it.at for it in self.state.squadrons if it.nation == self.nation)
        return [*found] if self.demand.squadrons else []

    def tie(
        self,
        space: str = "",
        sp: int = 0,
        leader: str = "",
        squadrons: int = 0,
        lines: tuple[Line, ...] = (),
    ) -> None:
        """Pieces go on the card."""
        self.tell(
            PiecesTiedDown,
            "6.13.b" if lines else "6.13.a",
            space=space,
            sp=sp,
            leader=leader,
            squadrons=squadrons,
            cp=total(lines),
            breakdown=lines,
        )

    # -- what it lacks ---------------------------------------------------------------------------

    @found_once
    def _grounds(self) -> list[str]:
        own = self.pack.home_duchies[self.nation]
        return [it for it in own if refuse_ground(self, it) is None]

    @found_once
    def buildable(self) -> list[str]:
        """The leaders that it could build, the cheapest first."""
        own = [it for it in self.state.leaders if refuse_leader(self, it) is None]
        return sorted(own, key=lambda it: self.pack.leaders[it].command)

    @found_once
    def lacking(self) -> int | None:
        """The CP that what it lacks costs; None if it cannot be built at all."""
        owed = self.demand
        ports = [it for it in self._grounds if self.pack.spaces[it].ports]
        afloat = self.pack.limits[self.nation].max_squadrons - squadrons_of(self.state, self.nation)
        if (
            not self._grounds
            or owed.sp > counters_left(self)
            or owed.leaders > len(self.buildable)
            or owed.squadrons > (afloat if ports else 0)
        ):
            return None
        ratings = [self.pack.leaders[it].command for it in self.buildable[: owed.leaders]]
        return SP_COST * owed.sp + sum(ratings) + SQUADRON_COST * owed.squadrons

    def worth(self, card: str) -> int:
        """The CP of a card; one that must be an event gives none [R-103]."""
        it = self.pack.cards[card]
        return 0 if it.must_event else it.cp

    @found_once
    def cards(self) -> list[str]:
        """The cards that it can give, unused home cards included [R-134]."""
        home = [it.card for it in self.own.home if it.up] if self._is_commanded else []
        return [it for it in (*sorted(self.own.hand), *home) if self.worth(it)]

    @property
    def can_pay(self) -> bool:
        """Whether its cards together may build what it lacks; what a Resource draws is unknown."""
        if self.lacking is None:
            return False
        able = self.demand.cp + sum(self.worth(it) for it in self.cards)
        return able >= self.lacking or (self.own.resources > 0 and self._is_commanded)

    def next_piece(self) -> Callable[[], None] | None:
        """What builds the next piece with the CP that were given, if they are enough."""
        owed, cp = self.demand, self.demand.cp
        if self.lacking is None:
            return None
        if owed.sp and cp >= SP_COST:
            sp = min(owed.sp, cp // SP_COST)
            lines = (Line(SP_COST * sp, "7.1.a", say("%(sp)s SP of 2 CP", sp=sp)),)
            return lambda: self.tie(sp=sp, lines=lines)
        if owed.leaders and self.buildable:
            leader = self.buildable[0]
            cost = self.pack.leaders[leader].command
            if cp >= cost:
                lines = (Line(cost, "7.2.a", say("command rating")),)
                return lambda: self.tie(leader=leader, lines=lines)
        if owed.squadrons and cp >= SQUADRON_COST:
            lines = (Line(SQUADRON_COST, "7.3.a", say("a squadron")),)
            return lambda: self.tie(squadrons=1, lines=lines)
        return None

    def give(self, card: str) -> None:
        """A card is used for its CP."""
        home = card in (it.card for it in self.own.home)
        self.tell(CardGivenUp, "R-74", card=card, cp=self.worth(card), home=home)

    def give_resource(self) -> None:
        """A Resource draws a card, which is used at once."""
        self.tell(ResourceGivenUp, "R-74")
        held = [*self.own.hand]
        if draw_card(self.table, self.nation, f"card of a Resource of {self.nation}", "R-74"):
            drawn = [*self.own.hand]
            for it in held:
                drawn.remove(it)
            self.give(drawn[0])


# -- the steps -------------------------------------------------------------------------------------


def _owing(table: Wars) -> Owing:
    return Owing(table, "")


def _is_met(table: Wars) -> bool:
    owed = top(table.state, Demand)
    return not owed.sp + owed.leaders + owed.squadrons


def _is_there(table: Wars) -> bool:
    it = _owing(table)
    return bool(it.units or it.leaders or it.fleets)


def _obvious(it: Owing) -> Callable[[], None] | None:
    """The pieces that go without a choice: all there are of a kind, or from one place."""
    owed = it.demand
    if it.units and (len(it.units) == 1 or sum(it.units.values()) <= owed.sp):
        space, sp = next(iter(it.units.items()))
        return lambda: it.tie(space, min(sp, owed.sp))
    if it.leaders and len(it.leaders) <= owed.leaders:
        return lambda: it.tie(leader=it.leaders[0])
    if it.fleets and (len(it.fleets) == 1 or squadrons_afloat(it) <= owed.squadrons):
        return lambda: it.tie(it.fleets[0], squadrons=1)
    return None


def squadrons_afloat(it: Owing) -> int:
    """The squadrons of the nation on the map."""
    own = (fleet for fleet in it.state.squadrons if fleet.nation == it.nation)
    return sum(fleet.ready + fleet.refit + fleet.building for fleet in own)


def _tie_obvious(table: Wars) -> None:
    obvious = _obvious(_owing(table))
    assert obvious is not None, "there is one"
    obvious()


def _draw_seat(table: Wars) -> None:
    choosing(table, top(table.state, Demand).nation, seats(table.state))


def choosing(table: Wars, nation: str, among: list[str]) -> str:
    """The seat that chooses for a nation nobody commands: by lot [R-99].

    With the option `red_by_track` it is the seat of the power that comes next on the track [R-10].
    """
    if table.state.options.get("red_by_track"):
        order = in_track_order(table.data, table.state.powers, nation)
        seat = next(it for it in map(table.state.powers.__getitem__, order) if it in among)
        table.record(SeatNamed(nation, seat), "R-10")
        return seat
    seat, draw = table.draw(among, f"who chooses for {nation}", PUBLIC)
    table.record(SeatDrawn(nation, tuple(among), seat, draw), "R-99")
    return seat


def _pieces(demand: Demand) -> tuple[Phrase, ...]:
    """What is still to be put on the card."""
    counts = (
        (demand.sp, say("%(sp)s SP", sp=demand.sp)),
        (demand.leaders, say_many("a leader", "%(count)s leaders", demand.leaders)),
        (demand.squadrons, say_many("a squadron", "%(count)s squadrons", demand.squadrons)),
    )
    return tuple(said for number, said in counts if number)


def _asks_pieces(table: Wars) -> list[Decision]:
    it = _owing(table)
    text = say(
        "What does %(nation)s put on %(card)s? It demands %(pieces)s.",
        nation=it.nation, card=it.card, pieces=_pieces(top(table.state, Demand)),
    )  # fmt: skip
    return [table.question(it.seat, TIE, "6.13.a", text)]


def _builds(table: Wars) -> bool:
    return _owing(table).next_piece() is not None


def _build(table: Wars) -> None:
    build = _owing(table).next_piece()
    assert build is not None, "there is one"
    build()


def _give_up(table: Wars) -> None:
    """What is lacking cannot be built: the nation submits [6.13.b, R-102]."""
    it = _owing(table)
    it.tell(DemandOver, "6.13.b", "R-102", met=False)
    conquest.submits(table, it.nation)


def _give_by_lot(table: Wars) -> None:
    """A neutral's cards are taken by chance [R-74]."""
    it = _owing(table)
    card, draw = table.draw(it.cards, f"card of {it.nation}")
    it.tell(ProxyCardDrawn, "R-74", card=card, draw=draw)
    it.give(card)


def _asks_cards(table: Wars) -> list[Decision]:
    it = _owing(table)
    text = say("%(nation)s lacks pieces: what does it give to build them?", nation=it.nation)
    return [table.question(it.seat, GIVE, "R-74", text)]


STEPS = Part[Wars](
    "foreign war",
    on_top(Demand),
    (
        Step("met", _is_met, lambda it: _owing(it).tell(DemandOver, "6.13.a", met=True)),
        Step("no choice", lambda it: _obvious(_owing(it)) is not None, _tie_obvious),
        Step("who chooses", lambda it: _is_there(it) and not _owing(it).seat, _draw_seat),
        Step("pieces", _is_there, only_asks, _asks_pieces),
        Step("built", _builds, _build),
        Step("submission", lambda it: not _owing(it).can_pay, _give_up),
        Step(
            "a neutral's card",
            lambda it: not commander(it.state, _owing(it).nation),
            _give_by_lot,
        ),
        Step("cards", lambda it: True, only_asks, _asks_cards),
    ),
)
"""What a foreign war demands is settled before anything goes on."""


# -- the verbs -------------------------------------------------------------------------------------

TYING: Actor[Wars, Owing] = Actor((TIE,), "", lambda table, asked, _: Owing(table, asked.seat))
GIVING: Actor[Wars, Owing] = Actor((GIVE,), "", lambda table, asked, _: Owing(table, asked.seat))


def _among(names: Callable[[Owing], object], detail: str) -> Callable[[Owing, str], Refusal | None]:
    def refusal(it: Owing, name: str) -> Refusal | None:
        if name in names(it):  # type: ignore[operator]
            return None
        return refuse("NOT_DEMANDED", "6.13.a", detail)

    return refusal


def _refuse_amount(it: Owing, order: TieUnits) -> Refusal | None:
    most = min(it.demand.sp, it.units[order.space])
    if 1 <= order.sp <= most:
        return None
    return refuse("WRONG_NUMBER", "6.13.a", f"Put from 1 to {most} SP on it.", most=most)


TIE_UNITS = DeclaredVerb(
    TieUnits,
    TYING,
    "6.13.a",
    fields={
        "space": Domain(
            lambda it: it.units,
            refusal=_among(lambda it: it.units, "No strength points that are demanded are there."),
            points="target",
        ),
        "sp": Domain(lambda it: range(1, it.demand.sp + 1), lambda it, sp: sp),
    },
    refuses=_refuse_amount,
    does=lambda it, order: it.tie(order.space, order.sp),
    final=Final.NEVER,
    line="tie down {sp:number} of {space:space}",
    says=say("Put %(sp)s SP of %(space)s on the card"),
)

TIE_LEADER = DeclaredVerb(
    TieLeader,
    TYING,
    "6.13.a",
    fields={
        "leader": Domain(
            lambda it: it.leaders,
            refusal=_among(lambda it: it.leaders, "That leader is not demanded."),
            points="piece",
        )
    },
    does=lambda it, order: it.tie(leader=order.leader),
    line="tie down {leader:leader}",
    says=say("Put %(leader)s on the card"),
)

TIE_SQUADRON = DeclaredVerb(
    TieSquadron,
    TYING,
    "6.13.a",
    fields={
        "at": Domain(
            lambda it: it.fleets,
            refusal=_among(lambda it: it.fleets, "No squadron that is demanded is there."),
            points="target",
        )
    },
    does=lambda it, order: it.tie(order.at, squadrons=1),
    line="tie down squadron of {at:place}",
    says=say("Put a squadron of %(at)s on the card"),
)

GIVE_CARD = DeclaredVerb(
    GiveCard,
    GIVING,
    "R-74",
    fields={
        "card": Domain(
            lambda it: it.cards,
            refusal=_among(lambda it: it.cards, "That card of the nation gives no CP."),
        )
    },
    does=lambda it, order: it.give(order.card),
    line="give {card:card}",
    says=say("Give %(card)s"),
)


def _refuse_resource(it: Owing) -> Refusal | None:
    if it.own.resources:
        return None
    return refuse("NO_RESOURCE", "16.2.a", "The nation has no Resource.")


GIVE_RESOURCE = DeclaredVerb(
    GiveResource,
    GIVING,
    "R-74",
    unable=_refuse_resource,
    does=lambda it, order: it.give_resource(),
    line="give resource",
    says=say("Give a Resource, and the card that it draws"),
)

VERBS = (TIE_UNITS, TIE_LEADER, TIE_SQUADRON, GIVE_CARD, GIVE_RESOURCE)
