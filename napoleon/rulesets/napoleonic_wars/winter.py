"""17.1 Russian Winter: a die before each scheduled Russian impulse, and what it takes."""

from __future__ import annotations

from napoleon.chance import PUBLIC
from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import attrition
from napoleon.rulesets.napoleonic_wars.armies import force_of
from napoleon.rulesets.napoleonic_wars.events.losses import AttritionRolled
from napoleon.rulesets.napoleonic_wars.events.resources import (
    RussianWinterRolled,
    RussianWinterSpared,
    RussianWinterStruck,
    WinterPaid,
)
from napoleon.rulesets.napoleonic_wars.impulses import between_impulses, scheduled
from napoleon.rulesets.napoleonic_wars.nations import RUSSIA, commander
from napoleon.rulesets.napoleonic_wars.orders.impulses import Spare, Strike
from napoleon.rulesets.napoleonic_wars.scene import Acting, asked
from napoleon.rulesets.napoleonic_wars.spaces import hostile_in
from napoleon.rulesets.napoleonic_wars.table import Wars

KIND = "winter"
"""The kind of the question."""


def _is_due(table: Wars) -> bool:
    """Before a scheduled Russian impulse, cards or not, from the one after the event on."""
    state = table.state
    running = any(it.hook == "winter" for it in state.rules)
    return running and scheduled(table) == RUSSIA and not state.winter


def _struck(it: Acting) -> list[str]:
    """The Russian home duchies where enemies stand [R-45]."""
    own = it.pack.home_duchies[RUSSIA]
    return [space for space in own if hostile_in(it.state, space, RUSSIA)]


def _roll(table: Wars) -> None:
    it = Acting(table, "", RUSSIA)
    die, draw = table.draw(range(1, 7), "Russian winter", PUBLIC)
    strikes = die < it.state.round and bool(_struck(it))
    it.tell(
        RussianWinterRolled,
        "17.1.a",
        round=it.state.round,
        die=die,
        draw=draw,
        strikes=strikes,
    )


RUSSIAN = asked(lambda table, seat: Acting(table, seat, RUSSIA), KIND)


def _refuse_space(it: Acting, space: str) -> Refusal | None:
    if space in _struck(it):
        return None
    detail = "Name a Russian home duchy where enemies of Russia stand."
    return refuse("NO_ENEMY_THERE", "17.1.a", detail, space=space)


def _strike(it: Acting, order: Strike) -> None:
    """The enemies there roll; each loss is a CP for Russia [17.1.b, R-45]."""
    it.tell(RussianWinterStruck, "17.1.a", space=order.space)
    foes = hostile_in(it.state, order.space, RUSSIA)
    before = len(it.table.recorded)
    attrition.suffer(it.table, order.space, force_of(it.state, order.space, foes), ["17.1.a"])
    rolls = [it for it in it.table.recorded[before:] if isinstance(it, AttritionRolled)]
    if cp := sum(it.lost for it in rolls):
        it.tell(WinterPaid, "17.1.b", cp=cp)


STRIKE = DeclaredVerb(
    Strike,
    RUSSIAN,
    "17.1.a",
    fields={"space": Domain(_struck, refusal=_refuse_space, points="target")},
    does=_strike,
    line="strike {space:space}",
    says=say("Let the winter strike %(space)s"),
)

SPARE = DeclaredVerb(
    Spare,
    RUSSIAN,
    "17.1.a",
    does=lambda it, order: it.tell(RussianWinterSpared, "17.1.a"),
    line="spare",
    says=say("Let the winter strike nobody"),
)

VERBS = (STRIKE, SPARE)


def _asks(table: Wars) -> list[Decision]:
    text = say("Which enemies in Russia does the winter strike?")
    return [table.question(commander(table.state, RUSSIA), KIND, "17.1.a", text)]


STEPS = Part[Wars](
    "Russian winter",
    between_impulses,
    (
        Step("winter is rolled", _is_due, _roll),
        Step(
            "winter strikes",
            lambda table: table.state.winter == "strikes",
            lambda table: table.record(RussianWinterSpared(RUSSIA), "R-167"),
            _asks,
            lambda table: not commander(table.state, RUSSIA),
        ),
    ),
)
"""Between the question of preemption and the Russian impulse [R-70]."""
