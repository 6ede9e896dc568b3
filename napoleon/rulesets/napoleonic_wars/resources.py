"""16 Resources: a card drawn for one, and Early Winter."""

from __future__ import annotations

from typing import Literal

from napoleon.chance import PUBLIC
from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import DeclaredVerb, Irreversible
from napoleon.rules.kit.frames import inmost
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import sieges
from napoleon.rulesets.napoleonic_wars.cards.drawing import can_draw, draw_in_impulse
from napoleon.rulesets.napoleonic_wars.events.impulses import (
    CardPlayEnded,
    ImpulseBegan,
    ImpulseEnded,
)
from napoleon.rulesets.napoleonic_wars.events.resources import EarlyWinterRolled, ResourceSpent
from napoleon.rulesets.napoleonic_wars.frames.impulses import Impulse
from napoleon.rulesets.napoleonic_wars.impulses import (
    INSTEAD,
    SPENDER,
    between_impulses,
    has_no_card,
    pass_by,
    passing,
    refuse_another,
    scheduled,
)
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.orders.impulses import (
    DrawByResource,
    PassImpulse,
    TryEarlyWinter,
)
from napoleon.rulesets.napoleonic_wars.scene import Acting, asked
from napoleon.rulesets.napoleonic_wars.table import Wars

LAST_TURN = 5
A_RESOURCE = say("a Resource")
"""What is spent."""

# -- who may spend one -----------------------------------------------------------------------------


PASSER = asked(passing, INSTEAD)


def _refuse_resource(it: Acting) -> Refusal | None:
    """Why no Resource can be spent: it counts as a card marked + [16.2.c, 5.12.b, R-105]."""
    if not it.own.resources:
        return refuse("NO_RESOURCE", "16.2.a", "The nation has no Resource.")
    impulse = inmost(it.state, Impulse)
    if impulse is None:
        return None
    if impulse.passing:
        return refuse("PASSING", "R-104", "The nation only spends the CP of the winter.")
    return refuse_another(it, joins=True)


def _refuse_drawing(it: Acting) -> Refusal | None:
    if refusal := _refuse_resource(it):
        return refusal
    return None if can_draw(it.table) else refuse("NO_CARD", "R-61", "There is no card to draw.")


def _spend(it: Acting, to: Literal["draw", "winter"]) -> None:
    """A Resource stands in for the card of an impulse, which it may open [16.2.c]."""
    if inmost(it.state, Impulse) is None:
        it.tell(ImpulseBegan, "16.2.c", scheduled=True, last=False, passing=False)
    it.tell(ResourceSpent, "16.2.a" if to == "draw" else "16.2.b", to=to)


def _draw(it: Acting, order: DrawByResource) -> None:
    _spend(it, "draw")
    draw_in_impulse(it.table, it.nation, "resource", "16.2.a")


DRAW_BY_RESOURCE = DeclaredVerb(
    DrawByResource,
    SPENDER,
    "16.2.a",
    unable=_refuse_drawing,
    does=_draw,
    irreversible=Irreversible.ALWAYS,
    ordinary=False,
    line="spend resource",
    says=say("Draw a card"),
    price=A_RESOURCE,
)


# -- Early Winter ----------------------------------------------------------------------------------


def _refuse_winter(it: Acting) -> Refusal | None:
    if it.state.turn >= LAST_TURN:
        return refuse("LAST_TURN", "16.2.b", "There is no early winter in the last turn.")
    return _refuse_resource(it)


def _unplayed(it: Acting) -> tuple[Line, ...]:
    """The nations of the rank of a power that have unplayed cards [R-44]."""
    nations = it.state.nations
    return tuple(
        Line(1, "R-44", say("%(nation)s has unplayed cards", nation=nation))
        for nation in it.pack.powers
        if nations[nation].hand or any(card.up for card in nations[nation].home)
    )


def _try_winter(it: Acting, order: TryEarlyWinter) -> None:
    _spend(it, "winter")
    lines = _unplayed(it)
    die, draw = it.table.draw(range(1, 7), "early winter", PUBLIC)
    it.tell(
        EarlyWinterRolled,
        "16.2.b",
        die=die,
        draw=draw,
        powers=total(lines),
        breakdown=lines,
    )
    if die > total(lines):
        lapsed = sum(pool.cp for pool in it.impulse.pools)
        it.tell(ImpulseEnded, "R-96", lapsed=lapsed)
        it.table.record(CardPlayEnded(it.state.turn), "16.2.b", "R-96")


TRY_EARLY_WINTER = DeclaredVerb(
    TryEarlyWinter,
    SPENDER,
    "16.2.b",
    unable=_refuse_winter,
    does=_try_winter,
    irreversible=Irreversible.ALWAYS,
    ordinary=False,
    line="try early winter",
    says=say("Try an early winter"),
    price=A_RESOURCE,
)

PASS_IMPULSE = DeclaredVerb(
    PassImpulse,
    PASSER,
    "5.4.a",
    does=lambda it, order: pass_by(it.table),
    line="pass",
    says=say("Pass"),
)

VERBS = (DRAW_BY_RESOURCE, TRY_EARLY_WINTER, PASS_IMPULSE)


def _may_spend(table: Wars) -> bool:
    """Whether a nation that would pass may besiege first, or spend a Resource [R-70, 12.2.b]."""
    if not has_no_card(table) or not commander(table.state, scheduled(table)):
        return False
    it = Acting(table, "", scheduled(table))
    if sieges.possible(table, it.nation):
        return True
    return _refuse_drawing(it) is None or _refuse_winter(it) is None


def _asks(table: Wars) -> list[Decision]:
    nation = scheduled(table)
    text = say("%(nation)s has no card: what does it do before it passes?", nation=nation)
    return [table.question(commander(table.state, nation), INSTEAD, "R-70", text)]


STEPS = Part[Wars](
    "instead of passing",
    between_impulses,
    (Step("Resource or pass", _may_spend, only_asks, _asks),),
)
"""A nation without a card may besiege, or spend a Resource."""
