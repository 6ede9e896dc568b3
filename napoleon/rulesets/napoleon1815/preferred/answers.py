"""What standing orders about choices answer, kind of question by kind."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from napoleon.rules.kit.preferences import (
    Preference,
    best_of,
    if_nothing_else,
    in_battles,
    in_turn,
    just,
    place_in,
    preferred,
)
from napoleon.rules.kit.standing_orders import Answers, Big
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon1815 import orders, retreat
from napoleon.rulesets.napoleon1815.combat import fought
from napoleon.rulesets.napoleon1815.packs.pack import MOST_FATIGUE
from napoleon.rulesets.napoleon1815.preferred import kinds
from napoleon.rulesets.napoleon1815.recovery import WEARING
from napoleon.rulesets.napoleon1815.sides import enemy
from napoleon.rulesets.napoleon1815.table import Table

SECOND_CARD = 5
"""Strength from which a corps has a second card in combat [COMBAT.2]."""

Rank = tuple[Any, ...]


# -- fatigue and losses ----------------------------------------------------------------------------


def _strength(table: Table, seat: str, corps: str) -> int:
    """How strong a corps is; of a hidden partner's nothing is known [VIS.6]."""
    return table.block(corps).strength if corps in table.known_to(seat) else 0


def _tiredness(table: Table, seat: str, corps: str) -> int:
    return table.block(corps).fatigue if corps in table.known_to(seat) else 0


def _shares(
    table: Table, seat: str, said: kinds.Fatigue | kinds.Losses, shares: Mapping[str, int]
) -> tuple[int, int]:
    """How much falls on those to be spared, and on those who are not to be first."""
    spared = sum(share for corps, share in shares.items() if corps in said.spare)
    if said.how == "spread":
        return spared, 0
    sign = -1 if said.how == "strongest_first" else 1
    weighed = sum(share * _strength(table, seat, corps) for corps, share in shares.items())
    return spared, sign * weighed


def _fatigue(
    table: Table, decision: Decision, said: kinds.Fatigue, order: orders.AllocateFatigue
) -> Rank:
    """As few as can are worn out by it, and the least tired take what is left over [ALLOC.1]."""
    seat, points = decision.seat, order.points
    after = sorted((_tiredness(table, seat, it) + n for it, n in points.items()), reverse=True)
    lost = sum(it > MOST_FATIGUE for it in after)
    worn = sum(it >= WEARING for it in after)
    return (*_shares(table, seat, said, points), lost, worn, after)


def _losses(
    table: Table, decision: Decision, said: kinds.Losses, order: orders.AllocateLosses
) -> Rank:
    """As many as can live, and keep their second card; one arm before the other [ALLOC.3]."""
    seat = decision.seat
    shares = {corps: loss.points for corps, loss in order.losses.items()}
    left = [_strength(table, seat, corps) - points for corps, points in shares.items()]
    alive = sum(it > 0 for it in left) + sum(it >= SECOND_CARD for it in left)
    last = "cavalry" if said.first == "infantry" else "infantry"
    of_the_other_arm = sum(getattr(loss, last) for loss in order.losses.values())
    return (*_shares(table, seat, said, shares), -alive, of_the_other_arm)


# -- retreats --------------------------------------------------------------------------------------


