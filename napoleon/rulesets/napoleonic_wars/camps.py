"""Neutral powers join a camp between two turns [14.1, 8.34, R-88].

With the two camps of the set-up nobody has anywhere to go but powers that are neutral: those that
were conquered or have submitted, and Prussia if somebody plays it.
"""

from __future__ import annotations

from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Domain, its_subject
from napoleon.rules.kit.frames import on_top, top
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.attrition import suffer
from napoleon.rulesets.napoleonic_wars.conquest import country
from napoleon.rulesets.napoleonic_wars.events.camps import (
    CampAnswered,
    CampAsked,
    CampJoined,
    InvadersCaught,
    InvadersSettled,
    JoiningSettled,
    StayedOut,
)
from napoleon.rulesets.napoleonic_wars.events.conquest import ForcesRegrouped
from napoleon.rulesets.napoleonic_wars.events.flags import FlagRemoved
from napoleon.rulesets.napoleonic_wars.flags import leading_nation, set_flag
from napoleon.rulesets.napoleonic_wars.frames import Force, Joining, Lot
from napoleon.rulesets.napoleonic_wars.nations import (
    BRITAIN,
    CAMPS,
    FRANCE,
    commander,
    is_allied,
)
from napoleon.rulesets.napoleonic_wars.orders import (
    AskToJoin,
    PullOut,
    StayOut,
    TakeOver,
    TurnAway,
    Welcome,
)
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.spaces import hostile_in, leaders_in, present
from napoleon.rulesets.napoleonic_wars.state import PACT, State, pair
from napoleon.rulesets.napoleonic_wars.table import Wars
from napoleon.rulesets.napoleonic_wars.track import in_order


def members(state: State, pack: Pack, camp: str) -> list[str]:
    """The nations of a camp, in track order."""
    return [it for it in pack.track if state.nations[it].camp == camp]


def opposing(camp: str) -> str:
    """The other camp."""
    return next(it for it in CAMPS if it != camp)


def refuse_camp(table: Wars, nation: str, camp: str) -> Refusal | None:
    """Why a neutral power may not even ask to join a camp."""
    state, pack = table.state, table.data
    if camp not in CAMPS:
        return refuse("NO_SUCH_CAMP", "8.3.a", "There is no such camp.", camp=camp)
    own, foes = members(state, pack, camp), members(state, pack, opposing(camp))
    if any(commander(state, it) == commander(state, nation) for it in foes):
        detail = "A player does not command members of both camps."
        return refuse("BOTH_CAMPS", "8.3.d", detail, camp=camp)
    if {FRANCE, BRITAIN} <= {nation, *own}:
        return refuse("NEVER_ALLIED", "8.22.a", "France and Great Britain are never allied.")
    if any(pair(nation, it) in state.grace for it in foes):
        detail = "It may not go to war with a member of the other camp yet."
        return refuse("GRACE", "15.21.d", detail, camp=camp)
    return None


def _open_to(table: Wars, nation: str) -> list[str]:
    return [it for it in CAMPS if refuse_camp(table, nation, it) is None]


def to_ask(table: Wars) -> str:
    """The next neutral power that might join a camp; empty if none might [R-88]."""
    state = table.state
    for nation in in_order(table, state.powers):
        if state.nations[nation].camp or nation in state.ending.camps:
            continue
        if not commander(state, nation):
            continue
        if _open_to(table, nation):
            return nation
    return ""


class Outside(Scene[Wars]):
    """A neutral power that might join a camp."""

    def __init__(self, table: Wars, player: str, nation: str) -> None:
        super().__init__(table, player)
        self.nation = nation

    def asked(self, camp: str) -> tuple[str, ...]:
        """The seats of a camp but its own: all of them have to agree [14.1.a]."""
        state, pack = self.table.state, self.table.data
        found = dict.fromkeys(commander(state, it) for it in members(state, pack, camp))
        return tuple(it for it in found if it and it != self.player)


