"""The sequence of play, as one list [chapter 4].

The game stands at the first step that is due; see `napoleon.rules.kit.sequence`.
"""

from __future__ import annotations

from napoleon.rules.kit.sequence import Step, only_asks
from napoleon.rulesets.napoleonic_empire import (
    battles,
    control,
    divided_russia,
    drawing,
    kutuzov,
    layout,
    losses,
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


SEQUENCE: tuple[Step[Table], ...] = (
    # What follows at once from any change
    Step("offer to end", victory.turning_down_due, victory.turn_down),
    Step("control", control.due, control.note),
    # Set-up
    Step("Russian armies", divided_russia.due, only_asks, divided_russia.asks),
    Step("start of the game", layout.start_due, layout.start),
    # Cards: a window stays open until both sides have passed, or could play nothing
    Step("armies by card", armies.due, armies.place_all, armies.asks),
    Step("cards", windows.is_open, windows.pass_over, windows.asks, windows.is_plain),
    # Draw phase
    window(turns.DRAW),
    Step("draw", drawing.draw_due, drawing.draw),
    Step("hand limit", drawing.limit_due, drawing.apply_limit),
    Step("excess", drawing.excess_due, only_asks, drawing.excess_asks),
    Step("Move phase", turns.over(turns.DRAW), turns.begin(turns.MOVE)),
    # Move phase
    window(turns.MOVE),
    Step("moves", movement.due, movement.exhaust, movement.asks, movement.is_plain),
    Step("Attack phase", turns.over(turns.MOVE), turns.begin(turns.ATTACK)),
    # Attack phase
    Step("Kutuzov", kutuzov.due, only_asks, kutuzov.asks),
    Step("battle cards", battles.cards_due, battles.ask_for_cards),
    Step("battle dice", battles.dice_due, battles.roll),
    Step("losses", losses.due, losses.suffer),
    Step("retreat", retreats.due, retreats.go, retreats.asks),
    Step("end of the battle", battles.end_due, battles.end),
    Step(
        "next battle",
        battles.choice_due,
        battles.go_on,
        battles.choice_asks,
        battles.choice_is_plain,
    ),
    Step("Reinforcement phase", turns.over(turns.ATTACK), turns.after_attack),
    # Reinforcement phase
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
    Step("end of the turn", turns.over(turns.REINFORCEMENT), turns.begin(turns.TURN_END)),
    # End of the turn
    Step("victory", victory.due, victory.check),
    window(turns.TURN_END),
    Step("next turn", turns.turn_due, turns.start),
)
