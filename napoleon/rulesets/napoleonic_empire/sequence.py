"""The sequence of play, as one list [chapter 4].

The game stands at the first step that is due; see `napoleon.rules.kit.sequence`.
"""

from __future__ import annotations

from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rulesets.napoleonic_empire import (
    battles,
    control,
    divided_russia,
    drawing,
    kutuzov,
    layout,
    movement,
    nationalists,
    reinforcement,
    retreats,
    turns,
    victory,
)
from napoleon.rulesets.napoleonic_empire.cards import armies, windows
from napoleon.rulesets.napoleonic_empire.table import Table


def window(phase: str) -> Step[Table]:
    """A step that opens the window of a phase, in which both sides may play cards."""
    return Step(windows.TEXTS[phase], windows.to_open(phase), windows.opening(phase))


AT_ANY_MOMENT: tuple[Step[Table], ...] = (
    Step("offer to end", victory.turning_down_due, victory.turn_down),
    Step("control", control.due, control.note),
)
"""What follows at once from any change."""

SET_UP: tuple[Step[Table], ...] = (
    Step("Russian armies", divided_russia.due, only_asks, divided_russia.asks),
    Step("start of the game", layout.start_due, layout.start),
)

CARDS: tuple[Step[Table], ...] = (
    Step("armies by card", armies.due, armies.place_all, armies.asks),
    Step("cards", windows.is_open, windows.pass_over, windows.asks, windows.is_plain),
)
"""A window stays open until both sides have passed, or could play nothing."""

DRAW_PHASE: tuple[Step[Table], ...] = (
    window(turns.DRAW),
    Step("draw", drawing.draw_due, drawing.draw),
    Step("hand limit", drawing.limit_due, drawing.apply_limit),
    Step("excess", drawing.excess_due, only_asks, drawing.excess_asks),
    Step("Move phase", turns.nothing_is_left, turns.begin(turns.MOVE)),
)

MOVE_PHASE: tuple[Step[Table], ...] = (
    window(turns.MOVE),
    Step("moves", movement.due, movement.exhaust, movement.asks, movement.is_plain),
    Step("Attack phase", turns.nothing_is_left, turns.begin(turns.ATTACK)),
)

BATTLE: tuple[Step[Table], ...] = (
    Step("Kutuzov", kutuzov.due, only_asks, kutuzov.asks),
    Step("battle cards", battles.cards_due, battles.ask_for_cards),
    Step("battle dice", battles.dice_due, battles.roll),
    Step("losses", battles.losses_due, battles.suffer_losses),
    Step("retreat", retreats.due, retreats.go, retreats.asks),
    Step("end of the battle", turns.nothing_is_left, battles.end),
)

ATTACK_PHASE: tuple[Step[Table] | Part[Table], ...] = (
    Part("battle", battles.is_fought, BATTLE),
    Step(
        "next battle",
        battles.choice_due,
        battles.go_on,
        battles.choice_asks,
        battles.choice_is_plain,
    ),
    Step("Reinforcement phase", turns.nothing_is_left, turns.after_attack),
)

REINFORCEMENT_PHASE: tuple[Step[Table], ...] = (
    window(turns.REINFORCEMENT),
    Step("reinforcements", reinforcement.due, reinforcement.reinforce),
    Step(
        "places of reinforcements",
        reinforcement.choice_due,
        reinforcement.settle,
        reinforcement.choice_asks,
    ),
    Step("rebels", nationalists.due, only_asks, nationalists.asks),
    Step("Continental System", reinforcement.consumption_due, reinforcement.consume),
    Step("end of the turn", turns.nothing_is_left, turns.begin(turns.TURN_END)),
)

END_OF_THE_TURN: tuple[Step[Table], ...] = (
    Step("victory", victory.due, victory.check),
    window(turns.TURN_END),
    Step("next turn", turns.nothing_is_left, turns.start),
)

SEQUENCE: tuple[Step[Table] | Part[Table], ...] = (
    *AT_ANY_MOMENT,
    Part("set-up", layout.start_due, SET_UP),
    *CARDS,
    Part("Draw phase", turns.during(turns.DRAW), DRAW_PHASE),
    Part("Move phase", turns.during(turns.MOVE), MOVE_PHASE),
    Part("Attack phase", turns.during(turns.ATTACK), ATTACK_PHASE),
    Part("Reinforcement phase", turns.during(turns.REINFORCEMENT), REINFORCEMENT_PHASE),
    *END_OF_THE_TURN,
)