OUTSIDE: Actor[Wars, Outside] = Actor(
    ("camp",),
    "",
    lambda table, decision, nation: Outside(table, decision.seat, nation),
    "nation",
    its_subject,
    subject="nation",
)

STAY_OUT = DeclaredVerb(
    StayOut,
    OUTSIDE,
    "14.1.a",
    does=lambda it, order: it.tell(StayedOut, "R-88"),
    line="stay out with {nation:nation}",
    says=say("%(nation)s stays out of both camps"),
)

ASK_TO_JOIN = DeclaredVerb(
    AskToJoin,
    OUTSIDE,
    "14.1.a",
    fields={
        "camp": Domain(
            lambda it: CAMPS, refusal=lambda it, camp: refuse_camp(it.table, it.nation, camp)
        )
    },
    does=lambda it, order: it.tell(
        CampAsked, "14.1.a", camp=order.camp, asked=it.asked(order.camp)
    ),
    line="join {camp:camp} with {nation:nation}",
    says=say("Ask that %(nation)s may join: %(camp)s"),
)


def asks(table: Wars) -> list[Decision]:
    """Whether the next neutral power asks to join a camp."""
    nation = to_ask(table)
    text = say("Does %(nation)s join a camp?", nation=nation)
    return [table.question(table.state.powers[nation], "camp", "14.1.a", text, nation)]


# -- the camp answers ------------------------------------------------------------------------------


class Host(Scene[Wars]):
    """A power that asks to join, as a player of the camp sees it."""

    def __init__(self, table: Wars, player: str) -> None:
        super().__init__(table, player)
        self.nation = top(table.state, Joining).nation


HOST: Actor[Wars, Host] = Actor(
    ("welcome",), "", lambda table, decision, _: Host(table, decision.seat)
)

WELCOME = DeclaredVerb(
    Welcome,
    HOST,
    "14.1.a",
    does=lambda it, order: it.tell(CampAnswered, "14.1.a", agreed=True),
    line="welcome",
    says=say("Let it join"),
)

TURN_AWAY = DeclaredVerb(
    TurnAway,
    HOST,
    "14.1.a",
    does=lambda it, order: it.tell(CampAnswered, "14.1.c", agreed=False),
    line="turn away",
    says=say("Do not let it join"),
)


def _asks_camp(table: Wars) -> list[Decision]:
    it = top(table.state, Joining)
    text = say("May %(nation)s join your camp?", nation=it.nation)
    return [table.question(seat, "welcome", "14.1.a", text) for seat in it.waiting]


def _join(table: Wars) -> None:
    state, pack, it = table.state, table.data, top(table.state, Joining)
    followers = tuple(
        name
        for name in pack.track
        if state.nations[name].row == it.nation and state.nations[name].box == PACT
    )
    foes = tuple(members(state, pack, opposing(it.camp)))
    land = country(state, pack, [it.nation])
    invaded = tuple(
        space for space in pack.spaces if space in land and {*present(state, space)} & {*foes}
    )
    table.record(CampJoined(it.nation, it.camp, followers, foes, invaded), "14.1.a", "8.34.a")
    _take_flags_off(table, it.nation)


def _take_flags_off(table: Wars, nation: str) -> None:
    """Its flags in duchies of its new allies come off, and theirs in its capital [14.1.b]."""
    state, pack = table.state, table.data
    for space, there in state.spaces.items():
        colour = pack.spaces[space].colour
        newcomer = there.flag == nation and colour != nation and is_allied(state, colour, nation)
        ally = space in pack.capitals[nation] and is_allied(state, there.flag or nation, nation)
        if there.flag and (newcomer or ally):
            table.record(FlagRemoved(there.flag, space, there.flag), "14.1.b")


# -- new enemies in its duchies [8.34.d-e] ---------------------------------------------------------


