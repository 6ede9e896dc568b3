"""15.21 to 15.3 What follows from a conquest or submission: evacuation and regrouping."""

from __future__ import annotations

from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.frames import inmost, on_top
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import cession
from napoleon.rulesets.napoleonic_wars.cession import CESSION, Surrender
from napoleon.rulesets.napoleonic_wars.events.conquest import (
    ConquestSettled,
    ForcesRegrouped,
    ForcesStayed,
    TiedDownFreed,
)
from napoleon.rulesets.napoleonic_wars.events.flags import FlagRemoved
from napoleon.rulesets.napoleonic_wars.events.impulses import ImpulseEnded
from napoleon.rulesets.napoleonic_wars.events.meetings import ForceShifted
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Conquest
from napoleon.rulesets.napoleonic_wars.frames.forces import Force, Lot
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.nations import FRANCE, OTTOMANS, commander, is_allied
from napoleon.rulesets.napoleonic_wars.orders.conquest import Evacuate, StayThere, Withdraw
from napoleon.rulesets.napoleonic_wars.pacts import replace_hand
from napoleon.rulesets.napoleonic_wars.scene import asked_for
from napoleon.rulesets.napoleonic_wars.scoring import end_game
from napoleon.rulesets.napoleonic_wars.spaces import controller, leaders_in, present
from napoleon.rulesets.napoleonic_wars.table import Wars

# -- evacuation [15.21.a] --------------------------------------------------------------------------


def _asks_to_leave(table: Wars) -> list[Decision]:
    nation, capital = Surrender(table).leaving()
    text = say("Where does %(nation)s go from %(space)s?", nation=nation, space=capital)
    return [table.question(commander(table.state, nation), "evacuate", "15.21.a", text, nation)]


def _has_to_regroup(table: Wars) -> bool:
    it = Surrender(table)
    return not it.refuges() or not commander(table.state, it.leaving()[0])


def _regroup_there(table: Wars) -> None:
    nation, capital = Surrender(table).leaving()
    table.record(ForcesRegrouped(nation, capital), "15.21.a")


def _refuse_refuge(it: Surrender, to: str) -> Refusal | None:
    if to in it.refuges():
        return None
    detail = "It goes to an adjacent space under friendly control, or is regrouped."
    return refuse("NO_REFUGE", "15.21.a", detail, space=to)


def _evacuate(it: Surrender, order: Evacuate) -> None:
    nation, capital = it.leaving()
    lots = [
        Lot(lot.nation, lot.sp, lot.entered, lot.fought)
        for lot in it.state.spaces[capital].lots
        if lot.nation == nation
    ]
    force = Force(leaders_in(it.state, capital, nation), lots)
    it.tell(ForceShifted, "15.21.a", start=capital, space=order.to, force=force)


LEAVING = asked_for(Surrender, "evacuate")

EVACUATE = DeclaredVerb(
    Evacuate,
    LEAVING,
    "15.21.a",
    fields={"to": Domain(lambda it: it.refuges(), refusal=_refuse_refuge, points="target")},
    does=_evacuate,
    line="evacuate {nation:nation} to {to:space}",
    says=say("Lead the forces of %(nation)s to %(to)s"),
)


def _in_country(it: Surrender) -> list[str]:
    nation, capital = it.leaving()
    return [capital] if nation else it.remaining(it.nation)


def _refuse_withdrawal(it: Surrender, space: str) -> Refusal | None:
    if space in _in_country(it):
        return None
    detail = "The nation has no forces there that may be regrouped."
    return refuse("NOT_IN_THE_COUNTRY", "15.21.a", detail, space=space)


WITHDRAWING = asked_for(Surrender, "evacuate", "withdraw")

WITHDRAW = DeclaredVerb(
    Withdraw,
    WITHDRAWING,
    "15.21.a",
    fields={"space": Domain(_in_country, refusal=_refuse_withdrawal, points="target")},
    does=lambda it, order: it.tell(ForcesRegrouped, "15.21.a", space=order.space),
    line="withdraw {nation:nation} from {space:space}",
    says=say("Regroup the forces of %(nation)s in %(space)s"),
)

