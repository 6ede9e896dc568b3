"""What standing orders answer, kind of question by kind.

They read the legal orders, own units, and what lies open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Any

from napoleon.rules.kit.preferences import (
    Preference,
    before_others,
    best_of,
    first_of,
    if_nothing_else,
    in_battles,
    in_turn,
    just,
    named,
    named_first,
    of_verb,
    preferred,
)
from napoleon.rules.kit.standing_orders import Big
from napoleon.rules.orders import Order
from napoleon.rules.standing_orders import Kept
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import flanks, orders, terrain, turns
from napoleon.rulesets.napoleon_columbia.sides import side_of
from napoleon.rulesets.napoleon_columbia.sight import sees_block
from napoleon.rulesets.napoleon_columbia.standing_orders import kinds
from napoleon.rulesets.napoleon_columbia.standing_orders.in_combat import IN_COMBAT
from napoleon.rulesets.napoleon_columbia.table import Table


def town_of_fight(table: Table) -> str:
    """The town of the fight that is being played; empty while there is none."""
    state = table.state
    if state.beaten is not None:
        return state.beaten.town
    if state.regrouping is not None:
        return state.regrouping.town
    if state.skirmishes:
        return state.skirmishes[0].town
    battle = terrain.preparing(table) or turns.running_battle(table)
    return battle.town if battle is not None else ""


def _by_cards(
    table: Table, decision: Decision, word: kinds.SetUpByCards, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    """All units as the cards say, those too that are too many for their town [4.3, N-69]."""
    yield orders.UseHistoricalSetup()
    if decision.seat in table.state.card_laid:
        placed = table.data.historical.placed
        waiting = of_verb(legal_orders, orders.PlaceUnit)
        yield from (one for one in waiting if placed[one.unit] == one.town)
        yield from waiting
        yield orders.EndSetup()


def _is_not_to_march(table: Table, decision: Decision, kept: Kept) -> bool:
    """Whether a seat that has not begun to march by itself is not to [5.0]."""
    state, time = table.state, "night" if table.state.night else "day"
    own = state.armies_of_seat(decision.seat)
    has_begun = any(army in own for army, _ in state.groups)
    return not has_begun and kept.word.turns in (time, "any")


def _when_beaten(
    table: Table, decision: Decision, word: kinds.RetreatTo, legal_orders: Sequence[Order]
) -> Iterable[Order]:
    """Unit by unit, each to the first of the towns that is open to it [7.4, N-61]."""
    ways = [way for way in of_verb(legal_orders, orders.Retreat) if way.town in word.towns]
    return named_first(named_first(ways, "town", word.towns), "unit", word.units)


def _with_leaders(
    table: Table, decision: Decision, word: kinds.ShowLeaders, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    """A leader who helps somebody is shown, or none is [9.1, 9.2]."""
    yield from of_verb(legal_orders, orders.RevealLeader)
    yield orders.KeepHidden()


def _with_terrain(
    table: Table, decision: Decision, word: kinds.PlaceTerrain, legal_orders: Sequence[Order]
) -> Iterable[Order]:
    """Each kind into the first of its positions that is free [6.21]."""
    side = side_of(table.state.armies_of_seat(decision.seat)[0])
    role = flanks.role_of(table.state, side)
    placings = of_verb(legal_orders, orders.PlaceTerrain)
    mine = [it for it in placings if it.terrain == word.terrain]
    return named(mine, "lane", tuple(flanks.lane_of(role, flank) for flank in word.positions))


# -- preferences without names ---------------------------------------------------------------------

HOLDS, SHOOTS_FAR, LEADS = 2, 1, 6
"""What a step is worth beside its firepower, what it is for artillery, and what leading is."""


def _seen(table: Table, seat: str, unit: str) -> bool:
    """Whether a seat sees a unit: a partner's may stand upright."""
    return unit in table.state.blocks and sees_block(table.state, seat, table.state.blocks[unit])


def _use(table: Table, seat: str, unit: str) -> int:
    """How much a unit would be missed: by steps and firepower; of one unseen nothing is known."""
    if not _seen(table, seat, unit):
        return 0
    it = table.data.blocks[unit]
    to_hold = it.firepower + HOLDS + SHOOTS_FAR * (it.type in ("foot_art", "horse_art"))
    return table.state.blocks[unit].strength * to_hold + LEADS * (it.type == "leader")


def _hits(
    table: Table, decision: Decision, word: kinds.Losses, order: orders.AllocateHit
) -> tuple[Any, ...]:
    """Who takes the hit: not those to be spared, and then as told [6.4]."""
    unit = order.unit
    if word.how == "spread":
        rank = _lost_steps(table, decision.seat, unit)
    else:
        rank = _use(table, decision.seat, unit) * (1 if word.how == "weakest_first" else -1)
    return unit in word.spare, rank


def _lost_steps(table: Table, seat: str, unit: str) -> int:
    if not _seen(table, seat, unit):
        return 0
    return table.data.blocks[unit].max_strength - table.state.blocks[unit].strength


