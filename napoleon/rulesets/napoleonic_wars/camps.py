"""8, 14.1 Powers change camp, or declare war: between two turns, or for 7 CP [R-88].

A power joins a camp if all of its players agree, with the proxies in Pact with it. Declaring war on
a power attacks it; who wants a minor marches in [8.33.b].
"""

from __future__ import annotations

from collections.abc import Iterable

from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import DeclaredVerb, Domain, waits
from napoleon.rules.kit.frames import on_top, top
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal, verb_of
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import pacts
from napoleon.rulesets.napoleonic_wars.breaches import flagged_by, open_breach
from napoleon.rulesets.napoleonic_wars.events.camps import (
    CampAnswered,
    CampAsked,
    CampJoined,
    CampRefused,
    StayedOut,
)
from napoleon.rulesets.napoleonic_wars.events.flags import FlagRemoved
from napoleon.rulesets.napoleonic_wars.events.war import WarBegan
from napoleon.rulesets.napoleonic_wars.frames.answers import Joining
from napoleon.rulesets.napoleonic_wars.impulses import IMPULSE
from napoleon.rulesets.napoleonic_wars.nations import (
    BRITAIN,
    CAMPS,
    FRANCE,
    PRUSSIA,
    at_war,
    commander,
    enemies,
    followers,
    is_allied,
    is_first_round,
    is_grace,
    other_camp,
    side_of,
)
from napoleon.rulesets.napoleonic_wars.orders.diplomacy import (
    AskToJoin,
    ChangeCamp,
    DeclareWar,
    OpenWar,
    StayOut,
    TurnAway,
    Welcome,
)
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.pools import ANYTHING, in_cp, pay, refuse_cost
from napoleon.rulesets.napoleonic_wars.scene import Acting, Seated, asked, asked_for
from napoleon.rulesets.napoleonic_wars.state import INTERPHASE, PACT, State
from napoleon.rulesets.napoleonic_wars.table import Wars, in_order_from_next

PRICE = (Line(7, "8.34.a", say("a declaration of war")),)
"""What a declaration costs in an impulse."""


def members(state: State, pack: Pack, camp: str, but: Iterable[str] = ()) -> list[str]:
    """The nations of a camp, in track order, some left out."""
    out = {*but}
    return [it for it in pack.track if state.nations[it].camp == camp and it not in out]


# -- who may change camp ---------------------------------------------------------------------------


def refuse_camp(table: Wars, nation: str, camp: str) -> Refusal | None:
    """Why a power may not even ask to join a camp."""
    state, pack = table.state, table.data
    if camp not in CAMPS:
        return refuse("NO_SUCH_CAMP", "8.3.a", "There is no such camp.", camp=camp)
    if state.nations[nation].camp == camp:
        return refuse("OWN_CAMP", "8.3.c", "It is of that camp already.", camp=camp)
    if nation == PRUSSIA and is_first_round(state):
        detail = "In the first round of 1805 Prussia joins no camp."
        return refuse("TOO_EARLY", "8.5.a", detail, camp=camp)
    own = [nation, *followers(state, pack, nation)]
    friends = members(state, pack, camp, own)
    foes = members(state, pack, other_camp(camp), own)
    seat = state.powers[nation]
    entered = [it for it in _enemies_of(state, pack, friends, own) if it in state.powers]
    if any(commander(state, it) == seat for it in (*foes, *entered)):
        detail = "A player does not command members of both camps."
        return refuse("BOTH_CAMPS", "8.3.d", detail, camp=camp)
    if state.nations[nation].camp and not any(commander(state, it) for it in friends):
        detail = "Nobody is left in that camp who could agree."
        return refuse("NOBODY_TO_AGREE", "14.1.a", detail, camp=camp)
    if {FRANCE, BRITAIN} <= {nation, *friends}:
        return refuse("NEVER_ALLIED", "8.22.a", "France and Great Britain are never allied.")
    if is_grace(state, own, foes):
        detail = "It may not go to war with a member of the other camp yet."
        return refuse("GRACE", "15.21.d", detail, camp=camp)
    return None


def _enemies_of(state: State, pack: Pack, friends: list[str], own: list[str]) -> list[str]:
    """The enemies of the members of a camp, which a nation that joins it gets too."""
    found = {it for friend in friends for it in enemies(state, pack, friend)}
    return [it for it in pack.track if it in found and it not in own]


def _seats_to_ask(table: Wars, nation: str, camp: str, player: str) -> tuple[str, ...]:
    """The seats of a camp but its own: all of them have to agree [8.34.b, 14.1.a]."""
    state, pack = table.state, table.data
    found = dict.fromkeys(commander(state, it) for it in members(state, pack, camp))
    return tuple(it for it in found if it and it != player)