STAY_THERE = DeclaredVerb(
    StayThere,
    asked_for(Surrender, "withdraw"),
    "15.21.a",
    does=lambda it, order: it.tell(ForcesStayed, "15.21.a"),
    line="stay {nation:nation}",
    says=say("All other forces of %(nation)s stay"),
)


def _asks_to_withdraw(table: Wars) -> list[Decision]:
    nation = Surrender(table).undecided()
    text = say("Which forces of %(nation)s are regrouped?", nation=nation)
    return [table.question(commander(table.state, nation), "withdraw", "15.21.a", text, nation)]


def _nobody_withdraws(table: Wars) -> bool:
    return not commander(table.state, Surrender(table).undecided())


def _let_stay(table: Wars) -> None:
    table.record(ForcesStayed(Surrender(table).undecided()), "15.21.a")


# -- the rest [15.21.b] ----------------------------------------------------------------------------


def _settle(table: Wars) -> None:
    it = Surrender(table)
    state, conquest, victim = table.state, it.conquest, it.victim
    out, home = [victim, *conquest.followers], {*it.pack.home_duchies[victim]}
    _send_home(it, victim, home)
    for nation in conquest.followers:
        _send_home(it, nation, home)
    _clear(it, victim, {*out, *it.passing})
    for nation in conquest.followers:
        _clear(it, nation, {*out})
    if victim == OTTOMANS and it.victor:
        for war in [war for war in state.foreign_wars if war.foe == OTTOMANS]:
            removed = it.pack.cards[war.card].remove
            table.record(TiedDownFreed(war.card, removed), "15.3.a", "7.6.b")
    if conquest.seen:
        replace_hand(table, victim, "8.21.b")
    ends = victim == FRANCE and conquest.way == "demand"
    table.record(ConquestSettled(victim), "15.21.b")
    if ends:
        end_game(table, "5.8.d", "R-102")
    impulse = inmost(state, Impulse)
    if conquest.seen and impulse is not None and impulse.nation == victim:
        lapsed = sum(pool.cp for pool in impulse.pools)
        table.record(ImpulseEnded(victim, lapsed), "15.22.a")


def _send_home(it: Surrender, nation: str, shared: set[str]) -> None:
    """What a nation has abroad is regrouped, and its flags come off there [R-149, R-196].

    It stays in its own home duchies, in those of the power whose Pact it is in, and in friendly
    associated ones.
    """
    state, pack = it.state, it.pack
    land = {*shared, *pack.home_duchies[nation]}
    own = pack.associated[nation]
    land |= {it for it in own if is_allied(state, controller(state, pack, it), nation)}
    for space, there in state.spaces.items():
        if space in land:
            continue
        if nation in present(it.state, space):
            it.table.record(ForcesRegrouped(nation, space), "15.21.b")
        if there.flag == nation and nation not in it.pack.spaces[space].associated:
            it.table.record(FlagRemoved(nation, space, nation), "15.21.b")


def _clear(it: Surrender, nation: str, may_stay: set[str]) -> None:
    """All others in the home duchies of a nation that is neutral now are regrouped [R-195]."""
    for space in it.pack.home_duchies[nation]:
        for other in present(it.state, space):
            if other not in may_stay:
                it.table.record(ForcesRegrouped(other, space), "15.21.b", "R-129")


VERBS = (*cession.VERBS, EVACUATE, WITHDRAW, STAY_THERE)

STEPS = Part[Wars](
    "conquest",
    on_top(Conquest),
    (
        *CESSION,
        Step(
            "evacuation",
            lambda table: bool(Surrender(table).leaving()[0]),
            _regroup_there,
            _asks_to_leave,
            _has_to_regroup,
        ),
        Step(
            "who stays",
            lambda table: bool(Surrender(table).undecided()),
            _let_stay,
            _asks_to_withdraw,
            _nobody_withdraws,
        ),
        Step("regrouping", lambda table: True, _settle),
    ),
)
"""What follows is settled before anything else goes on."""
