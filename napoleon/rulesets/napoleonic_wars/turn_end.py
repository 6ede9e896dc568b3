"""5.6, 5.8, 5.9 The end of a turn: attrition, flags, docks, peace, the next turn.

Conquests come between docks and peace; see `conquest`.
"""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.chance import PUBLIC
from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.attrition import suffer
from napoleon.rulesets.napoleonic_wars.conquest import CONQUESTS
from napoleon.rulesets.napoleonic_wars.events.flags import FlagPlaced, FlagRemoved
from napoleon.rulesets.napoleonic_wars.events.turn_end import (
    DocksOpened,
    ForcesExposed,
    InterphaseBegan,
    PeaceChanged,
    PeaceLeft,
    PeaceRolled,
    TurnClosing,
)
from napoleon.rulesets.napoleonic_wars.flags import leading_nation
from napoleon.rulesets.napoleonic_wars.frames.forces import Force, Lot
from napoleon.rulesets.napoleonic_wars.hands import at_minimum
from napoleon.rulesets.napoleonic_wars.nations import (
    FRANCE,
    at_war,
    commander,
    is_allied,
    powers_of,
)
from napoleon.rulesets.napoleonic_wars.orders.between_turns import ChangePeace, LeavePeace
from napoleon.rulesets.napoleonic_wars.pack import Pack
from napoleon.rulesets.napoleonic_wars.scene import Acting, asked
from napoleon.rulesets.napoleonic_wars.scoring import end_game
from napoleon.rulesets.napoleonic_wars.spaces import (
    UNCONTROLLED,
    controller,
    flag_can_change,
    hostile_in,
    is_of_camp,
    leaders_in,
    present,
    sp_in,
    status,
)
from napoleon.rulesets.napoleonic_wars.state import TURN_END, Exposed, State
from napoleon.rulesets.napoleonic_wars.table import Wars, in_order_from_next

PEACE = 6
TURNS = 5

# -- attrition and flags [5.6.a] -------------------------------------------------------------------


def exposed(state: State, pack: Pack) -> Iterator[Exposed]:
    """The field forces in uncontrolled duchies: those of a camp in a space suffer as one."""
    for space in pack.spaces:
        left = [
            it for it in present(state, space) if status(state, pack, space, it) == UNCONTROLLED
        ]
        while left:
            together = [it for it in left if is_allied(state, it, left[0])]
            yield Exposed(space, together)
            left = [it for it in left if it not in together]


def _close(table: Wars) -> None:
    found = tuple(exposed(table.state, table.data))
    table.record(TurnClosing(len(found), found), "5.6.a")


def _expose(table: Wars) -> None:
    state, it = table.state, table.state.ending.exposed[0]
    lots = [
        Lot(lot.nation, lot.sp, lot.entered, lot.fought)
        for lot in state.spaces[it.space].lots
        if lot.nation in it.nations
    ]
    leaders = [name for nation in it.nations for name in leaders_in(state, it.space, nation)]
    table.record(ForcesExposed(it.space), "5.6.a")
    suffer(table, it.space, Force(leaders, lots), ["5.6.a"])


def flag_due(state: State, pack: Pack, space: str) -> str:
    """The nation that flags an unfortified space by its presence; empty if none does [R-82].

    It is that of the commander; without one, or if they are at peace with the holder of the space,
    that of most strength points.
    """
    holder = controller(state, pack, space)
    able = [it for it in present(state, space) if at_war(state, it, holder)]
    if not able or pack.spaces[space].fortress or hostile_in(state, space, able[0]):
        return ""
    nation = leading_nation(state, pack, space, able[0])
    if nation not in able:
        nation = max(able, key=lambda it: (sp_in(state, space, it), -pack.track.index(it)))
    return nation if flag_can_change(state, pack, space, nation) else ""


def _to_flag(table: Wars) -> str:
    state, pack = table.state, table.data
    occupied = (it for it, there in state.spaces.items() if there.lots)
    led = (it.where for it in state.leaders.values() if it.standing == "map")
    spaces = dict.fromkeys([*occupied, *led])
    return next((it for it in spaces if flag_due(state, pack, it)), "")


def _flag(table: Wars) -> None:
    state, pack, space = table.state, table.data, _to_flag(table)
    nation, flag = flag_due(state, pack, space), state.spaces[space].flag
    if is_of_camp(state, pack, space, nation):
        table.record(FlagRemoved(nation, space, flag), "5.6.a", "8.22.b", "R-82")
    else:
        table.record(FlagPlaced(nation, space), "5.6.a", "R-82")


def _open_docks(table: Wars) -> None:
    table.record(DocksOpened(), "5.6.b")


