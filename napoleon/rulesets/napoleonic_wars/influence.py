"""8.1 to 8.13 Influence: consuls on the diplomacy track, box by box for CP.

The CP of a power move a consul right on its own row, and left on rows that its player does not
command. Reinforcements and cards of too many serve for it as well, but not into Pact.
"""

from __future__ import annotations

from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Domain
from napoleon.rules.kit.frames import on_top, top
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import pacts
from napoleon.rulesets.napoleonic_wars.events.influence import (
    ConsulFlipped,
    ConsulMoved,
    InfluenceBegan,
    InfluenceEnded,
)
from napoleon.rulesets.napoleonic_wars.frames.impulses import Influencing, Pool
from napoleon.rulesets.napoleonic_wars.impulses import ACT
from napoleon.rulesets.napoleonic_wars.nations import (
    at_war,
    commander,
    is_first_round,
    is_proxy,
    side_of,
)
from napoleon.rulesets.napoleonic_wars.orders.diplomacy import EndInfluence, FlipConsul, MoveConsul
from napoleon.rulesets.napoleonic_wars.pack import BOXES, Pack
from napoleon.rulesets.napoleonic_wars.pools import INFLUENCE, in_cp, pay, pools, refuse_cost
from napoleon.rulesets.napoleonic_wars.production import REINFORCE, producing
from napoleon.rulesets.napoleonic_wars.scene import Acting
from napoleon.rulesets.napoleonic_wars.state import INTERPHASE, PACT, State
from napoleon.rulesets.napoleonic_wars.table import Wars, in_order_from_next

RIGHT, LEFT = "right", "left"
WAYS = (RIGHT, LEFT)
"""Towards Pact, and towards Unaligned [8.1.b]."""

FLIP = (Line(1, "8.1.e", say("a consul is turned")),)

# -- what a consul may do, by CP and by events alike -----------------------------------------------


def refuse_consul(state: State, pack: Pack, nation: str) -> Refusal | None:
    """Why a consul moves nowhere now."""
    if nation not in pack.nations or not is_proxy(state, nation):
        return refuse("NO_CONSUL", "8.1.c", "That nation has no consul on the track.")
    if is_first_round(state):
        return refuse("TOO_EARLY", "8.1.a", "In the first round of 1805 no consul moves.")
    it = state.nations[nation]
    if it.box == PACT:
        return refuse("IN_PACT", "6.16.a", "A consul leaves Pact by an event that breaks it alone.")
    if it.frozen and (state.phase != INTERPHASE or state.turn < it.frozen):
        detail = "The nation was conquered: its consul stays up to the next interphase."
        return refuse("FROZEN", "15.22.a", detail, nation=nation)
    return None


def refuse_right(state: State, pack: Pack, nation: str, row: str, seat: str) -> Refusal | None:
    """Why a seat cannot move a consul right on a row, whatever pays for it."""
    if refusal := refuse_consul(state, pack, nation):
        return refusal
    it = state.nations[nation]
    if row not in pack.powers or row == nation:
        return refuse("NO_ROW", "8.1.b", "There is no such row for that consul.", row=row)
    if it.row not in ("", row):
        detail = "That consul stands on another row, and would first have to be Unaligned there."
        return refuse("OTHER_ROW", "8.1.c", detail, row=it.row)
    if refusal := _refuse_client(state, pack, nation, row):
        return refusal
    if it.box + 1 < PACT:
        return None
    if it.caretaker and it.caretaker == commander(state, row) != seat:
        detail = "Its caretaker takes it into Pact, or nobody."
        return refuse("NEEDS_CONSENT", "R-185", detail, nation=nation)
    return pacts.refuse_pact(state, pack, nation, row)


def _refuse_client(state: State, pack: Pack, nation: str, row: str) -> Refusal | None:
    """Why a nation cannot become a client on a row: a war with its camp, a foreign war too."""
    camp = side_of(state, pack, row)
    if any(at_war(state, nation, other) for other in camp) or any(
        war.foe == nation and war.nation in camp for war in state.foreign_wars
    ):
        detail = "Nobody becomes a client of a camp that is at war with it."
        return refuse("AT_WAR", "8.4.a", detail, nation=nation)
    return None


def refuse_left(state: State, pack: Pack, nation: str, seat: str) -> Refusal | None:
    """Why a seat cannot move a consul left: not on a row that it commands [8.12, 8.23, R-53]."""
    if refusal := refuse_consul(state, pack, nation):
        return refusal
    it = state.nations[nation]
    if not it.box:
        return refuse("UNALIGNED", "8.1.b", "That consul is Unaligned already.", nation=nation)
    if seat and commander(state, it.row) == seat:
        detail = "Nobody moves a consul left on a row of their own."
        return refuse("OWN_ROW", "8.12.a", detail, row=it.row)
    return None


