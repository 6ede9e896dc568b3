"""What answers each kind of decision: for every verb its legal orders, its refusals, its effect."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from napoleon.rules.kit.declaring import verbs_of
from napoleon.rules.kit.verbs import FreeVerb, Rulebook, Verb, always_irreversible, refuse_nothing
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import (
    attacks,
    bidding,
    combat_moves,
    combat_turns,
    deployment,
    fire,
    hits,
    holders,
    leaders,
    march,
    orders,
    regrouping,
    reinforcement,
    retreats,
    setups,
    skirmishes,
    squares,
    stand_up,
    supply,
    terrain,
    turns,
    victory,
)
from napoleon.rulesets.napoleon_columbia.foresight import irreversible_if_random, own_losses
from napoleon.rulesets.napoleon_columbia.sequence import SEQUENCE
from napoleon.rulesets.napoleon_columbia.table import Table


def _take_up_offers(table: Table, decision: Decision) -> Iterable[orders.TakeUp]:
    if decision.kind == "setup":
        return setups.takings(table, decision)
    return deployment.takings(table, decision)


def _refuse_taking_up(table: Table, decision: Decision, order: orders.TakeUp) -> Refusal | None:
    if decision.kind == "setup":
        return setups.refuse_taking(table, decision, order)
    return deployment.refuse_taking(table, decision, order)


def _take_up(table: Table, decision: Decision, order: orders.TakeUp) -> None:
    if decision.kind == "setup":
        setups.take_up(table, decision, order)
    else:
        deployment.take_up(table, decision, order)


def _one(order: Order) -> Any:
    """The legal orders of a verb that can always be given where it is asked for."""
    return lambda table, decision: [order]


COMBAT = (
    *combat_moves.VERBS,
    *squares.VERBS,
    *stand_up.VERBS,
    *holders.VERBS,
    *fire.VERBS,
    *hits.VERBS,
    *retreats.VERBS,
    *combat_turns.VERBS,
    *reinforcement.VERBS,
    *regrouping.VERBS,
)
"""The verbs of combat turns, and of what follows from them."""

VERBS: tuple[Verb[Table], ...] = (
    # 13.0
    Verb(
        orders.MakeBid,
        ("bid",),
        bidding.BIDDING,
        bidding.bids,
        bidding.refuse_bid,
        bidding.bid,
    ),
    Verb(
        orders.PassBid,
        ("bid",),
        bidding.BIDDING,
        bidding.passes,
        bidding.refuse_pass,
        bidding.pass_bid,
    ),
    Verb(
        orders.RemoveStep,
        ("handicap",),
        bidding.HANDICAP,
        bidding.removals,
        bidding.refuse_removal,
        bidding.remove,
    ),
    # 4
    Verb(
        orders.PlaceUnit,
        ("setup",),
        "",
        setups.placings,
        setups.refuse_placing,
        setups.place,
    ),
    Verb(
        orders.TakeUp,
        ("setup", "deploy"),
        "",
        _take_up_offers,
        _refuse_taking_up,
        _take_up,
    ),
    Verb(
        orders.UseHistoricalSetup,
        ("setup",),
        "",
        setups.card_offers,
        setups.refuse_card,
        setups.use_card,
    ),
    Verb(orders.EndSetup, ("setup",), "", setups.endings, setups.refuse_end, setups.end),
    # 5
    Verb(
        orders.March,
        ("march",),
        turns.MARCH,
        march.legal_orders,
        march.refuse_march,
        march.march,
    ),
    Verb(orders.Halt, ("march",), turns.MARCH, march.halts, march.refuse_halt, march.halt),
    Verb(
        orders.EndMarch,
        ("march",),
        turns.MARCH,
        _one(orders.EndMarch()),
        refuse_nothing,
        march.end,
        irreversible=irreversible_if_random(march.end),
    ),
    # 9
    Verb(
        orders.RevealLeader,
        ("reveal_leader",),
        "",
        leaders.legal_orders,
        leaders.refuse_leader,
        leaders.reveal,
        irreversible=always_irreversible,
    ),
    Verb(
        orders.KeepHidden,
        ("reveal_leader",),
        "",
        _one(orders.KeepHidden()),
        refuse_nothing,
        leaders.keep_hidden,
        irreversible=irreversible_if_random(leaders.keep_hidden),
    ),
    # 6.1, 6.6
    Verb(
        orders.OrderSkirmish,
        ("order_skirmishes",),
        turns.SKIRMISH,
        attacks.skirmish_offers,
        attacks.refuse_skirmish,
        attacks.order_skirmish,
        irreversible=irreversible_if_random(attacks.order_skirmish),
    ),
    Verb(
        orders.OrderBattle,
        ("order_battles",),
        turns.SKIRMISH,
        attacks.battle_offers,
        attacks.refuse_battle,
        attacks.order_battle,
        irreversible=irreversible_if_random(attacks.order_battle),
    ),
    Verb(
        orders.ChooseSkirmisher,
        ("skirmishers",),
        turns.SKIRMISH,
        skirmishes.choices,
        skirmishes.refuse_choice,
        skirmishes.choose,
        irreversible=irreversible_if_random(skirmishes.choose),
    ),
    # 6.2
    Verb(
        orders.PlaceTerrain,
        ("terrain",),
        turns.BATTLE_DEPLOY,
        terrain.legal_orders,
        terrain.refuse_terrain,
        terrain.place,
        irreversible=always_irreversible,
    ),
    Verb(
        orders.Deploy,
        ("deploy",),
        turns.BATTLE_DEPLOY,
        deployment.legal_orders,
        deployment.refuse_deployment,
        deployment.deploy,
    ),
    Verb(
        orders.NameHolder,
        ("deploy",),
        turns.BATTLE_DEPLOY,
        deployment.holder_offers,
        deployment.refuse_holder,
        deployment.name_holder,
    ),
    Verb(
        orders.EndDeploy,
        ("deploy",),
        turns.BATTLE_DEPLOY,
        deployment.end_offers,
        deployment.refuse_end,
        deployment.end,
        irreversible=irreversible_if_random(deployment.end),
    ),
    # 6.3 to 7.5
    *verbs_of(COMBAT, tried=irreversible_if_random, costs=own_losses),
    # 10
    Verb(
        orders.RemoveForSupply,
        ("supply",),
        turns.SUPPLY,
        supply.legal_orders,
        supply.refuse_removal,
        supply.remove,
        irreversible=always_irreversible,
    ),
)

FREE: tuple[FreeVerb[Table], ...] = (
    FreeVerb(orders.Resign, "N-74", victory.refuse_resignation, victory.resign),
    FreeVerb(orders.AgreeToEnd, "N-74", victory.refuse_agreement, victory.agree),
)

PASSING = (
    orders.PassBid,
    orders.EndSetup,
    orders.EndMarch,
    orders.KeepHidden,
    orders.EndDeploy,
    orders.EndCombat,
    orders.EndReinforcement,
    orders.EndRegroup,
)
"""The verbs by which a player does nothing more."""

RULEBOOK: Rulebook[Table] = Rulebook(
    sequence=SEQUENCE,
    verbs={verb.order: verb for verb in VERBS},
    free={verb.order: verb for verb in FREE},
    clause="2.0",
    passes=lambda order: type(order) in PASSING,
)
