"""The sequence of play, as one list [chapter 4].

The game stands at the first step of `SEQUENCE` that is due. A step that asks waits for the
answers; one that asks nobody goes on by itself. Where the game stands follows from the state
alone, so a replay stands where the game stood.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from napoleon.ruleset import Decision
from napoleon.rulesets.napoleon1815 import (
    allocation,
    combat,
    combat_effects,
    control,
    elimination,
    initiative,
    invasion,
    movement,
    operations,
    pursuit,
    recovery,
    red_cards,
    retreat,
    turns,
    victory,
)
from napoleon.rulesets.napoleon1815.table import Table


def nobody(table: Table) -> list[Decision]:
    """A step that asks nobody."""
    return []


def only_asks(table: Table) -> None:
    """A step that goes on by the answer alone."""
    raise AssertionError("this step waits for an answer")


class Step(NamedTuple):
    """One step: its name, when it is due, what it does by itself, and whom it asks first.

    `due` is asked only if no step above is due, so it says what is still missing here and takes
    for granted that everything above has been done.
    """

    name: str
    due: Callable[[Table], bool]
    proceed: Callable[[Table], None]
    asks: Callable[[Table], list[Decision]] = nobody


SEQUENCE = (
    # At any moment, in this order
    Step("elimination", elimination.due, elimination.remove),
    Step("allocation", allocation.due, allocation.carry_out, allocation.asks),
    # Carrying out the effects of a combat: nothing else happens before the track has moved
    Step("combat fatigue", combat_effects.fatigue_due, combat_effects.give_fatigue),
    Step("combat losses", combat_effects.losses_due, combat_effects.give_losses),
    Step("combat result", combat_effects.result_due, combat_effects.name_winner),
    # What follows at once from any change
    Step("victory track", victory.due, victory.settle),
    Step("contested areas", control.contest_due, control.settle_contest),
    Step("fortified positions", control.position_lost, control.lose_positions),
    Step("early invasion", invasion.due, invasion.invade),
    # Draw phase
    Step("next turn, draw", turns.turn_due, turns.start_turn),
    Step("red cards", red_cards.reveal_due, red_cards.reveal),
    Step("red event", red_cards.stands, red_cards.carry_out, red_cards.asks),
    Step("reinforcements", turns.reinforcements_due, turns.bring_reinforcements),
    # Initiative phase
    Step("initiative phase", initiative.phase_due, initiative.start_phase),
    Step("initiative", initiative.flip_due, initiative.flip),
    Step("operations phase", initiative.over, initiative.start_operations),
    # Operations phase
    Step("recovery phase", recovery.phase_due, recovery.start_phase),
    Step("go", operations.go_due, operations.forced_pass, operations.go_asks),
    Step("action", operations.action_due, only_asks, operations.action_asks),
    Step("movement points", movement.flip_due, movement.flip),
    Step("march", movement.march_due, only_asks, movement.march_asks),
    Step("fatigue of the march", movement.fatigue_due, movement.tire),
    Step("citadel", movement.capture_due, movement.capture),
    Step("attack", combat.attack_due, only_asks, combat.attack_asks),
    Step("combat cards", combat.count_due, combat.count),
    Step("combat effects", combat_effects.flip_due, combat_effects.flip),
    Step("retreat owed", retreat.owe_due, retreat.owe),
    Step("retreat", retreat.path_due, retreat.go_on, retreat.path_asks),
    Step("fatigue of the retreat", retreat.tire_due, retreat.tire),
    Step("pursuit", pursuit.due, pursuit.start),
    Step("pursuit effects", pursuit.run_due, pursuit.run),
    Step("end of pursuit", pursuit.end_due, pursuit.end),
    Step("end of operation", operations.running, operations.end_operation),
    # Recovery phase
    Step("recovery cards", recovery.cards_due, recovery.carry_out, recovery.cards_asks),
    Step("exhaustion", recovery.wear_due, recovery.wear),
    Step("readiness", recovery.ready_due, recovery.make_ready),
    Step("end of turn", turns.end_turn_due, turns.end_turn),
)


def current(table: Table) -> Step:
    """The step at which the game stands."""
    return next(step for step in SEQUENCE if step.due(table))


def decisions(table: Table) -> list[Decision]:
    """Who has to decide what now; empty when the game is over, or in the middle of an order."""
    return [] if table.state.result else current(table).asks(table)


def advance(table: Table) -> None:
    """Go on by the rules until somebody has to decide."""
    while True:
        step = current(table)
        if step.asks(table):
            return
        recorded = len(table.recorded)
        step.proceed(table)
        assert len(table.recorded) > recorded, f"the step {step.name} leads nowhere"