def move(table: Wars, nation: str, row: str, way: str, *clauses: str) -> None:
    """A consul enters the next box; in that of Pact an alliance begins [8.1.c, 8.2.a]."""
    place = table.state.nations[nation].box + (1 if way == RIGHT else -1)
    if place == PACT:
        pacts.form(table, nation, row, *clauses)
    else:
        table.record(ConsulMoved(nation, row, BOXES[place], place), *clauses)


def cost_of(state: State, pack: Pack, nation: str, row: str, way: str) -> tuple[Line, ...]:
    """The CP of the next box: what is printed there, a CP off or more on the +1 face [8.1.d-e]."""
    it = state.nations[nation]
    place = it.box + (1 if way == RIGHT else -1)
    lines = [Line(pack.costs[row][place], "8.1.d", say("the cost of the box"))]
    if it.plus_face:
        lines.append(Line(-1 if way == RIGHT else 1, "8.1.e", say("the +1 face")))
    return tuple(lines)


# -- by CP -----------------------------------------------------------------------------------------


class Influencer(Acting):
    """A nation that spends CP of cards of too many [14.33.a]."""

    makes_pacts = False

    def __init__(self, table: Wars, player: str) -> None:
        self.frame = top(table.state, Influencing)
        super().__init__(table, player, self.frame.nation)

    @property
    def pools(self) -> list[Pool]:
        """The CP of these cards."""
        return self.frame.pools


SPENDING = "influence"
"""The kind of the question to a nation that has such CP."""


def _influencing(table: Wars, asked: Decision, actor: str) -> Acting:
    if asked.kind == SPENDING:
        return Influencer(table, asked.seat)
    return producing(table, asked, actor)


INFLUENCER: Actor[Wars, Acting] = Actor((ACT, REINFORCE, SPENDING), "", _influencing)
"""The nation that spends CP: in its impulse, or between two turns."""


def payer(state: State, nation: str) -> str:
    """The power as whose CP those of a nation count on the track; empty if they do not [8.13.a].

    Those of a proxy in Pact count as its power's if the players have chosen so [R-123].
    """
    if nation in state.powers:
        return nation
    it = state.nations[nation]
    if it.box == PACT and it.row in state.powers and state.options.get("proxy_influence"):
        return it.row
    return ""


def _no_payer(it: Acting) -> Refusal | None:
    if payer(it.state, it.nation):
        return None
    return refuse("NO_INFLUENCE", "R-123", "CP of that nation move no consul.")


def _refuse_move(it: Acting, order: MoveConsul) -> Refusal | None:
    state, pack, own = it.state, it.pack, payer(it.state, it.nation)
    if order.way == LEFT:
        refusal = refuse_left(state, pack, order.nation, it.player)
        row = "" if refusal else state.nations[order.nation].row
    else:
        refusal, row = refuse_right(state, pack, order.nation, own, it.player), own
    if refusal:
        return refusal
    if order.way == RIGHT and state.nations[order.nation].box + 1 == PACT and not it.makes_pacts:
        detail = "No Pact is made between two turns."
        return refuse("NO_PACT_NOW", "14.2.c", detail, nation=order.nation)
    return _refuse_price(it, total(cost_of(state, pack, order.nation, row, order.way)))


def _refuse_price(it: Acting, cost: int) -> Refusal | None:
    """A box may cost nothing, but it belongs to CP that are being spent [R-52]."""
    if not cost and any(pool.use in ("any", "reinforcement") for pool in it.pools):
        return None
    return refuse_cost(it, INFLUENCE, cost, "8.1.d")


def _row(it: Acting, order: MoveConsul) -> str:
    """The row on which the consul moves."""
    standing = it.state.nations[order.nation].row
    return standing if order.way == LEFT else payer(it.state, it.nation)


def _price(it: Acting, order: MoveConsul) -> tuple[Line, ...]:
    return cost_of(it.state, it.pack, order.nation, _row(it, order), order.way)


def _move(it: Acting, order: MoveConsul) -> None:
    row, lines = _row(it, order), _price(it, order)
    if total(lines):
        pay(it, INFLUENCE, lines, "8.1.d")
    move(it.table, order.nation, row, order.way, "8.11.a" if order.way == RIGHT else "8.12.a")


def _proxies(it: Acting) -> list[str]:
    return [name for name in it.pack.track if is_proxy(it.state, name)]


def _refuse_proxy(it: Acting, nation: str) -> Refusal | None:
    return refuse_consul(it.state, it.pack, nation)


def _refuse_way(it: Acting, way: str) -> Refusal | None:
    if way in WAYS:
        return None
    return refuse("NO_SUCH_WAY", "8.1.b", "A consul moves right or left.")


CONSUL = Domain[Acting](_proxies, refusal=_refuse_proxy)

