"""5 The sequence of play, as one list.

The game stands at the first step that is due; see `napoleon.rules.kit.sequence`.
"""

from __future__ import annotations

from napoleon.rules.kit.sequence import Step, only_asks
from napoleon.rulesets.eagles_waterloo import (
    capture,
    combat,
    decks,
    deployment,
    instants,
    morale,
    musters,
    reinforcement,
    victory,
)
from napoleon.rulesets.eagles_waterloo.campaign import aftermath, splits, stages
from napoleon.rulesets.eagles_waterloo.specials import in_print
from napoleon.rulesets.eagles_waterloo.table import Table

SEQUENCE: tuple[Step[Table], ...] = (
    # What follows at once from anything [G-46]
    Step("offer to end", victory.turning_down_due, victory.turn_down),
    Step("general alone", instants.alone_due, instants.alone),
    Step("decoys found out", instants.decoy_due, instants.find_out),
    Step("infantry on captured terrain", capture.captors_due, capture.take, capture.asks),
    Step("terrain that falls", capture.falls_due, capture.fall),
    Step("victory", victory.win_due, victory.win),
    Step("drawn battle", victory.draw_due, victory.draw),
    # After a battle
    Step("end of the game", victory.end_due, victory.end),
    Step("end of the campaign", stages.deciding_due, stages.decide),
    Step("retreat of the beaten", aftermath.order_due, aftermath.order_retreat),
    Step("checks of the retreat", aftermath.retreat_due, aftermath.check),
    Step("cards that may be sent on", aftermath.opening_due, aftermath.open_sending),
    Step("reinforcements for the other battle", aftermath.sending_due, only_asks, aftermath.asks),
    Step("end of a battle", aftermath.closing_due, aftermath.close),
    Step("next stage of the campaign", stages.next_due, stages.go_on),
    # Decks and musters
    Step("armies of the campaign", splits.open_due, splits.open_drafts),
    Step("split of the armies", splits.due, only_asks, splits.asks),
    Step("decks dealt by chance", decks.deal_due, decks.deal),
    Step("decks to be made", decks.open_due, decks.open_draft),
    Step("making of decks", decks.making_due, only_asks, decks.asks),
    Step("musters", musters.due, musters.deal),
    # Deployment
    Step("deployment", deployment.due, only_asks, deployment.asks),
    Step("layouts shown", deployment.showing_due, deployment.show),
    # Player turn: morale
    Step("generals under fire", morale.generals_due, morale.check_general),
    Step("morale", morale.due, morale.go_on, morale.asks),
    # Player turn: combat
    Step("combat phase", combat.begin_due, combat.begin),
    Step(
        "specials of the enemy",
        combat.window_due,
        combat.pass_over,
        combat.window_asks,
        in_print.combat_begins_plainly,
    ),
    Step("combat", combat.due, only_asks, combat.asks),
    # Player turn: reinforcement
    Step("reinforcements", reinforcement.draw_due, reinforcement.draw),
    Step(
        "end of the player turn",
        reinforcement.due,
        reinforcement.end_turn,
        reinforcement.asks,
        in_print.turn_ends_plainly,
    ),
    Step("next player turn", reinforcement.next_turn_due, reinforcement.start_next_turn),
)
