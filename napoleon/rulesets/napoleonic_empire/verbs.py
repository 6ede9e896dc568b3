"""What answers each kind of decision: for every verb its legal orders, its refusals, its effect."""

from __future__ import annotations

from napoleon.rules.kit.verbs import FreeVerb, Rulebook, Verb, always_irreversible, refuse_nothing
from napoleon.rulesets.napoleonic_empire import (
    battles,
    divided_russia,
    drawing,
    kutuzov,
    led_moves,
    movement,
    nationalists,
    orders,
    reinforcement,
    retreats,
    turns,
    victory,
)
from napoleon.rulesets.napoleonic_empire.cards import armies, play
from napoleon.rulesets.napoleonic_empire.foresight import irreversible_if_random, moves_out
from napoleon.rulesets.napoleonic_empire.sequence import SEQUENCE
from napoleon.rulesets.napoleonic_empire.table import Table

VERBS: tuple[Verb[Table], ...] = (
    Verb(
        orders.SetUpRussia,
        ("set_up_russia",),
        "setup",
        divided_russia.legal_orders,
        divided_russia.refuse_split,
        divided_russia.set_up,
    ),
    Verb(
        orders.PlayCard,
        ("window",),
        "",
        play.play_offers,
        play.refuse_play,
        play.play,
        play.explain_misplaced_play,
        irreversible=always_irreversible,
    ),
    Verb(
        orders.Pass,
        ("window",),
        "",
        play.pass_offers,
        refuse_nothing,
        play.declare_pass,
        play.explain_misplaced_pass,
        irreversible=irreversible_if_random(play.declare_pass),
    ),
    Verb(
        orders.DiscardExcess,
        ("discard_excess",),
        turns.DRAW,
        drawing.excess_offers,
        drawing.refuse_discard,
        drawing.discard,
    ),
    Verb(
        orders.MoveArmies,
        ("move",),
        turns.MOVE,
        movement.legal_orders,
        movement.refuse_move,
        movement.move,
        movement.explain_misplaced,
        irreversible=moves_out(movement.move),
    ),
    Verb(
        orders.MoveWithCommander,
        ("move",),
        turns.MOVE,
        led_moves.legal_orders,
        led_moves.refuse_led_move,
        led_moves.move,
        movement.explain_misplaced,
        irreversible=moves_out(led_moves.move),
    ),
    Verb(
        orders.EndMove,
        ("move",),
        turns.MOVE,
        movement.end_offers,
        refuse_nothing,
        movement.end_move,
        irreversible=irreversible_if_random(movement.end_move),
    ),
    Verb(
        orders.ChooseBattle,
        ("choose_battle",),
        turns.ATTACK,
        battles.choice_offers,
        battles.refuse_choice,
        battles.begin,
        battles.explain_misplaced_choice,
        irreversible=irreversible_if_random(battles.begin),
    ),
    Verb(
        orders.EndAttack,
        ("choose_battle",),
        turns.ATTACK,
        battles.end_offers,
        battles.refuse_end,
        battles.end_attack,
        battles.explain_misplaced_end,
        irreversible=irreversible_if_random(battles.end_attack),
    ),
    Verb(
        orders.KutuzovRoll,
        ("kutuzov",),
        turns.ATTACK,
        kutuzov.roll_offers,
        kutuzov.refuse_roll,
        kutuzov.roll,
        kutuzov.explain_misplaced,
        irreversible=always_irreversible,
    ),
    Verb(
        orders.KutuzovWithdraw,
        ("kutuzov",),
        turns.ATTACK,
        kutuzov.withdraw_offers,
        kutuzov.refuse_withdrawal,
        kutuzov.withdraw,
        kutuzov.explain_misplaced,
        irreversible=irreversible_if_random(kutuzov.withdraw),
    ),
    Verb(
        orders.KutuzovStay,
        ("kutuzov",),
        turns.ATTACK,
        kutuzov.stay_offers,
        refuse_nothing,
        kutuzov.stay,
        kutuzov.explain_misplaced,
        irreversible=irreversible_if_random(kutuzov.stay),
    ),
    Verb(
        orders.Retreat,
        ("retreat",),
        turns.ATTACK,
        retreats.legal_orders,
        retreats.refuse_retreat,
        retreats.retreat,
        irreversible=irreversible_if_random(retreats.retreat),
    ),
    Verb(
        orders.PlaceCardArmies,
        ("place_card_armies",),
        turns.REINFORCEMENT,
        armies.legal_orders,
        armies.refuse_placing,
        armies.place,
        irreversible=irreversible_if_random(armies.place),
    ),
    Verb(
        orders.PlaceReinforcements,
        ("place_reinforcements",),
        turns.REINFORCEMENT,
        reinforcement.choice_offers,
        reinforcement.refuse_choice,
        reinforcement.place,
        irreversible=irreversible_if_random(reinforcement.place),
    ),
    Verb(
        orders.PlaceRebels,
        ("place_rebels",),
        turns.REINFORCEMENT,
        nationalists.legal_orders,
        nationalists.refuse_rebels,
        nationalists.place,
        nationalists.explain_misplaced,
        irreversible=irreversible_if_random(nationalists.place),
    ),
    Verb(
        orders.DeclineRebels,
        ("place_rebels",),
        turns.REINFORCEMENT,
        nationalists.decline_offers,
        refuse_nothing,
        nationalists.decline,
        nationalists.explain_misplaced,
        irreversible=irreversible_if_random(nationalists.decline),
    ),
)

FREE: tuple[FreeVerb[Table], ...] = (
    FreeVerb(orders.Resign, "VIC.3", victory.refuse_resignation, victory.resign),
    FreeVerb(orders.AgreeToEnd, "VIC.3", victory.refuse_agreement, victory.agree),
)

PASSING = (orders.Pass, orders.EndMove, orders.EndAttack, orders.KutuzovStay, orders.DeclineRebels)
"""The verbs by which a player does nothing more."""

RULEBOOK: Rulebook[Table] = Rulebook(
    sequence=SEQUENCE,
    verbs={verb.order: verb for verb in VERBS},
    free={verb.order: verb for verb in FREE},
    clause="SEQ.2",
    passes=lambda order: type(order) in PASSING,
)
