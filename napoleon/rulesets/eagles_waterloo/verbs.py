"""What answers each kind of decision: for every verb its legal orders, its refusals, its effect."""

from __future__ import annotations

from typing import Any

from napoleon.rules.kit.verbs import (
    CheckedVerb,
    FreeVerb,
    Rulebook,
    Verb,
    always_irreversible,
    if_legal,
    refuse_nothing,
)
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import (
    arrival,
    capture,
    combat,
    decks,
    decoys,
    deployment,
    fire,
    formations,
    layouts,
    morale,
    moves,
    orders,
    reinforcement,
    shock,
    terrain,
    victory,
)
from napoleon.rulesets.eagles_waterloo.campaign import aftermath, splits
from napoleon.rulesets.eagles_waterloo.foresight import irreversible_if_random
from napoleon.rulesets.eagles_waterloo.room import keeping_room
from napoleon.rulesets.eagles_waterloo.sequence import SEQUENCE
from napoleon.rulesets.eagles_waterloo.specials import playing
from napoleon.rulesets.eagles_waterloo.table import Table


def _one(order: Order) -> Any:
    """The legal orders of a verb that can always be given where it is asked for."""
    return lambda table, decision: [order]


def _list_offers(table: Table, decision: Decision) -> list[orders.SubmitDeck]:
    if decision.kind == "split":
        return splits.suggestions(table, decision)
    return decks.suggestions(table, decision)


def _refuse_list(table: Table, decision: Decision, order: orders.SubmitDeck) -> Refusal | None:
    if decision.kind == "split":
        return splits.refuse_list(table, decision, order)
    return decks.refuse_list(table, decision, order)


def _submit(table: Table, decision: Decision, order: orders.SubmitDeck) -> None:
    if decision.kind == "split":
        splits.submit(table, decision, order)
    else:
        decks.submit(table, decision, order)


def _refuse_finish(table: Table, decision: Decision, order: orders.FinishDeck) -> Refusal | None:
    if decision.kind == "split":
        return splits.refuse_finish(table, decision, order)
    return decks.refuse_finish(table, decision, order)


def _finish(table: Table, decision: Decision, order: orders.FinishDeck) -> None:
    if decision.kind == "split":
        splits.finish(table, decision, order)
    else:
        decks.finish(table, decision, order)


