"""What standing orders answer, a function for each kind of question.

Each yields the uses of the standing orders of a seat, the first choice first; the caller takes the
first whose order is among the legal orders. They read the legal orders, own units, and what lies
open.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from napoleon.rules.kit.standing_orders import Answers
from napoleon.rules.orders import Order
from napoleon.rules.standing_orders import Kept, Use
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import flanks, orders
from napoleon.rulesets.napoleon_columbia.sides import side_of
from napoleon.rulesets.napoleon_columbia.standing_orders import kinds
from napoleon.rulesets.napoleon_columbia.standing_orders.choosing import (
    lasting,
    meant,
    named_first,
    of_verb,
)
from napoleon.rulesets.napoleon_columbia.standing_orders.in_combat import in_combat
from napoleon.rulesets.napoleon_columbia.table import Table


def with_setup(
    table: Table, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
) -> Iterator[Use]:
    """All units as the cards say, those too that are too many for their town [4.3, N-69]."""
    placed = table.data.historical.placed
    for it, _ in meant(table, kept, kinds.SetUpByCards):
        yield Use(it, orders.UseHistoricalSetup(), spent=False)
        if decision.seat in table.state.card_laid:
            waiting = of_verb(legal_orders, orders.PlaceUnit)
            by_default = [one for one in waiting if placed[one.unit] == one.town]
            yield from lasting(it, [*by_default, *waiting, orders.EndSetup()])


def with_march(
    table: Table, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
) -> Iterator[Use]:
    """No march, of a seat that has not begun to march by itself [5.0]."""
    state, time = table.state, "night" if table.state.night else "day"
    own = state.armies_of_seat(decision.seat)
    if any(army in own for army, _ in state.groups):
        return
    for it, word in meant(table, kept, kinds.NoMarch):
        if word.turns in (time, "any"):
            yield Use(it, orders.EndMarch(), spent=False)


def with_hit(
    table: Table, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
) -> Iterator[Use]:
    """The first of the named units that is among the strongest [6.4]."""
    for it, word in meant(table, kept, kinds.TakeHits):
        found = of_verb(legal_orders, orders.AllocateHit)
        ordered = named_first(found, word.units, lambda hit: hit.unit)
        yield from lasting(it, ordered)


def when_beaten(
    table: Table, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
) -> Iterator[Use]:
    """Unit by unit, each to the first of the towns that is open to it [7.4, N-61]."""
    for it, word in meant(table, kept, kinds.RetreatTo):
        ways = [way for way in of_verb(legal_orders, orders.Retreat) if way.town in word.towns]
        nearest = named_first(ways, word.towns, lambda way: way.town)
        ordered = named_first(nearest, word.units, lambda way: way.unit)
        yield from lasting(it, ordered)


def with_reinforcements(
    table: Table, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
) -> Iterator[Use]:
    """The units that were named while they can come, and then no more [6.34]."""
    bringing = []
    for it, word in meant(table, kept, kinds.ReinforceWith, kinds.NoReinforcement):
        match word:
            case kinds.ReinforceWith(units=units):
                yield from lasting(it, map(orders.Reinforce, units))
                bringing.append(it)
            case kinds.NoReinforcement():
                yield Use(it, orders.EndReinforcement(), spent=False)
    for it in bringing:
        yield Use(it, orders.EndReinforcement(), spent=False)


def with_regrouping(
    table: Table, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
) -> Iterator[Use]:
    """No regrouping [7.5]."""
    for it, _ in meant(table, kept, kinds.NoRegrouping):
        yield Use(it, orders.EndRegroup(), spent=False)


def with_leaders(
    table: Table, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
) -> Iterator[Use]:
    """A leader who helps somebody is shown, or none is [9.1, 9.2]."""
    for it, word in meant(table, kept, kinds.ShowLeaders, kinds.KeepLeadersHidden):
        if isinstance(word, kinds.ShowLeaders):
            yield from lasting(it, of_verb(legal_orders, orders.RevealLeader))
        yield Use(it, orders.KeepHidden(), spent=False)


def with_terrain(
    table: Table, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
) -> Iterator[Use]:
    """Each kind into the first of its positions that is free [6.21]."""
    side = side_of(table.state.armies_of_seat(decision.seat)[0])
    role = flanks.role_of(table.state, side)
    for it, word in meant(table, kept, kinds.PlaceTerrain):
        lanes = {flanks.lane_of(role, flank): None for flank in word.positions}
        free = [
            placing
            for lane in lanes
            for placing in of_verb(legal_orders, orders.PlaceTerrain)
            if (placing.terrain, placing.lane) == (word.terrain, lane)
        ]
        yield from lasting(it, free)


def with_skirmishers(
    table: Table, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
) -> Iterator[Use]:
    """The named units fight before any others [N-29]."""
    for it, word in meant(table, kept, kinds.Skirmishers):
        found = of_verb(legal_orders, orders.ChooseSkirmisher)
        ordered = named_first(found, word.units, lambda one: one.unit)
        yield from lasting(it, ordered)


def with_order_of_fights(
    table: Table, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
) -> Iterator[Use]:
    """Fights in the named towns before any others [6.1, 6.6]."""
    for it, word in meant(table, kept, kinds.FightInOrder):
        skirmishes = of_verb(legal_orders, orders.OrderSkirmish)
        battles = of_verb(legal_orders, orders.OrderBattle)
        first = named_first(skirmishes, word.towns, lambda fight: fight.town)
        then = named_first(battles, word.towns, lambda fight: fight.town)
        yield from lasting(it, [*first, *then])


def with_supply(
    table: Table, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
) -> Iterator[Use]:
    """The first of the named units that is still there [10.0]."""
    for it, word in meant(table, kept, kinds.LoseForSupply):
        yield from lasting(it, map(orders.RemoveForSupply, word.units))


def unless_asked(answer: Answers[Table]) -> Answers[Table]:
    """The answer, unless its seat wants to be asked this question in this fight."""

    def find(
        table: Table, decision: Decision, kept: Sequence[Kept], legal_orders: Sequence[Order]
    ) -> Iterator[Use]:
        for _, word in meant(table, kept, kinds.AskMe):
            if word.question in (decision.kind, "any"):
                return
        yield from answer(table, decision, kept, legal_orders)

    return find


ANSWERS: dict[str, Answers[Table]] = {
    question: unless_asked(answer)
    for question, answer in {
        "setup": with_setup,
        "march": with_march,
        "hit": with_hit,
        "combat": in_combat,
        "beaten": when_beaten,
        "reinforcement": with_reinforcements,
        "regroup": with_regrouping,
        "reveal_leader": with_leaders,
        "terrain": with_terrain,
        "skirmishers": with_skirmishers,
        "order_skirmishes": with_order_of_fights,
        "order_battles": with_order_of_fights,
        "supply": with_supply,
    }.items()
}
"""Who answers which kind of question; every other kind is asked."""