# -- the peace roll [5.8] --------------------------------------------------------------------------


def may_change(table: Wars, nation: str) -> bool:
    """Whether a power may give up a card: not if it is neutral, or draws its minimum.

    [5.8.b, R-13]
    """
    state = table.state
    neutral = bool(state.nations[nation].conquered) or not state.nations[nation].camp
    return not neutral and not at_minimum(table, nation)


def _bidder(table: Wars) -> str:
    """The seat that is asked next, at the place of its first power [R-90]; empty if none is."""
    state = table.state
    for nation in in_order_from_next(table, state.powers):
        seat = commander(state, nation)
        if seat and seat not in state.ending.asked and _able(table, seat):
            return seat
    return ""


def _able(table: Wars, seat: str) -> list[str]:
    powers = in_order_from_next(table, powers_of(table.state, seat))
    return [it for it in powers if may_change(table, it)]


def _asks_for_peace(table: Wars) -> list[Decision]:
    text = say("Does one of your powers give up a card to change the peace roll?")
    return [table.question(_bidder(table), "peace", "5.8.a", text)]


BIDDER = asked(lambda table, seat: Acting(table, seat, ""), "peace")


def _refuse_bidder(it: Acting, nation: str) -> Refusal | None:
    if nation not in powers_of(it.state, it.player):
        return refuse("NOT_YOUR_POWER", "R-12", "That is no power of yours.")
    if may_change(it.table, nation):
        return None
    detail = "A power that is neutral, or draws its minimum, gives up no card."
    return refuse("DRAWS_THE_MINIMUM", "5.8.b", detail, nation=nation)


def _refuse_amount(it: Acting, by: int) -> Refusal | None:
    if by in (1, -1):
        return None
    return refuse("WRONG_NUMBER", "5.8.a", "Add 1, or subtract 1.")


CHANGE_PEACE = DeclaredVerb(
    ChangePeace,
    BIDDER,
    "5.8.a",
    fields={
        "nation": Domain(lambda it: _able(it.table, it.player), refusal=_refuse_bidder),
        "by": Domain(lambda it: (1, -1), lambda it, by: by, _refuse_amount),
    },
    does=lambda it, order: it.tell(PeaceChanged, "5.8.a", nation=order.nation, amount=order.by),
    line="peace {by:number} by {nation:nation}",
    says=lambda it, order: (
        say("%(nation)s gives up a card: 1 is added to the peace roll", nation=order.nation)
        if order.by > 0
        else say("%(nation)s gives up a card: 1 is taken off the peace roll", nation=order.nation)
    ),
)

LEAVE_PEACE = DeclaredVerb(
    LeavePeace,
    BIDDER,
    "5.8.a",
    does=lambda it, order: it.tell(PeaceLeft, "5.8.a"),
    line="leave the peace roll",
    says=say("Leave the peace roll as it is"),
)

VERBS = (CHANGE_PEACE, LEAVE_PEACE)


def _has_fallen(table: Wars) -> bool:
    return bool(table.state.nations[FRANCE].conquered)


def _roll_peace(table: Wars) -> None:
    die, draw = table.draw(range(1, 7), "peace", PUBLIC)
    lines = [Line(die, "5.8.c", say("die"))]
    if table.state.peace:
        lines.append(Line(table.state.peace, "6.b", say("events")))
    for bid in table.state.peace_bids:
        lines.append(Line(bid.by, "5.8.a", say("a card of %(nation)s", nation=bid.nation)))
    table.record(PeaceRolled(die, draw, total(lines), tuple(lines)), "5.8.c")
    if total(lines) >= PEACE or table.state.turn >= TURNS:
        end_game(table, "5.8.c")
    table.record(InterphaseBegan(in_order_from_next(table, table.data.track)[0]), "5.9.a", "R-48")


STEPS = Part[Wars](
    "end of the turn",
    lambda table: table.state.phase == TURN_END and not table.state.stack,
    (
        Step("begins", lambda it: not it.state.ending.begun, _close),
        Step("attrition", lambda it: bool(it.state.ending.exposed), _expose),
        Step("flags", lambda it: not it.state.ending.tried and bool(_to_flag(it)), _flag),
        Step("docks", lambda it: any(fleet.building for fleet in it.state.squadrons), _open_docks),
        CONQUESTS,
        Step("France is conquered", _has_fallen, lambda it: end_game(it, "5.8.d", "R-14")),
        Step("bids", lambda it: bool(_bidder(it)), _roll_peace, _asks_for_peace),
        Step("peace", lambda it: True, _roll_peace),
    ),
)