VERBS: tuple[Verb[Table] | CheckedVerb[Table], ...] = (
    # 2, 15.0, 16.a
    Verb(
        orders.FinishDeck,
        ("deck", "split"),
        decks.DECKS,
        if_legal(orders.FinishDeck(), _refuse_finish),
        _refuse_finish,
        _finish,
        irreversible=irreversible_if_random(_finish),
    ),
    Verb(
        orders.AddCard,
        ("deck",),
        decks.DECKS,
        decks.additions,
        decks.refuse_addition,
        decks.add,
    ),
    Verb(orders.DropCard, ("deck",), decks.DECKS, decks.drops, decks.refuse_drop, decks.drop),
    Verb(
        orders.AssignCard,
        ("split",),
        decks.DECKS,
        splits.assignments,
        splits.refuse_assignment,
        splits.assign,
    ),
    CheckedVerb(
        orders.SubmitDeck,
        ("deck", "split"),
        decks.DECKS,
        _list_offers,
        _refuse_list,
        _submit,
    ),
    # 4
    Verb(
        orders.EndDeployment,
        ("deploy",),
        "",
        if_legal(orders.EndDeployment(), deployment.refuse_end),
        deployment.refuse_end,
        deployment.end,
        misplaced=deployment.explain_misplaced,
        irreversible=irreversible_if_random(deployment.end),
    ),
    Verb(
        orders.Place,
        ("deploy",),
        "",
        deployment.placings,
        deployment.refuse_placing,
        deployment.place,
        misplaced=deployment.explain_misplaced,
    ),
    Verb(
        orders.TakeUp,
        ("deploy",),
        "",
        deployment.takings,
        deployment.refuse_taking,
        deployment.take_up,
        misplaced=deployment.explain_misplaced,
    ),
    CheckedVerb(
        orders.Deploy,
        ("deploy",),
        "",
        layouts.suggestions,
        layouts.refuse_layout,
        layouts.lay_out,
        misplaced=deployment.explain_misplaced,
    ),
    # 6
    Verb(
        orders.CheckMorale,
        ("morale",),
        morale.MORALE,
        morale.legal_orders,
        morale.refuse_check,
        morale.order_check,
        irreversible=always_irreversible,
    ),
    Verb(
        orders.CheckTheRest,
        ("morale",),
        morale.MORALE,
        _one(orders.CheckTheRest()),
        refuse_nothing,
        morale.leave_checks,
        irreversible=always_irreversible,
    ),
    # 7 to 9
    keeping_room(
        Verb(
            orders.Move,
            ("combat",),
            combat.COMBAT,
            moves.legal_orders,
            moves.refuse_move,
            moves.move,
            irreversible=irreversible_if_random(moves.move),
        )
    ),
    keeping_room(
        Verb(
            orders.ChangeFormation,
            ("combat",),
            combat.COMBAT,
            formations.legal_orders,
            formations.refuse_change,
            formations.change,
        )
    ),
    keeping_room(
        Verb(
            orders.Fire,
            ("combat",),
            combat.COMBAT,
            fire.legal_orders,
            fire.refuse_fire,
            fire.fire,
            irreversible=always_irreversible,
        )
    ),
    keeping_room(
        Verb(
            orders.Shock,
            ("combat",),
            combat.COMBAT,
            shock.legal_orders,
            shock.refuse_shock,
            shock.shock,
            irreversible=always_irreversible,
        )
    ),
    # 11
    keeping_room(
        Verb(
            orders.OccupyTerrain,
            ("combat", "deploy"),
            "",
            terrain.occupations,
            terrain.refuse_occupation,
            terrain.occupy,
            irreversible=irreversible_if_random(terrain.occupy),
        )
    ),
    Verb(
        orders.ChooseCaptors,
        ("captors",),
        "",
        capture.legal_orders,
        capture.refuse_captors,
        capture.choose,
        irreversible=irreversible_if_random(capture.choose),
    ),
    Verb(
        orders.PlayTerrain,
        ("combat",),
        combat.COMBAT,
        terrain.plays,
        terrain.refuse_playing,
        terrain.play,
        irreversible=always_irreversible,
    ),
    # 13, 10
    Verb(
        orders.PlaySpecial,
        ("morale", "window", "combat", "reinforcement"),
        "",
        playing.legal_orders,
        playing.refuse_playing,
        playing.play,
        irreversible=always_irreversible,
    ),
    Verb(
        orders.PlayNothing,
        ("window",),
        combat.COMBAT,
        _one(orders.PlayNothing()),
        refuse_nothing,
        combat.pass_window,
    ),
    Verb(
        orders.ShowGeneral,
        ("morale", "combat", "reinforcement"),
        "",
        arrival.legal_orders,
        arrival.refuse_showing,
        arrival.show,
        irreversible=always_irreversible,
    ),
    # 14
    keeping_room(
        Verb(
            orders.PlaceDecoy,
            ("combat",),
            combat.COMBAT,
            decoys.placings,
            decoys.refuse_placing,
            decoys.place,
        )
    ),
    keeping_room(
        Verb(
            orders.ShowDecoy,
            ("combat",),
            combat.COMBAT,
            decoys.showings,
            decoys.refuse_showing,
            decoys.show,
            irreversible=always_irreversible,
        )
    ),
    keeping_room(
        Verb(
            orders.WithdrawDecoy,
            ("combat",),
            combat.COMBAT,
            decoys.withdrawals,
            decoys.refuse_withdrawal,
            decoys.withdraw,
        )
    ),
    # 16
    Verb(
        orders.WithdrawFromBattle,
        ("combat",),
        combat.COMBAT,
        if_legal(orders.WithdrawFromBattle(), aftermath.refuse_withdrawal),
        aftermath.refuse_withdrawal,
        aftermath.withdraw,
        irreversible=always_irreversible,
    ),
    Verb(
        orders.EndCombat,
        ("combat",),
        combat.COMBAT,
        if_legal(orders.EndCombat(), combat.refuse_end),
        combat.refuse_end,
        combat.end,
        irreversible=irreversible_if_random(combat.end),
    ),
    Verb(
        orders.EndTurn,
        ("reinforcement",),
        reinforcement.REINFORCEMENT,
        _one(orders.EndTurn()),
        refuse_nothing,
        reinforcement.end,
        misplaced=reinforcement.explain_misplaced,
        irreversible=irreversible_if_random(reinforcement.end),
    ),
    Verb(
        orders.EndSending,
        ("sending",),
        aftermath.SENDING,
        _one(orders.EndSending()),
        refuse_nothing,
        aftermath.end,
        misplaced=aftermath.explain_misplaced,
        irreversible=irreversible_if_random(aftermath.end),
    ),
    Verb(
        orders.SendReinforcement,
        ("sending",),
        aftermath.SENDING,
        aftermath.legal_orders,
        aftermath.refuse_sending,
        aftermath.send,
        misplaced=aftermath.explain_misplaced,
    ),
    CheckedVerb(
        orders.SendReinforcements,
        ("sending",),
        aftermath.SENDING,
        aftermath.lists,
        aftermath.refuse_list,
        aftermath.send_list,
        misplaced=aftermath.explain_misplaced,
        irreversible=irreversible_if_random(aftermath.send_list),
    ),
)

FREE: tuple[FreeVerb[Table], ...] = (
    FreeVerb(orders.Resign, "G-09", victory.refuse_resignation, victory.resign),
    FreeVerb(orders.AgreeToEnd, "G-09", victory.refuse_agreement, victory.agree),
)

PASSING = (
    orders.FinishDeck,
    orders.EndDeployment,
    orders.CheckTheRest,
    orders.PlayNothing,
    orders.EndCombat,
    orders.EndTurn,
    orders.EndSending,
)
"""The verbs by which a player does nothing more."""

RULEBOOK: Rulebook[Table] = Rulebook(
    sequence=SEQUENCE,
    verbs={verb.order: verb for verb in VERBS},
    free={verb.order: verb for verb in FREE},
    clause="5.0",
    passes=lambda order: type(order) in PASSING,
)