MOVE_CONSUL = DeclaredVerb(
    MoveConsul,
    INFLUENCER,
    "8.1.d",
    fields={"nation": CONSUL, "way": Domain(lambda it: WAYS, refusal=_refuse_way)},
    unable=_no_payer,
    refuses=_refuse_move,
    does=_move,
    line="consul of {nation:nation} {way:direction}",
    says=lambda it, order: (
        say("Move the consul of %(nation)s to the right, towards you")
        if order.way == RIGHT
        else say("Move the consul of %(nation)s to the left, away from %(row)s",
                 row=it.state.nations[order.nation].row)
    ),
    heading=say("Diplomacy"),
    price=lambda it, order: in_cp(total(_price(it, order))),
)  # fmt: skip


def _refuse_flip(it: Acting, order: FlipConsul) -> Refusal | None:
    state, own = it.state, payer(it.state, it.nation)
    consul = state.nations[order.nation]
    if not consul.plus_face and consul.row not in ("", own):
        detail = "A consul is turned to +1 on the row of the payer, and back on rows of others too."
        return refuse("OTHER_ROW", "8.11.a", detail, row=consul.row)
    if not consul.plus_face and (refusal := _refuse_client(state, it.pack, order.nation, own)):
        return refusal
    return refuse_cost(it, INFLUENCE, total(FLIP), "8.1.e")


def _flip(it: Acting, order: FlipConsul) -> None:
    pay(it, INFLUENCE, FLIP, "8.1.e")
    consul = it.state.nations[order.nation]
    row = consul.row or payer(it.state, it.nation)
    event = ConsulFlipped(order.nation, row, not consul.plus_face)
    it.table.record(event, "8.1.e")


FLIP_CONSUL = DeclaredVerb(
    FlipConsul,
    INFLUENCER,
    "8.1.e",
    fields={"nation": CONSUL},
    unable=_no_payer,
    refuses=_refuse_flip,
    does=_flip,
    line="turn the consul of {nation:nation}",
    says=lambda it, order: (
        say("Turn the consul of %(nation)s to its normal face")
        if it.state.nations[order.nation].plus_face
        else say("Turn the consul of %(nation)s to its +1 face")
    ),
    heading=say("Diplomacy"),
    price=in_cp(total(FLIP)),
)

# -- cards of too many [14.33.a] -------------------------------------------------------------------


def worth(table: Wars, nation: str, card: str) -> tuple[Line, ...]:
    """What a card of too many gives for influence; nothing without one [R-103, R-123]."""
    it = table.data.cards[card]
    if it.must_event or not payer(table.state, nation):
        return ()
    return (Line(it.cp, "14.33.a", say("CP of the card")),)


def to_influence(table: Wars) -> str:
    """The next nation that has such CP; empty if none has."""
    return next(iter(in_order_from_next(table, table.state.ending.influence)), "")


def begin(table: Wars) -> None:
    """It may spend them now."""
    nation = to_influence(table)
    cp = table.state.ending.influence[nation]
    lines = (Line(cp, "14.33.a", say("CP of cards of too many")),)
    table.record(InfluenceBegan(nation, cp, lines), "14.33.a")


def _scene(table: Wars) -> Influencer:
    nation = top(table.state, Influencing).nation
    return Influencer(table, commander(table.state, nation))


def _can_do_nothing(table: Wars) -> bool:
    it = _scene(table)
    if not pools(it, INFLUENCE):
        return True
    for nation in _proxies(it):
        if refuse_consul(it.state, it.pack, nation) is not None:
            continue
        orders = (MoveConsul(nation, way) for way in WAYS)
        if any(_refuse_move(it, order) is None for order in orders):
            return False
        if _refuse_flip(it, FlipConsul(nation)) is None:
            return False
    return True


def _end(it: Acting) -> None:
    it.tell(InfluenceEnded, "14.33.a", lapsed=sum(pool.cp for pool in it.pools))


def _asks(table: Wars) -> list[Decision]:
    it = _scene(table)
    left = sum(pool.cp for pool in it.pools)
    text = say("How does %(nation)s use %(cp)s CP of influence?", nation=it.nation, cp=left)
    return [table.question(it.player, SPENDING, "14.33.a", text)]


END_INFLUENCE: DeclaredVerb[Wars, Acting, EndInfluence] = DeclaredVerb(
    EndInfluence,
    Actor((SPENDING,), "", _influencing),
    "14.33.a",
    does=lambda it, order: _end(it),
    line="end influence",
    says=say("Use no more influence"),
)

VERBS = (MOVE_CONSUL, FLIP_CONSUL, END_INFLUENCE)

STEPS = Part[Wars](
    "influence",
    on_top(Influencing),
    (
        Step("nothing left", _can_do_nothing, lambda table: _end(_scene(table))),
        Step("influence", lambda table: True, only_asks, _asks),
    ),
)
"""A nation spends the CP of cards of too many."""