def _roads(
    table: Table, decision: Decision, said: kinds.Retreats, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    """Roads that are not ruled out, the nearest to where it shall go first [RETREAT.10]."""
    rank = best_of(orders.ChooseRetreat, _road)
    for order in rank(table, decision, said, legal_orders):
        assert isinstance(order, orders.ChooseRetreat)
        if _leads_to(table, order) not in said.never:
            yield order


def _leads_to(table: Table, order: orders.ChooseRetreat) -> str:
    origin = retreat.beaten_at(table, fought(table))
    return table.pack.graph.roads[order.road].other(origin)


def _road(
    table: Table, decision: Decision, said: kinds.Retreats, order: orders.ChooseRetreat
) -> Rank:
    """How far it is from the areas that were named; then what tires, and enemies near or friends.

    By what lies open: that blocks stand somewhere is seen in fog of war too.
    """
    graph, to, foe = table.pack.graph, _leads_to(table, order), enemy(retreat.loser(fought(table)))
    ways = [way for it in said.towards if (way := graph.distance(to, it)) is not None]
    broken = order.road in table.state.broken_bridges
    threats = sum(table.seems_held(it, foe) for it in graph.neighbours(to))
    friends = table.seems_held(to, enemy(foe))
    tires = table.seems_held(to, foe) + broken
    return min(ways, default=0), tires, (threats > 0) - friends, threats


# -- scouts, partners ------------------------------------------------------------------------------


def _scouts(table: Table, decision: Decision, said: kinds.Scouts, order: orders.PlaceScout) -> Rank:
    """The first of the named areas without a scout, and then where fewest have been placed."""
    placed = [it["area"] for it in _sealed(table, decision.seat)]
    return placed.count(order.area), place_in(said.places, order.area)


def _sealed(table: Table, seat: str) -> Sequence[Mapping[str, Any]]:
    return table.state.sealed.get(seat, [])


def _ally(
    table: Table, decision: Decision, said: kinds.ActingAlly, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    """Who is to act first, while they have not passed; then the other [THREE.7]."""
    allies = [it.player for it in legal_orders if isinstance(it, orders.NameActingAlly)]
    for player in sorted(allies, key=lambda it: (it != decision.seat) == (said.first == "me")):
        yield orders.NameActingAlly(player)


def _one(field: str, answers: Mapping[str, Order]) -> Any:
    """The order that goes with what is said in a field."""
    return lambda table, decision, said, legal_orders: (answers[getattr(said, field)],)


_END = Preference(
    kinds.EndPhases,
    if_nothing_else(orders.EndMove, orders.FinishRecovery, orders.ChooseAttack, orders.Pass),
)

ANSWERS: dict[str, Answers[Table]] = in_battles(
    lambda table: "",
    kinds.Ask,
    {
        "place_scout": Preference(kinds.Scouts, best_of(orders.PlaceScout, _scouts)),
        "swap_card": Preference(kinds.NoSwaps, just(orders.SwapCard())),
        "answer_swap": Preference(kinds.NoSwaps, just(orders.AnswerSwap())),
        "name_acting_ally": Preference(kinds.ActingAlly, _ally),
        "agree_event": Preference(
            kinds.Consent,
            _one("answer", {it: orders.AgreeEvent(it == "allow") for it in ("allow", "refuse")}),
        ),
        "retreat": Preference(kinds.Retreats, _roads),
        "choose_stay": Preference(
            kinds.Stay,
            _one("what", {it: orders.ChooseStay(it == "stay") for it in ("stay", "retreat")}),
        ),
        "allocate_fatigue": Preference(kinds.Fatigue, best_of(orders.AllocateFatigue, _fatigue)),
        "allocate_losses": Preference(kinds.Losses, best_of(orders.AllocateLosses, _losses)),
        "recovery": preferred(Preference(kinds.NoRecovery, just(orders.FinishRecovery())), _END),
        **dict.fromkeys(("go", "march", "choose_attack"), in_turn(_END)),
    },
)
"""Who answers which kind of question; windows are answered elsewhere, all other kinds asked."""

BIG = (
    Big(orders.GiveUpFortifiedPosition, "RETREAT.2"),
    Big(orders.ChooseStay, "CARD.hold", (kinds.Stay,)),
    Big(
        orders.ChooseAttack,
        "RULING.18",
        when=lambda table, decision, order: order.attack,
    ),
    Big(orders.ActivateStack, "OPS.3"),
    Big(orders.Resign, "RULING.103"),
    Big(orders.AgreeToEnd, "RULING.103"),
)
"""What is never done by a standing order that does not say so: a position given up, a last stand,
an attack, and the end of the game. The Guard is sent in by the standing order for its card."""
