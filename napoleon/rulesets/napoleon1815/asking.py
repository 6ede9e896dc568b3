"""Questions to the seat that answers them, which may know its own stack in fog of war [VIS.8]."""

from __future__ import annotations

from napoleon.rules.terms import Decision
from napoleon.rules.wording import Asked, Phrase, Row, Series, say, say_many
from napoleon.rulesets.napoleon1815 import movement, recovery, scouts
from napoleon.rulesets.napoleon1815.calling import blocks_by_name
from napoleon.rulesets.napoleon1815.movement_points import moving, points_left
from napoleon.rulesets.napoleon1815.orders import PlaceScout
from napoleon.rulesets.napoleon1815.table import Table


def asked(table: Table, decision: Decision) -> Asked | None:
    """What a seat is asked, with what it has chosen unseen; None where the prompt says it all."""
    match decision.kind:
        case "go":
            return Asked(_ACTS_NEXT[decision.seat])
        case "choose_action":
            return Asked(_of_the_stack(table, _ACTS))
        case "march":
            left = points_left(moving(table))
            points = say_many(
                "%(count)s movement point is left.", "%(count)s movement points are left.", left
            )
            return Asked(_of_the_stack(table, _MARCHES), (points,))
        case "choose_attack":
            return Asked(_of_the_stack(table, _ATTACKS))
        case "place_scout":
            number, count = scouts.placed(table, decision.seat)
            asks = say_many(
                "Where does your last scout stand?",
                "Where do your %(count)s scouts stand?",
                count - number,
            )
            stand = say("%(number)s of %(count)s stand already.", number=number, count=count)
            return Asked(asks, (stand,) if number else ())
        case "choose_delayed_corps":
            return Asked(say("Which Prussian reinforcement comes a turn later?"))
        case "choose_inertia_area":
            spent = say("All your blocks there are spent.")
            return Asked(say("In which area does the card of inertia hold your corps?"), (spent,))
        case "recovery":
            corps = blocks_by_name(table, recovery.provided_for(table, decision.seat))
            chosen = say_many(
                "A card is chosen for %(corps)s.",
                "Cards are chosen for %(corps)s.",
                len(corps),
                corps=corps,
            )
            return Asked(say("Which spent corps recovers?"), (chosen,)) if corps else None
    return None


def scouts_together(table: Table, decision: Decision) -> Series | None:
    """All scouts that a seat has still to place; None where one is left or none."""
    waiting = scouts.left(table, decision.seat) if decision.kind == "place_scout" else []
    if len(waiting) < 2:
        return None
    rows = (
        Row(
            f"{army}_scout_{number}",
            tuple((PlaceScout(it), it) for it in table.scenario.scouts[army].areas),
        )
        for number, army in waiting
    )
    return Series(say("Place all %(count)s scouts", count=len(waiting)), tuple(rows))


_ACTS_NEXT = {
    "french": say("Which French stack acts now?"),
    "allied": say("Which Allied stack acts now?"),
    "anglo_dutch": say("Which Anglo-Dutch stack acts now?"),
    "prussian": say("Which Prussian stack acts now?"),
}
"""By the seat that is asked."""

_ACTS = say_many("What does %(blocks)s do at %(area)s?", "What do %(blocks)s do at %(area)s?", 1)
_MARCHES = say_many(
    "Where does %(blocks)s march from %(area)s?", "Where do %(blocks)s march from %(area)s?", 1
)
_ATTACKS = say_many("Does %(blocks)s attack at %(area)s?", "Do %(blocks)s attack at %(area)s?", 1)


def _of_the_stack(table: Table, text: Phrase) -> Phrase:
    """A question about the stack of the operation, where it stands now."""
    operation = table.operation
    assert operation is not None, "only a stack that was activated is asked about"
    standing = table.standing(operation.blocks)
    blocks = blocks_by_name(table, standing)
    area = table.area(movement.position(table)).name
    return Phrase(text.text, {"blocks": blocks, "area": area}, text.many, len(blocks))
