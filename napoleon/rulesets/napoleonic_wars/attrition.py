"""9.4 to 9.45 Attrition: dice by causes, losses of the French and of others, who names them."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.frames import on_top, top
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleonic_wars.events.losses import (
    AttritionRolled,
    FlagLost,
    LeaderLost,
    UnitsLost,
)
from napoleon.rulesets.napoleonic_wars.events.marches import copied
from napoleon.rulesets.napoleonic_wars.frames.forces import Force, Losses, Lot
from napoleon.rulesets.napoleonic_wars.nations import FRANCE, OTTOMANS, RUSSIA, SPAIN, commander
from napoleon.rulesets.napoleonic_wars.orders.marches import LoseFlag, LoseLeader, LoseUnits
from napoleon.rulesets.napoleonic_wars.pieces import strength
from napoleon.rulesets.napoleonic_wars.scene import Seated, asked
from napoleon.rulesets.napoleonic_wars.spaces import commanding
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import HIT, Wars, rolled

DIFFICULT, FORCED_MARCH, AMBUSH, WITHDRAWAL = "9.41.a", "9.42.a", "9.43.a", "9.44.a"
"""The causes that the rules of movement know, by their clauses; cards have others."""

FAR = 5
"""The space of an impulse from which on a march is forced [9.42.a]."""

_CAUSES: Mapping[str, Phrase] = {
    DIFFICULT: say("over a pass or marsh"),
    FORCED_MARCH: say("forced march"),
    AMBUSH: say("ambush"),
    WITHDRAWAL: say("a retreat that costs"),
    "9.4.b": say("burnt earth"),
    "5.6.a": say("in an uncontrolled duchy"),
    "8.34.c": say("among former allies"),
    "8.34.d": say("among new enemies"),
}


def suffer(
    table: Wars,
    space: str,
    force: Force,
    causes: Iterable[str],
    *,
    halved: bool = True,
    flag: str = "",
) -> None:
    """A force in a space rolls for each cause, and then names its losses [9.4.b].

    The French roll by themselves, and lose half but where the rules say otherwise [9.45]; a card
    may say that nobody's losses are `halved`, and that a `flag` of a nation is at stake [6.17].
    """
    all_causes = list(causes)
    home = table.data.spaces[space].home
    halved = halved and home not in (RUSSIA, SPAIN, OTTOMANS)
    for french in (True, False):
        part = _part(table.state, force, french=french)
        staked = flag if (flag == FRANCE) == french else ""
        if part.units or staked:
            nation = FRANCE if french else _first(table, part, staked)
            halves = halved and french
            _roll(table, space, nation, part, force, all_causes, halved=halves, flag=staked)


def _roll(
    table: Wars,
    space: str,
    nation: str,
    part: Force,
    force: Force,
    causes: Iterable[str],
    *,
    halved: bool,
    flag: str,
) -> None:
    lines = [
        Line(_dice(table.state, part, it), it, _CAUSES.get(it, say("the card"))) for it in causes
    ]
    if flag:
        lines.append(Line(1, "6.17.a", say("a flag")))
    number = total(lines)
    if not number:
        return
    dice, draw = rolled(table, "attrition", number)
    sixes = dice.count(HIT)
    lost = min((sixes + 1) // 2 if halved else sixes, part.units + bool(flag))
    breakdown = [Line(sixes, "9.4.a", say("sixes"))]
    if halved and sixes > 1:
        breakdown.append(Line((sixes + 1) // 2 - sixes, "9.45.a", say("half of the French losses")))
    if total(breakdown) > lost:
        breakdown.append(Line(lost - total(breakdown), "9.4.a", say("more than there were")))
    event = AttritionRolled(
        nation, space, copied(force), dice, draw, tuple(lines), lost, tuple(breakdown), flag
    )
    table.record(event, "9.4.a", *dict.fromkeys(causes))


def _dice(state: State, part: Force, cause: str) -> int:
    """How many roll for a cause: for a forced march those alone that came so far [9.42.a]."""
    if cause != FORCED_MARCH:
        return part.units
    leaders = sum(state.leaders[it].entered >= FAR for it in part.leaders)
    return leaders + sum(it.sp for it in part.lots if it.entered >= FAR)


def _part(state: State, force: Force, *, french: bool) -> Force:
    """The French in a force, or all others."""
    leaders = [it for it in force.leaders if (state.leaders[it].nation == FRANCE) == french]
    return Force(leaders, [it for it in force.lots if (it.nation == FRANCE) == french])


def _first(table: Wars, force: Force, flag: str = "") -> str:
    """The nation whose commander names the losses of a force [9.4.a, 9.7.c]."""
    state, pack = table.state, table.data
    if not force.units:
        return flag
    chief = commanding(state, pack, force.leaders)
    if chief:
        return state.leaders[chief].nation
    nations = dict.fromkeys(it.nation for it in force.lots)
    return max(nations, key=lambda it: (strength(force.lots, it), -pack.track.index(it)))


# -- naming them -----------------------------------------------------------------------------------


class Losing(Seated):
    """Losses of a force that are being named: of the French first, then of the others."""

    def __init__(self, table: Wars, player: str) -> None:
        super().__init__(table, player)
        self.losses = top(table.state, Losses)
        self.space = self.losses.space
        force = self.losses.force
        is_french = bool(self.losses.french)
        self.force = _part(table.state, force, french=is_french)
        flag = self.losses.flag
        self.flag = flag if (flag == FRANCE) == is_french else ""
        """The nation whose flag may be lost as well."""
        self.units = self.force.units + bool(self.flag)
        self.owed = min(self.losses.french if is_french else self.losses.others, self.units)
        self.seat = commander(table.state, _first(table, self.force, self.flag))
        """Who names them; nobody for a nation that nobody commands."""

    @property
    def nations(self) -> list[str]:
        """The nations with strength points to lose, in track order."""
        held = {it.nation for it in self.force.lots}
        return [it for it in self.pack.track if it in held]

    def amounts(self) -> range:
        """How many strength points may be named at once."""
        most = max((strength(self.force.lots, it) for it in self.nations), default=0)
        return range(1, min(self.owed, most) + 1)

    def lose_units(self, nation: str, sp: int) -> None:
        """Strength points are lost, those that can do least first."""
        lots, left = list[Lot](), sp
        own = [it for it in self.force.lots if it.nation == nation]
        for lot in sorted(own, key=lambda it: (it.fought, it.entered), reverse=True):
            if going := min(left, lot.sp):
                lots.append(Lot(nation, going, lot.entered, lot.fought))
            left -= going
        self.tell(UnitsLost, "9.4.a", nation=nation, sp=sp, lots=tuple(lots))

    def lose_flag(self) -> None:
        """The flag is lost in the place of a unit."""
        self.tell(FlagLost, "6.17.a", nation=self.flag)

    def lose_leader(self, leader: str) -> None:
        """A leader is lost."""
        nation = self.state.leaders[leader].nation
        for_good = self.pack.leaders[leader].entry == "event"
        self.tell(LeaderLost, "9.4.a", nation=nation, leader=leader, for_good=for_good)


def _losing(table: Wars) -> Losing:
    return Losing(table, "")


def _has_no_choice(table: Wars) -> bool:
    """All is lost, or there is one kind of thing to lose [R-01, R-111]."""
    it = _losing(table)
    kinds = len(it.nations) + len(it.force.leaders) + bool(it.flag)
    return it.owed >= it.units or kinds == 1 or not it.seat


def _lose_by_itself(table: Wars) -> None:
    """What nobody names are strength points, then leaders, and the flag last."""
    it = _losing(table)
    left = it.owed
    for nation in it.nations:
        if going := min(strength(it.force.lots, nation), left):
            it.lose_units(nation, going)
            left -= going
    for leader in it.force.leaders[:left]:
        it.lose_leader(leader)
        left -= 1
    if left:
        it.lose_flag()


def _asks(table: Wars) -> list[Decision]:
    it = _losing(table)
    text = say("What is lost by attrition in %(space)s?", space=it.space)
    return [table.question(it.seat, "losses", "9.4.a", text)]


def _refuse_nation(it: Losing, nation: str) -> Refusal | None:
    if nation in it.nations:
        return None
    return refuse("NOT_IN_THE_FORCE", "9.4.a", "That nation has no strength points there.")


def _refuse_leader(it: Losing, leader: str) -> Refusal | None:
    if leader in it.force.leaders:
        return None
    return refuse("NOT_IN_THE_FORCE", "9.4.a", "That leader is not with the force.")


def _refuse_amount(it: Losing, order: LoseUnits) -> Refusal | None:
    most = min(it.owed, strength(it.force.lots, order.nation))
    if 1 <= order.sp <= most:
        return None
    detail = f"Name from 1 to {most} strength points of that nation."
    return refuse("WRONG_NUMBER", "9.4.a", detail, most=most)


LOSING = asked(Losing, "losses")

LOSE_UNITS = DeclaredVerb(
    LoseUnits,
    LOSING,
    "9.4.a",
    fields={
        "nation": Domain(lambda it: it.nations, refusal=_refuse_nation),
        "sp": Domain(lambda it: it.amounts(), lambda it, sp: sp),
    },
    refuses=_refuse_amount,
    does=lambda it, order: it.lose_units(order.nation, order.sp),
    line="lose {sp:number} of {nation:nation}",
    says=say("Lose %(sp)s SP of %(nation)s"),
)

LOSE_LEADER = DeclaredVerb(
    LoseLeader,
    LOSING,
    "9.4.a",
    fields={"leader": Domain(lambda it: it.force.leaders, refusal=_refuse_leader)},
    does=lambda it, order: it.lose_leader(order.leader),
    line="lose {leader:leader}",
    says=say("Lose %(leader)s"),
)


def _refuse_flag(it: Losing) -> Refusal | None:
    if it.flag:
        return None
    return refuse("NO_FLAG_AT_STAKE", "6.17.a", "No flag is at stake there.")


LOSE_FLAG = DeclaredVerb(
    LoseFlag,
    LOSING,
    "6.17.a",
    unable=_refuse_flag,
    does=lambda it, order: it.lose_flag(),
    line="lose flag",
    says=say("Lose the flag"),
)

VERBS = (LOSE_UNITS, LOSE_LEADER, LOSE_FLAG)

STEPS = Part[Wars](
    "attrition",
    on_top(Losses),
    (Step("losses", lambda table: True, _lose_by_itself, _asks, _has_no_choice),),
)
"""Losses are named before anything goes on."""
