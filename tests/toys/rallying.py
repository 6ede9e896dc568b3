"""The toy game of drill with one verb more, all of which stands here: a battalion rallies.

A battalion that has lost a step and has no enemy within range has it again.
"""

from __future__ import annotations

from napoleon.rules.kit import DeclaredVerb, Event, Order, Refusal, recorded, refuse, say
from napoleon.rules.kit.settings import Field, Setting, corrected, opened
from napoleon.rules.prose.sentences import together
from tests.toys.drill import (
    BATTALION,
    RANGE,
    SETTINGS,
    STRENGTH,
    VERBS,
    Drilled,
    Ground,
    OfBattalion,
    State,
    a_battalion,
    drilled,
)


class Rally(Order, frozen=True, tag="rally"):
    """Rally a battalion."""

    unit: str


class SetSteps(OfBattalion, frozen=True, tag="set_steps"):
    """Say how many steps a battalion has."""

    steps: int


@recorded("toy_drill.rallied/1", "{unit} rallied.")
class Rallied(Event, frozen=True):
    player: str
    unit: str
    place: str

    def apply(self, state: State) -> None:
        state.battalions[self.unit].steps, state.acted = STRENGTH, True


def refuse_rallying(it: Drilled) -> Refusal | None:
    if it.battalion.steps == STRENGTH:
        return refuse("NOTHING_LOST", "5", "It has lost nothing.")
    if any(it.away(enemy.place) <= RANGE for enemy in it.enemies().values()):
        return refuse("UNDER_FIRE", "5", "Enemies are within range.")
    return None


RALLY = DeclaredVerb(
    Rally,
    BATTALION,
    "5",
    unable=refuse_rallying,
    does=lambda it, order: it.tell(Rallied, "5"),
    line="rally {unit:unit}",
    says=say("Rally %(unit)s"),
    follows=(say("it has both steps again"),),
    told={
        Rallied: together("%(who)s rallied at %(place)s.", "%(who)s rallied at %(place)s.", "place")
    },
)


def set_steps(state: State, unit: str, after: str) -> None:
    state.battalions[unit].steps = 1 if after == "one step" else STRENGTH


def refuse_steps(table: Ground, wanted: SetSteps) -> Refusal | None:
    if 1 <= wanted.steps <= STRENGTH:
        return None
    return refuse("BAD_STEPS", "4", "A battalion has one step or two.")


STEPS = Setting(
    SetSteps,
    opened(a_battalion, refuse_steps),
    "5",
    corrected(
        "toy_drill.steps_corrected/1",
        "Correction: {unit} had {before}, and has {after}.",
        {"unit": str, "before": str, "after": str},
        set_steps,
    ),
    sets={"steps": Field(lambda it: it.battalion.steps, {1: "one step", STRENGTH: "both steps"})},
)

RULES = drilled(
    (RALLY, *VERBS),
    (*SETTINGS, STEPS),
    {"5": "A battalion that no enemy can fire at has its lost step again."},
)
"""The game of drill in which battalions rally."""