def join(table: Wars, nation: str, camp: str, *, by_card: bool = False) -> None:
    """A power is of a camp from now on: what it leaves behind, and new enemies [8.34, 14.1.b].

    If it does so by a card, that says itself which flags come off.
    """
    state, pack = table.state, table.data
    own = [nation, *followers(state, pack, nation)]
    former = [it for it in side_of(state, pack, nation) if it not in own]
    friends = members(state, pack, camp, own)
    against = {*members(state, pack, other_camp(camp), own)}
    against |= {*_enemies_of(state, pack, friends, own)}
    foes = [it for it in pack.track if it in against]
    new = [it for it in foes if not at_war(state, nation, it)]
    event = CampJoined(nation, camp, tuple(own[1:]), tuple(friends), tuple(foes))
    table.record(event, "14.1.a", "8.34.a", "R-89")
    _take_flags_off(table, own)
    seats = dict.fromkeys(commander(state, it) for it in friends)
    flags = [it for it in seats if it and not by_card and flagged_by(table, it, own)]
    open_breach(table, own, new, former, flags)


def _take_flags_off(table: Wars, newcomers: list[str]) -> None:
    """Its flags in duchies of its new allies come off, and theirs in its capital [14.1.b]."""
    state, pack = table.state, table.data
    capitals = {it for nation in newcomers for it in pack.capitals[nation]}
    for space, there in state.spaces.items():
        colour, flag = pack.spaces[space].colour, there.flag
        if not flag:
            continue
        theirs = flag in newcomers and colour not in newcomers and is_allied(state, colour, flag)
        ours = space in capitals and flag not in newcomers and is_allied(state, flag, colour)
        if theirs or ours:
            table.record(FlagRemoved(flag, space, flag), "14.1.b")


# -- who may declare war ---------------------------------------------------------------------------


def refuse_war(table: Wars, nation: str, on: str) -> Refusal | None:
    """Why a nation cannot declare war on another [8.33, 8.34]."""
    state, pack = table.state, table.data
    if on not in pack.nations or on == nation:
        return refuse("NO_SUCH_NATION", "8.33.a", "There is no such nation to go to war with.")
    if nation not in state.powers:
        detail = "Only player powers declare war."
        return refuse("NOT_A_POWER", "8.33.a", detail, nation=nation)
    if pack.nations[on].rank == "minor":
        detail = "No war is declared on a minor: march into it."
        return refuse("ON_A_MINOR", "8.33.b", detail, nation=on)
    if is_allied(state, nation, on):
        detail = "An ally is left by joining the other camp alone."
        return refuse("ALLIED", "8.3.c", detail, nation=on)
    if at_war(state, nation, on):
        return refuse("AT_WAR", "8.34.a", "They are at war already.", nation=on)
    return pacts.refuse_attack(state, pack, on, nation)


def declare(table: Wars, nation: str, on: str) -> None:
    """A nation goes to war with a power, and so do their allies.

    A proxy is attacked by that [R-84].
    """
    state, pack = table.state, table.data
    if on not in state.powers and state.nations[on].box != PACT:
        pacts.attacked(table, on, nation)
        return
    side, met = side_of(state, pack, nation), side_of(state, pack, on)
    new = [it for it in met if not at_war(state, nation, it)]
    table.record(WarBegan(nation, on, tuple(side), tuple(met)), "8.34.a", "R-178")
    open_breach(table, side, new)


# -- in an impulse, for 7 CP [8.34.a] --------------------------------------------------------------


def _nations(it: Acting) -> list[str]:
    return [*it.pack.track]


def _declare_war(it: Acting, order: DeclareWar) -> None:
    pay(it, ANYTHING, PRICE, "8.34.a")
    declare(it.table, it.nation, order.on)


DECLARE_WAR = DeclaredVerb(
    DeclareWar,
    IMPULSE,
    "8.34.a",
    fields={
        "on": Domain(_nations, refusal=lambda it, on: refuse_war(it.table, it.nation, on)),
    },
    refuses=lambda it, order: refuse_cost(it, ANYTHING, total(PRICE), "8.34.a"),
    does=_declare_war,
    ordinary=False,
    line="declare war on {on:nation}",
    says=say("Declare war on %(on)s"),
    price=in_cp(total(PRICE)),
)


def _cannot_change(it: Acting) -> Refusal | None:
    if it.nation not in it.state.powers:
        return refuse("NOT_A_POWER", "8.3.c", "Only a player power changes camp.")
    if it.impulse.camp_asked:
        return refuse("ASKED_BEFORE", "R-179", "It has asked in this impulse already.")
    return None


def _change_camp(it: Acting, order: ChangeCamp) -> None:
    asked = _seats_to_ask(it.table, it.nation, order.camp, it.player)
    it.tell(CampAsked, "8.34.b", "R-179", camp=order.camp, asked=asked)


CHANGE_CAMP = DeclaredVerb(
    ChangeCamp,
    IMPULSE,
    "8.34.b",
    fields={
        "camp": Domain(
            lambda it: CAMPS, refusal=lambda it, camp: refuse_camp(it.table, it.nation, camp)
        )
    },
    unable=_cannot_change,
    refuses=lambda it, order: refuse_cost(it, ANYTHING, total(PRICE), "8.34.a"),
    does=_change_camp,
    ordinary=False,
    line="change to {camp:camp}",
    says=say("Ask to join %(camp)s"),
    follows=(say("paid when all agree"),),
    price=in_cp(total(PRICE)),
)