def _catch(table: Wars) -> None:
    """They suffer attrition.

    What the power itself has there is regrouped: it withdraws from the battle of 8.34.e.
    """
    it, state = top(table.state, Joining), table.state
    space = it.invaded[0]
    hostile = hostile_in(state, space, it.nation)
    table.record(InvadersCaught(space), "8.34.d")
    for nation in present(state, space):
        if nation not in hostile and is_allied(state, nation, it.nation):
            table.record(ForcesRegrouped(nation, space), "8.34.e")
    lots = [
        Lot(lot.nation, lot.sp, lot.entered, lot.fought)
        for lot in state.spaces[space].lots
        if lot.nation in hostile
    ]
    leaders = [name for nation in hostile for name in leaders_in(state, space, nation)]
    suffer(table, space, Force(leaders, lots), ["8.34.d"])


class Caught(Scene[Wars]):
    """Forces among new enemies, as their commander sees them."""

    def __init__(self, table: Wars, player: str = "", nation: str = "") -> None:
        super().__init__(table, player)
        self.joining = top(table.state, Joining)
        self.space = self.joining.held[0]
        hostile = hostile_in(table.state, self.space, self.joining.nation)
        leading = leading_nation(table.state, table.data, self.space, hostile[0]) if hostile else ""
        self.nation = nation or leading
        self.hostile = hostile

    def leave(self) -> None:
        """All of them are regrouped."""
        for nation in self.hostile:
            self.tell(ForcesRegrouped, "8.34.d", nation=nation)
        self.tell(InvadersSettled, "8.34.d")

    def take_over(self) -> None:
        """The duchy is flagged."""
        set_flag(self.table, self.space, self.nation, "8.34.d", "R-82")
        self.tell(InvadersSettled, "8.34.d")


def _no_choice(table: Wars) -> bool:
    it = Caught(table)
    fortress = table.data.spaces[it.space].fortress
    return not it.nation or bool(fortress) or not commander(table.state, it.nation)


def _asks_caught(table: Wars) -> list[Decision]:
    it = Caught(table)
    text = say("Does %(nation)s take %(space)s?", nation=it.nation, space=it.space)
    seat = commander(table.state, it.nation)
    return [table.question(seat, "caught", "8.34.d", text, it.nation)]


CAUGHT: Actor[Wars, Caught] = Actor(
    ("caught",),
    "",
    lambda table, decision, nation: Caught(table, decision.seat, nation),
    "nation",
    its_subject,
    subject="nation",
)


def _refuse_space(it: Caught, space: str) -> Refusal | None:
    if space == it.space:
        return None
    return refuse("NOT_ASKED_FOR", "8.34.d", "You are not asked for that space.", space=space)


_SPACE = Domain[Caught](lambda it: [it.space], refusal=_refuse_space, points="target")

TAKE_OVER = DeclaredVerb(
    TakeOver,
    CAUGHT,
    "8.34.d",
    fields={"space": _SPACE},
    does=lambda it, order: it.take_over(),
    line="take over {space:space} for {nation:nation}",
    says=say("Raise the flag of %(nation)s in %(space)s"),
)

PULL_OUT = DeclaredVerb(
    PullOut,
    CAUGHT,
    "8.34.d",
    fields={"space": _SPACE},
    does=lambda it, order: it.leave(),
    line="pull out of {space:space} with {nation:nation}",
    says=say("Regroup what stands in %(space)s"),
)

VERBS = (STAY_OUT, ASK_TO_JOIN, WELCOME, TURN_AWAY, TAKE_OVER, PULL_OUT)

STEPS = Part[Wars](
    "joining a camp",
    on_top(Joining),
    (
        Step("consent", lambda it: bool(top(it.state, Joining).waiting), only_asks, _asks_camp),
        Step("joins", lambda it: not top(it.state, Joining).joined, _join),
        Step("new enemies", lambda it: bool(top(it.state, Joining).invaded), _catch),
        Step(
            "their duchies",
            lambda it: bool(top(it.state, Joining).held),
            lambda it: Caught(it).leave(),
            _asks_caught,
            _no_choice,
        ),
        Step(
            "settled",
            lambda it: True,
            lambda it: it.record(JoiningSettled(top(it.state, Joining).nation), "14.1.a"),
        ),
    ),
)
"""A power joins a camp."""