def _away(
    table: Table, decision: Decision, word: kinds.Retreats, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    """Unit by unit, the most useful first, to the nearest of the towns, or to friends [7.4]."""
    own = table.state.armies_of_seat(decision.seat)
    distance = table.data.distance

    def rank(it: orders.Retreat) -> tuple[Any, ...]:
        ways = [way for to in word.towards if (way := distance(it.town, to)) is not None]
        friends = sum(one.army in own and one.town == it.town for one in blocks)
        return -_use(table, decision.seat, it.unit), min(ways, default=0), -friends

    blocks = table.state.blocks.values()
    possible = of_verb(legal_orders, orders.Retreat)
    yield from (it for it in sorted(possible, key=rank) if it.town not in word.never)


def _bring(
    table: Table, decision: Decision, word: kinds.Reinforcing, legal_orders: Sequence[Order]
) -> Iterator[Order]:
    """All who can come except those to be spared, and then no more [6.34]."""
    coming = of_verb(legal_orders, orders.Reinforce) if word.bring == "all" else []
    coming.sort(key=lambda it: -_use(table, decision.seat, it.unit))
    yield from (it for it in coming if it.unit not in word.spare)
    yield orders.EndReinforcement()


HALF = ("inf", "foot_art")
"""Types of units that fight half as well in a skirmish [6.6]."""


def _skirmishers(
    table: Table, decision: Decision, word: kinds.Skirmishing, order: orders.ChooseSkirmisher
) -> int:
    """Mounted units count double [6.6]."""
    if not _seen(table, decision.seat, order.unit):
        return 0
    mounted = table.data.blocks[order.unit].type not in HALF
    worth = table.state.blocks[order.unit].strength * (1 + mounted)
    return -worth if word.first == "strongest" else worth


_END = Preference(
    kinds.EndPhases,
    if_nothing_else(
        orders.EndMarch,
        orders.Halt,
        orders.EndReinforcement,
        orders.EndRegroup,
        orders.KeepHidden,
    ),
)
_BRING = first_of(orders.Reinforce, "unit", "units")
_BRING_NO_MORE = just(orders.EndReinforcement())

ANSWERS = in_battles(
    town_of_fight,
    kinds.AskMe,
    {
        "setup": Preference(kinds.SetUpByCards, _by_cards),
        "march": in_turn(
            Preference(kinds.NoMarch, just(orders.EndMarch()), when=_is_not_to_march), _END
        ),
        "hit": preferred(
            Preference(kinds.TakeHits, before_others(orders.AllocateHit, "unit", "units")),
            Preference(kinds.Losses, best_of(orders.AllocateHit, _hits)),
        ),
        "combat": IN_COMBAT,
        "beaten": preferred(
            Preference(kinds.RetreatTo, _when_beaten), Preference(kinds.Retreats, _away)
        ),
        # The units that were named while they can come, and then no more [6.34].
        "reinforcement": in_turn(
            preferred(
                Preference(kinds.ReinforceWith, _BRING),
                Preference(kinds.NoReinforcement, _BRING_NO_MORE),
            ),
            Preference(kinds.ReinforceWith, _BRING_NO_MORE),
            Preference(kinds.Reinforcing, _bring),
            _END,
        ),
        "regroup": in_turn(Preference(kinds.NoRegrouping, just(orders.EndRegroup())), _END),
        "reveal_leader": in_turn(
            preferred(
                Preference(kinds.ShowLeaders, _with_leaders),
                Preference(kinds.KeepLeadersHidden, just(orders.KeepHidden())),
            ),
            _END,
        ),
        "terrain": Preference(kinds.PlaceTerrain, _with_terrain),
        "skirmishers": preferred(
            Preference(kinds.Skirmishers, before_others(orders.ChooseSkirmisher, "unit", "units")),
            Preference(kinds.Skirmishing, best_of(orders.ChooseSkirmisher, _skirmishers)),
        ),
        "order_skirmishes": Preference(
            kinds.FightInOrder, before_others(orders.OrderSkirmish, "town", "towns")
        ),
        "order_battles": Preference(
            kinds.FightInOrder, before_others(orders.OrderBattle, "town", "towns")
        ),
        "supply": Preference(
            kinds.LoseForSupply, first_of(orders.RemoveForSupply, "unit", "units")
        ),
    },
)
"""Who answers which kind of question; every other kind is asked."""

BIG = (
    Big(
        orders.Retreat,
        "7.0",
        (kinds.RetreatWhenLost,),
        when=lambda table, decision, order: decision.kind == "combat",
    ),
    Big(orders.RevealLeader, "9.1", (kinds.ShowLeaders,)),
    Big(orders.EndSetup, "N-03", (kinds.SetUpByCards,)),
    Big(orders.PassBid, "13.0"),
    Big(orders.MakeBid, "13.0"),
    Big(orders.Resign, "N-74"),
    Big(orders.AgreeToEnd, "N-74"),
)
"""What is never done by a standing order that does not say so: a battle left by those who could
fight on, a leader shown, a set-up or bid ended, and the end of the game."""