# -- between two turns [14.1] ----------------------------------------------------------------------


def to_ask(table: Wars) -> str:
    """The next power that might join a camp or go to war; empty if none might [R-88]."""
    state = table.state
    for nation in in_order_from_next(table, state.powers):
        if nation in state.ending.camps or not commander(state, nation):
            continue
        if _open_to(table, nation) or _foes(table, nation):
            return nation
    return ""


def _open_to(table: Wars, nation: str) -> list[str]:
    return [it for it in CAMPS if refuse_camp(table, nation, it) is None]


def _foes(table: Wars, nation: str) -> list[str]:
    return [it for it in table.data.powers if refuse_war(table, nation, it) is None]


OUTSIDE = asked_for(Acting, "camp")
"""A power that might join a camp, or go to war."""

STAY_OUT = DeclaredVerb(
    StayOut,
    OUTSIDE,
    "14.1.a",
    does=lambda it, order: it.tell(StayedOut, "R-88"),
    line="stay out with {nation:nation}",
    says=say("%(nation)s stays where it is"),
)


def _ask_to_join(it: Acting, order: AskToJoin) -> None:
    asked = _seats_to_ask(it.table, it.nation, order.camp, it.player)
    it.tell(CampAsked, "14.1.a", camp=order.camp, asked=asked)


ASK_TO_JOIN = DeclaredVerb(
    AskToJoin,
    OUTSIDE,
    "14.1.a",
    fields={
        "camp": Domain(
            lambda it: CAMPS, refusal=lambda it, camp: refuse_camp(it.table, it.nation, camp)
        )
    },
    does=_ask_to_join,
    ordinary=False,
    line="join {camp:camp} with {nation:nation}",
    says=say("Ask that %(nation)s may join: %(camp)s"),
)

OPEN_WAR = DeclaredVerb(
    OpenWar,
    OUTSIDE,
    "8.34.a",
    fields={
        "on": Domain(
            lambda it: it.table.data.powers,
            refusal=lambda it, on: refuse_war(it.table, it.nation, on),
        )
    },
    does=lambda it, order: declare(it.table, it.nation, order.on),
    ordinary=False,
    line="open war of {nation:nation} on {on:nation}",
    says=say("%(nation)s declares war on %(on)s"),
)


def asks(table: Wars) -> list[Decision]:
    """Whether the next power asks to join a camp, or declares war."""
    nation = to_ask(table)
    text = say("Does %(nation)s change camp or declare war?", nation=nation)
    return [table.question(table.state.powers[nation], "camp", "14.1.a", text, nation)]


# -- the camp answers ------------------------------------------------------------------------------


class Host(Seated):
    """A power that asks to join, as a player of the camp sees it."""

    def __init__(self, table: Wars, player: str) -> None:
        super().__init__(table, player)
        self.nation = top(table.state, Joining).nation


HOST = asked(Host, "welcome")

WELCOME = DeclaredVerb(
    Welcome,
    HOST,
    "14.1.a",
    does=waits,
    line="welcome",
    says=say("Let it join"),
)

TURN_AWAY = DeclaredVerb(
    TurnAway,
    HOST,
    "14.1.a",
    does=waits,
    line="turn away",
    says=say("Do not let it join"),
)


def _asks_camp(table: Wars) -> list[Decision]:
    it = top(table.state, Joining)
    text = say("May %(nation)s join your camp?", nation=it.nation)
    return [table.question(seat, "welcome", "14.1.a", text) for seat in it.waiting]


def _show(table: Wars) -> None:
    """All answers are shown at once [R-88]."""
    it = top(table.state, Joining)
    for answer in [*it.answers]:
        agreed = answer.order["order"] == verb_of(Welcome)
        table.record(CampAnswered(answer.seat, it.nation, agreed), "14.1.a", "R-88")


def _turn_away(table: Wars) -> None:
    table.record(CampRefused(top(table.state, Joining).nation), "14.1.c")


def _join(table: Wars) -> None:
    """All have agreed; what it costs in an impulse is paid now [R-179]."""
    frame = top(table.state, Joining)
    if table.state.phase != INTERPHASE:
        seat = commander(table.state, frame.nation)
        pay(Acting(table, seat, frame.nation), ANYTHING, PRICE, "8.34.a")
    join(table, frame.nation, frame.camp)


VERBS = (DECLARE_WAR, CHANGE_CAMP, STAY_OUT, ASK_TO_JOIN, OPEN_WAR, WELCOME, TURN_AWAY)

STEPS = Part[Wars](
    "joining a camp",
    on_top(Joining),
    (
        Step("consent", lambda it: bool(top(it.state, Joining).waiting), only_asks, _asks_camp),
        Step("answers", lambda it: bool(top(it.state, Joining).asked), _show),
        Step("refused", lambda it: top(it.state, Joining).turned_away, _turn_away),
        Step("joins", lambda it: True, _join),
    ),
)
"""A power joins a camp."""
