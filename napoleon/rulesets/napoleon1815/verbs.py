"""What answers each kind of decision: for every verb its offers, its refusals, its effect.

`offers` lists every legal order of the verb, `refusal` says why one is not legal, and `carry_out`
records what it causes. `misplaced` explains an order of the verb given when nobody asked for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any, NamedTuple

from napoleon.orders import Order, Refusal
from napoleon.ruleset import Decision
from napoleon.rulesets.napoleon1815 import (
    allocation,
    combat,
    movement,
    operations,
    orders,
    partners,
    recovery,
    retreat,
    scouts,
)
from napoleon.rulesets.napoleon1815.cards import (
    blue_cards,
    card_play,
    combat_aftermath,
    consent,
    coordination,
    red_cards,
)
from napoleon.rulesets.napoleon1815.table import Table, refuse


def sealed(table: Table, decision: Decision, order: Any) -> None:
    """The answer waits, hidden in the log, until everybody who was asked has answered."""


def refuse_nothing(table: Table, decision: Decision, order: Any) -> Refusal | None:
    """An order without anything in it that could be wrong."""
    return None


def nothing_to_explain(table: Table, seat: str, order: Order) -> Refusal | None:
    """The general refusals say enough."""
    return None


class Verb(NamedTuple):
    """One verb and its handlers, with the kinds of decision it answers, and its phase."""

    order: type[Order]
    kinds: tuple[str, ...]
    phase: str
    offers: Callable[[Table, Decision], Iterable[Order]]
    refusal: Callable[[Table, Decision, Any], Refusal | None]
    carry_out: Callable[[Table, Decision, Any], None]
    misplaced: Callable[[Table, str, Any], Refusal | None] = nothing_to_explain


VERBS = (
    Verb(
        orders.PlaceScout,
        ("place_scout",),
        "setup",
        scouts.placing_offers,
        scouts.refuse_placing,
        sealed,
        scouts.explain_misplaced_placing,
    ),
    Verb(
        orders.ChooseInertiaArea,
        ("choose_inertia_area",),
        "draw",
        red_cards.inertia_offers,
        red_cards.refuse_inertia,
        red_cards.choose_inertia,
    ),
    Verb(
        orders.ChooseDelayedCorps,
        ("choose_delayed_corps",),
        "draw",
        red_cards.delay_offers,
        red_cards.refuse_delay,
        red_cards.choose_delay,
    ),
    Verb(
        orders.DeclareBlue,
        ("declare_blue",),
        "initiative",
        blue_cards.declare_offers,
        blue_cards.refuse_declaration,
        blue_cards.declare,
        blue_cards.explain_misplaced_declaration,
    ),
    Verb(
        orders.ChooseFromDeck,
        ("choose_from_deck",),
        "initiative",
        blue_cards.choose_offers,
        blue_cards.refuse_choice,
        blue_cards.take_card,
    ),
    Verb(
        orders.SwapCard,
        ("swap_card",),
        "",
        partners.swap_offers,
        partners.refuse_swap,
        partners.offer_swap,
        partners.explain_misplaced_swap,
    ),
    Verb(
        orders.AnswerSwap,
        ("answer_swap",),
        "",
        partners.answer_offers,
        partners.refuse_swap,
        partners.answer_swap,
        partners.explain_misplaced_swap,
    ),
    Verb(
        orders.NameActingAlly,
        ("name_acting_ally",),
        "operations",
        partners.naming_offers,
        partners.refuse_naming,
        partners.name_player,
        partners.explain_misplaced_naming,
    ),
    Verb(
        orders.Pass,
        ("go",),
        "operations",
        operations.pass_offers,
        refuse_nothing,
        operations.do_pass,
        operations.explain_misplaced_go,
    ),
    Verb(
        orders.ActivateStack,
        ("go",),
        "operations",
        coordination.offers,
        coordination.refuse_activation,
        coordination.activate,
        operations.explain_misplaced_go,
    ),
    Verb(
        orders.PlayEvent,
        ("window", "march"),
        "operations",
        card_play.play_offers,
        card_play.refuse_play,
        card_play.play,
        card_play.explain_misplaced_play,
    ),
    Verb(
        orders.DeclineWindow,
        ("window",),
        "operations",
        card_play.decline_offers,
        refuse_nothing,
        card_play.decline,
        card_play.explain_misplaced_decline,
    ),
    Verb(
        orders.AgreeEvent,
        ("agree_event",),
        "operations",
        consent.offers,
        refuse_nothing,
        consent.answer,
        consent.explain_misplaced_consent,
    ),
    Verb(
        orders.ChooseAction,
        ("choose_action",),
        "operations",
        operations.action_offers,
        operations.refuse_action,
        operations.choose_action,
        operations.explain_misplaced_action,
    ),
    Verb(
        orders.StepMove,
        ("march",),
        "operations",
        movement.step_offers,
        movement.refuse_step,
        movement.step,
        movement.explain_misplaced_step,
    ),
    Verb(
        orders.EndMove,
        ("march",),
        "operations",
        movement.end_offers,
        refuse_nothing,
        movement.end_move,
        movement.explain_misplaced_end,
    ),
    Verb(
        orders.ChooseAttack,
        ("choose_attack",),
        "operations",
        combat.attack_offers,
        combat.refuse_attack,
        combat.choose_attack,
        combat.explain_misplaced_attack,
    ),
    Verb(
        orders.ChooseRetreat,
        ("retreat",),
        "operations",
        retreat.road_offers,
        retreat.refuse_road,
        retreat.retreat_along,
        retreat.explain_misplaced_retreat,
    ),
    Verb(
        orders.GiveUpFortifiedPosition,
        ("retreat",),
        "operations",
        retreat.give_up_offers,
        retreat.refuse_give_up,
        retreat.give_up,
        retreat.explain_misplaced_give_up,
    ),
    Verb(
        orders.ChooseStay,
        ("choose_stay",),
        "operations",
        combat_aftermath.stay_offers,
        refuse_nothing,
        combat_aftermath.choose_stay,
        combat_aftermath.explain_misplaced_stay,
    ),
    Verb(
        orders.AllocateFatigue,
        ("allocate_fatigue",),
        "",
        allocation.fatigue_offers,
        allocation.refuse_fatigue,
        sealed,
    ),
    Verb(
        orders.AllocateLosses,
        ("allocate_losses",),
        "",
        allocation.loss_offers,
        allocation.refuse_losses,
        sealed,
    ),
    Verb(
        orders.PlayRecoveryCard,
        ("recovery",),
        "recovery",
        recovery.card_offers,
        recovery.refuse_card,
        sealed,
        recovery.explain_misplaced_card,
    ),
    Verb(
        orders.FinishRecovery,
        ("recovery",),
        "recovery",
        recovery.finish_offers,
        refuse_nothing,
        sealed,
        recovery.explain_misplaced_finish,
    ),
)

BY_ORDER = {verb.order: verb for verb in VERBS}


def offers(table: Table, decision: Decision) -> Iterable[Order]:
    """Every legal order for `decision`, verb by verb."""
    for verb in VERBS:
        if decision.kind in verb.kinds:
            yield from verb.offers(table, decision)


def refuse_misplaced(
    table: Table, seat: str, order: Order, open_decisions: list[Decision]
) -> Refusal:
    """Why an order cannot be given now: the verb's own reason before the general ones.

    [chapter 17, RULING.59]
    """
    verb = BY_ORDER[type(order)]
    explained = verb.misplaced(table, seat, order)
    if explained is not None:
        return explained
    state = table.state
    if verb.phase and verb.phase != state.phase:
        detail = f"That order belongs to the {verb.phase} phase; this is the {state.phase} phase."
        return refuse("WRONG_PHASE", "SEQ.1", detail, phase=state.phase)
    asked = [d for d in open_decisions if d.kind in verb.kinds]
    if asked and all(d.seat != seat for d in asked):
        return refuse(
            "NOT_YOUR_DECISION", asked[0].clause, "That is for the other player to decide."
        )
    waiting = sorted({f"{d.seat}: {d.kind}" for d in open_decisions})
    clause = open_decisions[0].clause if open_decisions else "SEQ.1"
    detail = "Another decision comes first."
    return refuse("DECISION_PENDING", clause, detail, waiting_for=waiting)
