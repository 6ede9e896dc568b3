"""What answers each kind of decision: for every verb its legal orders, its refusals, its effect."""

from __future__ import annotations

from typing import Any

from napoleon.rules.kit.declaring import verbs_of
from napoleon.rules.kit.verbs import (
    FreeVerb,
    Rulebook,
    Verb,
    always_irreversible,
    by_what_lies_open,
    refuse_nothing,
)
from napoleon.rules.orders import Order
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


def _one(order: Order) -> Any:
    """The legal orders of a verb that can always be given where it is asked for."""
    return lambda table, decision: [order]


SETUP = (deployment.TAKE_UP,)
"""The verb of the set-up that is one of deployments too."""

COMBAT = (
    *leaders.VERBS,
    *attacks.VERBS,
    *skirmishes.VERBS,
    *terrain.VERBS,
    *deployment.VERBS,
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
"""The verbs of fights, from the order of attacks up to regrouping [6, 7, 9]."""

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
    *verbs_of(SETUP, tried=irreversible_if_random),
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
    # 6, 7, 9
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
    # Roads, and how many have left by them, lie open to everybody; what a block is does not matter.
    public={retreats.BEATEN: by_what_lies_open},
)
