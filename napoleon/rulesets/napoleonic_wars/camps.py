"""Powers join a camp between two turns, or change it [14.1, 8.34, R-88].

Neutral powers may join one: those that were conquered or have submitted, and Prussia if somebody
plays it. A member may change to the other camp, if its player commands nobody else in its own.
"""

from __future__ import annotations

from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Domain, its_subject, waits
from napoleon.rules.kit.frames import on_top, top
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal, verb_of
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import new_enemies
from napoleon.rulesets.napoleonic_wars.events.camps import (
    CampAnswered,
    CampAsked,
    CampJoined,
    CampRefused,
    JoiningSettled,
    StayedOut,
)
from napoleon.rulesets.napoleonic_wars.events.flags import FlagRemoved
from napoleon.rulesets.napoleonic_wars.frames import Joining
from napoleon.rulesets.napoleonic_wars.nations import (
    BRITAIN,
    CAMPS,
    FRANCE,
    commander,
    is_allied,
)
from napoleon.rulesets.napoleonic_wars.orders import (
    AskToJoin,
    StayOut,
    TurnAway,
    Welcome,
)
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.state import PACT, State, pair
from napoleon.rulesets.napoleonic_wars.table import Wars
from napoleon.rulesets.napoleonic_wars.track import in_order


def members(state: State, pack: Pack, camp: str) -> list[str]:
    """The nations of a camp, in track order."""
    return [it for it in pack.track if state.nations[it].camp == camp]


def opposing(camp: str) -> str:
    """The other camp."""
    return next(it for it in CAMPS if it != camp)


def followers_of(state: State, pack: Pack, nation: str) -> list[str]:
    """The proxies in Pact with a power: they come along [R-66, R-89]."""
    nations = state.nations
    return [it for it in pack.track if nations[it].row == nation and nations[it].box == PACT]


def refuse_camp(table: Wars, nation: str, camp: str) -> Refusal | None:
    """Why a power may not even ask to join a camp."""
    state, pack = table.state, table.data
    if camp not in CAMPS:
        return refuse("NO_SUCH_CAMP", "8.3.a", "There is no such camp.", camp=camp)
    if state.nations[nation].camp == camp:
        return refuse("OF_THE_CAMP", "14.1.a", "It is of that camp already.", camp=camp)
    group = (nation, *followers_of(state, pack, nation))
    own = members(state, pack, camp)
    if state.nations[nation].camp and not any(commander(state, it) for it in own):
        detail = "Nobody is left in that camp who could agree."
        return refuse("NOBODY_TO_AGREE", "14.1.a", detail, camp=camp)
    foes = [it for it in members(state, pack, opposing(camp)) if it not in group]
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
    """The next power that might join a camp, or change it; empty if none might [R-88]."""
    state = table.state
    for nation in in_order(table, state.powers):
        if nation in state.ending.camps:
            continue
        if not commander(state, nation):
            continue
        if _open_to(table, nation):
            return nation
    return ""


class Outside(Scene[Wars]):
    """A power that might join a camp it is not of."""

    def __init__(self, table: Wars, player: str, nation: str) -> None:
        super().__init__(table, player)
        self.nation = nation

    @property
    def camp(self) -> str:
        """The camp of the power; empty if it is neutral."""
        return self.table.state.nations[self.nation].camp

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
    does=lambda it, order: it.tell(StayedOut, "R-88", camp=it.camp),
    line="stay out with {nation:nation}",
    says=lambda it, order: (
        say("%(nation)s stays in its camp", nation=order.nation)
        if it.camp
        else say("%(nation)s stays out of both camps", nation=order.nation)
    ),
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
    """Whether the next power asks to join a camp."""
    nation = to_ask(table)
    text = say("Does %(nation)s join a camp?", nation=nation)
    if table.state.nations[nation].camp:
        text = say("Does %(nation)s change to the other camp?", nation=nation)
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
    """It is of the camp at once, and what follows is settled step by step [8.34.c-e]."""
    state, pack, it = table.state, table.data, top(table.state, Joining)
    group = (it.nation, *followers_of(state, pack, it.nation))
    foes = [name for name in members(state, pack, opposing(it.camp)) if name not in group]
    event = CampJoined(
        it.nation,
        it.camp,
        group[1:],
        tuple(foes),
        tuple(members(state, pack, it.camp)),
        abroad=new_enemies.abroad(state, pack, group, foes)
        if state.nations[it.nation].camp
        else (),
        invaded=new_enemies.invaded(state, pack, group, foes),
        lifting=new_enemies.lifting(state, pack, it.nation, it.camp),
    )
    table.record(event, "14.1.a", "8.34.a")
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


VERBS = (STAY_OUT, ASK_TO_JOIN, WELCOME, TURN_AWAY, *new_enemies.VERBS)

STEPS = Part[Wars](
    "joining a camp",
    on_top(Joining),
    (
        Step("consent", lambda it: bool(top(it.state, Joining).waiting), only_asks, _asks_camp),
        Step("answers", lambda it: bool(top(it.state, Joining).asked), _show),
        Step("refused", lambda it: top(it.state, Joining).turned_away, _turn_away),
        Step("joins", lambda it: not top(it.state, Joining).joined, _join),
        *new_enemies.STEPS,
        Step(
            "settled",
            lambda it: True,
            lambda it: it.record(JoiningSettled(top(it.state, Joining).nation), "14.1.a"),
        ),
    ),
)
"""A power joins a camp."""
