"""The war on trade: a squadron on a card cuts British CP until it is hunted down [R-112]."""

from __future__ import annotations

from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import fleets
from napoleon.rulesets.napoleonic_wars.events.cards_at_sea import RaidEnded, RaidersHunted
from napoleon.rulesets.napoleonic_wars.expulsion import is_quiet
from napoleon.rulesets.napoleonic_wars.impulses import IMPULSE
from napoleon.rulesets.napoleonic_wars.maneuvers import (
    in_maneuvers,
    refuse_maneuvers,
    spend_maneuvers,
)
from napoleon.rulesets.napoleonic_wars.nations import BRITAIN, FRANCE, at_war
from napoleon.rulesets.napoleonic_wars.orders.at_sea import CallRaidersHome, HuntRaiders
from napoleon.rulesets.napoleonic_wars.scene import Acting
from napoleon.rulesets.napoleonic_wars.state import State
from napoleon.rulesets.napoleonic_wars.table import Wars, rolled

NEEDED = 9
"""What two dice have to reach, unmodified, to end it."""


def raiding(state: State) -> str:
    """The card on which a squadron lies; empty if none does."""
    return next((it.card for it in state.rules if it.hook == "cp_cut"), "")


def _refuse_hunt(it: Acting) -> Refusal | None:
    if it.nation != BRITAIN or not raiding(it.state):
        return refuse("NO_RAIDERS", "R-112", "No squadron preys on the trade of the nation.")
    return refuse_maneuvers(it, 1, "R-112")


def _hunt(it: Acting, order: HuntRaiders) -> None:
    spend_maneuvers(it, 1, "R-112")
    card = raiding(it.state)
    dice, draw = rolled(it.table, "hunt for raiders", 2)
    lines = (Line(sum(dice), "R-112", say("dice")),)
    number = total(lines)
    it.tell(RaidersHunted, "R-112", card=card, dice=dice, draw=draw, total=number, breakdown=lines)
    if number >= NEEDED:
        it.table.record(RaidEnded(card, FRANCE, ""), "R-112")


HUNT = DeclaredVerb(
    HuntRaiders,
    IMPULSE,
    "R-112",
    unable=_refuse_hunt,
    does=_hunt,
    line="hunt raiders",
    says=say("Hunt the raiders"),
    price=in_maneuvers(1),
)


def _havens(it: Acting) -> list[str]:
    state, pack = it.state, it.pack
    return [
        space.id
        for space in pack.spaces.values()
        if fleets.is_friendly_port(state, pack, space.id, it.nation)
        and not fleets.is_blockaded(state, pack, space.id, it.nation)
    ]


def _refuse_call(it: Acting) -> Refusal | None:
    if it.nation != FRANCE or not raiding(it.state):
        return refuse("NO_RAIDERS", "R-112", "No squadron of the nation preys on trade.")
    return refuse_maneuvers(it, 1, "R-112")


def _refuse_haven(it: Acting, port: str) -> Refusal | None:
    if port in _havens(it):
        return None
    detail = "Call them to a friendly port that no enemy blockades."
    return refuse("BLOCKADED", "R-112", detail)


def _call(it: Acting, order: CallRaidersHome) -> None:
    spend_maneuvers(it, 1, "R-112")
    it.table.record(RaidEnded(raiding(it.state), FRANCE, order.port), "R-112")


CALL_HOME = DeclaredVerb(
    CallRaidersHome,
    IMPULSE,
    "R-112",
    unable=_refuse_call,
    fields={"port": Domain(_havens, refusal=_refuse_haven, points="target")},
    does=_call,
    line="call raiders home to {port:space}",
    says=say("Call the raiders home to %(port)s"),
    price=in_maneuvers(1),
)

VERBS = (HUNT, CALL_HOME)


def _peace(table: Wars) -> bool:
    """Whether France and Britain are no longer at war [R-112]."""
    return bool(raiding(table.state)) and not at_war(table.state, FRANCE, BRITAIN)


STEPS = Part[Wars](
    "war on trade",
    is_quiet,
    (
        Step(
            "war on trade ends",
            _peace,
            lambda table: table.record(RaidEnded(raiding(table.state), FRANCE, ""), "R-112"),
        ),
    ),
)
"""A squadron on a card comes back when there is no war."""
