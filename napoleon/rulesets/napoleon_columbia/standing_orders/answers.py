"""What standing orders answer, kind of question by kind.

They read the legal orders, own units, and what lies open.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from napoleon.rules.kit.preferences import (
    Preference,
    before_others,
    first_of,
    in_battles,
    in_turn,
    just,
    named,
    named_first,
    of_verb,
    preferred,
)
from napoleon.rules.orders import Order
from napoleon.rules.standing_orders import Kept
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleon_columbia import flanks, orders, running_battle, terrain
from napoleon.rulesets.napoleon_columbia.sides import side_of
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
    battle = terrain.preparing(table) or running_battle.running(table)
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


_BRING = first_of(orders.Reinforce, "unit", "units")
_BRING_NO_MORE = just(orders.EndReinforcement())

ANSWERS = in_battles(
    town_of_fight,
    kinds.AskMe,
    {
        "setup": Preference(kinds.SetUpByCards, _by_cards),
        "march": Preference(kinds.NoMarch, just(orders.EndMarch()), when=_is_not_to_march),
        "hit": Preference(kinds.TakeHits, before_others(orders.AllocateHit, "unit", "units")),
        "combat": IN_COMBAT,
        "beaten": Preference(kinds.RetreatTo, _when_beaten),
        # The units that were named while they can come, and then no more [6.34].
        "reinforcement": in_turn(
            preferred(
                Preference(kinds.ReinforceWith, _BRING),
                Preference(kinds.NoReinforcement, _BRING_NO_MORE),
            ),
            Preference(kinds.ReinforceWith, _BRING_NO_MORE),
        ),
        "regroup": Preference(kinds.NoRegrouping, just(orders.EndRegroup())),
        "reveal_leader": preferred(
            Preference(kinds.ShowLeaders, _with_leaders),
            Preference(kinds.KeepLeadersHidden, just(orders.KeepHidden())),
        ),
        "terrain": Preference(kinds.PlaceTerrain, _with_terrain),
        "skirmishers": Preference(
            kinds.Skirmishers, before_others(orders.ChooseSkirmisher, "unit", "units")
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
