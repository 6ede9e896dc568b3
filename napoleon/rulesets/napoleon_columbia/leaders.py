"""9 Leaders who are shown: for forced marches, and for morale."""

from __future__ import annotations

from napoleon.rules.kit.declaring import Actor, DeclaredVerb, Irreversible
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleon_columbia import morale, units
from napoleon.rulesets.napoleon_columbia.acting import Unit, called, the_town
from napoleon.rulesets.napoleon_columbia.events.march import LeaderKeptHidden, LeaderRevealed
from napoleon.rulesets.napoleon_columbia.orders import KeepHidden, RevealLeader
from napoleon.rulesets.napoleon_columbia.table import Table, refuse
from napoleon.rulesets.napoleon_columbia.turns import FORCED_CHECKS


def march_due(table: Table) -> bool:
    """Whether a leader may be shown before the first die of the forced marches [N-53]."""
    return bool(_seats_to_ask(table))


def _seats_to_ask(table: Table) -> list[str]:
    """Seats that have forced units, and a leader who could be shown.

    It goes by what everybody knows: where a hidden leader was is no reason to be asked, or not.
    """
    state = table.state
    if state.phase != FORCED_CHECKS or not state.unchecked:
        return []
    forced = {state.blocks[unit].army for unit in state.unchecked}
    return [
        seat
        for seat in state.seats_of(state.active)
        if seat not in state.leaders_asked
        and any(_could_be_shown(table, it) for it in state.armies_of_seat(seat) if it in forced)
    ]


def _could_be_shown(table: Table, army: str) -> bool:
    leader = units.leader_of(table, army)
    return bool(leader) and not table.state.blocks[leader].revealed


def march_asks(table: Table) -> list[Decision]:
    """Whether a leader is shown for the forced marches [9.1]."""
    text = "Show a leader who began the turn with the forced units, or keep all of them hidden."
    return morale.ask_about_leaders(table, _seats_to_ask(table), "9.1", text)


def _helpful(table: Table, seat: str) -> list[str]:
    state = table.state
    found = []
    for army in state.armies_of_seat(seat):
        leader = units.leader_of(table, army)
        if not leader or state.blocks[leader].revealed:
            continue
        if state.phase == FORCED_CHECKS:
            began = {(it.army, it.start) for it in map(state.blocks.__getitem__, state.unchecked)}
            helps = (army, state.blocks[leader].start) in began
        else:
            helps = leader in morale.hidden_leaders(table)
        if helps:
            found.append(leader)
    return found


def _foreign(table: Table, decision: Decision, leader: str, clause: str) -> Refusal | None:
    """Why showing a leader helps nobody now [9.1, 9.2]."""
    if leader in _helpful(table, decision.seat):
        return None
    if table.state.phase == FORCED_CHECKS:
        detail = "Name a leader of yours who began the turn where a forced unit of their army did."
        return refuse("NOT_AT_START_TOWN", "9.1", detail)
    detail = "Name a leader of yours who stands hidden with a unit whose morale is checked."
    return refuse("NOT_WITH_THEM", "9.2", detail)


def _reveal(it: Unit, order: RevealLeader) -> None:
    """Everybody sees the leader, who helps from now on [N-53, 9.2]."""
    marching = it.table.state.phase == FORCED_CHECKS
    it.tell(
        LeaderRevealed,
        *(("9.1", "N-53") if marching else ("9.2",)),
        leader=it.unit,
        town=it.block.town,
        purpose="forced_checks" if marching else "morale",
        start=it.block.start if marching else "",
    )


def _helps(it: Unit, order: RevealLeader) -> tuple[Phrase, ...]:
    if it.table.state.phase == FORCED_CHECKS:
        start = the_town(it, it.block.start)
        return (say("+1 to the dice of all who began in %(town)s", town=start),)
    return (say("+1 to the morale of the units around"),)


def _keep_hidden(it: Scene[Table], order: KeepHidden) -> None:
    """No leader is shown, or no more."""
    it.tell(LeaderKeptHidden, "9.1" if it.table.state.phase == FORCED_CHECKS else "9.2")


HIDDEN: Actor[Table, Unit] = Actor(
    ("reveal_leader",),
    "",
    lambda table, asked, leader: Unit(table, asked.seat, leader),
    field="leader",
    candidates=lambda table, asked: _helpful(table, asked.seat),
    refusal=_foreign,
    named=called,
)
SEAT: Actor[Table, Scene[Table]] = Actor(
    ("reveal_leader",), "", lambda table, asked, _: Scene(table, asked.seat)
)

VERBS = (
    DeclaredVerb(
        RevealLeader,
        HIDDEN,
        "9.1",
        does=_reveal,
        line="show {leader:unit}",
        says=say("Show %(leader)s"),
        follows=_helps,
        ordinary=False,
        irreversible=Irreversible.ALWAYS,
    ),
    DeclaredVerb(
        KeepHidden,
        SEAT,
        "9.1",
        does=_keep_hidden,
        line="keep hidden",
        says=say("Keep the leaders hidden"),
        irreversible=Irreversible.IF_RANDOM,
    ),
)
