"""The sequence of play, as one list [2].

The game stands at the first step that is due; see `napoleon.rules.kit.sequence`.
"""

from __future__ import annotations

from napoleon.rules.kit.sequence import Step, only_asks
from napoleon.rulesets.napoleon_columbia import (
    attacks,
    bidding,
    combat_turns,
    deployment,
    fog,
    forced_marches,
    hits,
    leaders,
    march,
    morale,
    regrouping,
    reinforcement,
    retreats,
    routs,
    setups,
    skirmishes,
    supply,
    terrain,
    turns,
    victory,
)
from napoleon.rulesets.napoleon_columbia.table import Table

SEQUENCE: tuple[Step[Table], ...] = (
    # What follows at once from any change
    Step("offer to end", victory.turning_down_due, victory.turn_down),
    Step("blocks that are shown", fog.reveal_due, fog.reveal_exposed),
    Step("rout", routs.due, routs.rout),
    Step("rout losses", retreats.losses_due, retreats.lose),
    Step("retreat of the beaten", retreats.retreat_due, retreats.give_up, retreats.asks),
    Step("end of a battle", routs.end_due, routs.end_battle),
    Step("hits", hits.due, hits.take, hits.asks),
    Step("blocks that stand up", fog.mix_due, fog.stand_up),
    Step("regrouping", regrouping.due, regrouping.close, regrouping.asks),
    # Bidding
    Step("coin", bidding.coin_due, bidding.toss),
    Step("bids", bidding.due, only_asks, bidding.asks),
    Step("steps for the bid", bidding.handicap_due, only_asks, bidding.handicap_asks),
    # Set-up
    Step("cards of the order of battle", setups.card_due, setups.lay_card),
    Step("set-up", setups.due, setups.end_by_itself, setups.asks),
    Step("first turn", turns.first_turn_due, turns.start),
    # March phase
    Step("marches", march.due, march.finish, march.asks),
    Step("leaders of forced marches", leaders.march_due, only_asks, leaders.march_asks),
    Step("forced marches", forced_marches.checks_due, forced_marches.check),
    Step("end of the checks", forced_marches.end_due, forced_marches.end),
    # Battle phase: skirmishes
    Step("attacks", attacks.count_due, attacks.count),
    Step(
        "order of skirmishes",
        attacks.skirmishes_due,
        attacks.only_skirmish,
        attacks.skirmishes_ask,
    ),
    Step("skirmishers", skirmishes.choice_due, skirmishes.choose_rest, skirmishes.choice_asks),
    Step("skirmish", skirmishes.start_due, skirmishes.start),
    Step("fire of the skirmishers", skirmishes.fire_due, skirmishes.fire),
    Step("loser of the skirmish", skirmishes.decision_due, skirmishes.decide),
    Step("end of the skirmish", skirmishes.end_due, skirmishes.end),
    Step("order of battles", attacks.battles_due, attacks.only_battle, attacks.battles_ask),
    Step("after the skirmishes", attacks.over_due, attacks.go_on),
    # Battle phase: deployment
    Step("battle board", terrain.start_due, terrain.start),
    Step("terrain", terrain.draw_due, terrain.draw),
    Step("places of terrain", terrain.placing_due, only_asks, terrain.asks),
    Step("deployment", deployment.due, deployment.draw_up, deployment.asks),
    Step("combat", deployment.combat_due, deployment.begin_combat),
    # Battle phase: combat turns
    Step("combat turn", combat_turns.turn_due, combat_turns.start),
    Step("morale", morale.due, morale.check, morale.asks),
    Step("combat phase", combat_turns.combat_due, combat_turns.after_combat, combat_turns.asks),
    Step("reinforcement", reinforcement.due, only_asks, reinforcement.asks),
    Step("stalemate", combat_turns.stalemate_due, combat_turns.count_stalemate),
    Step("end of the combat turn", combat_turns.end_due, combat_turns.end_turn),
    Step("end of the battles", combat_turns.over_due, combat_turns.finish),
    # Supply, defeat, victory
    Step("supply", supply.count_due, supply.count),
    Step("losses by supply", supply.losses_due, supply.lose_last, supply.asks),
    Step("recovery", supply.recovery_due, supply.recover),
    Step("defeat", victory.defeat_due, victory.defeat),
    Step("victory", victory.check_due, victory.check),
    Step("next turn", turns.turn_due, turns.start),
)
