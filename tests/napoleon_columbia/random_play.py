"""Random legal play of Napoleon, 4th edition: how players of several tempers weigh their orders."""

from __future__ import annotations

from napoleon.rulesets.napoleon_columbia import RULES, orders
from napoleon.rulesets.napoleon_columbia.sides import enemy, side_of
from napoleon.rulesets.napoleon_columbia.state import State
from tests.rulesets.entrants import kinds
from tests.watching import Careless, RandomGames, Watched, Weighing

GAME = "0000001817"

KINDS = kinds(RULES, "players", "bidding", "hidden")
"""Every kind there is: sides are bid for by two players only [N-63]."""

Play = Watched[State]
"""A game of Napoleon, 4th edition, with all that was seen while it was played."""


def _to_the_attack(state: State, seat: str, order: orders.March) -> float:
    block = state.blocks[order.unit]
    town = RULES.pack.roads[order.road].other(block.town)
    return 40 if state.count(town, enemy(side_of(block.army))) else 1


def _where_others_marched(state: State, seat: str, order: orders.March) -> float:
    return _to_the_attack(state, seat, order) * (1 + 5 * state.road_use.get(order.road, 0))


def _to_a_supply_city(state: State, seat: str, order: orders.March) -> float:
    """Towards the next of these cities, and whoever is there stays."""
    town = state.blocks[order.unit].town
    here, there = _roads_to_a_city(town), _roads_to_a_city(RULES.pack.roads[order.road].other(town))
    return 0.01 if not here else 30 if there < here else 0.3


def _roads_to_a_city(town: str) -> int:
    ways = [RULES.pack.distance(town, city.id) for city in RULES.pack.supply_cities]
    return min(way for way in ways if way is not None)


class Bold(Weighing):
    """Attacks wherever enemies are near, and fights battles to their end."""

    weights = {
        orders.March: _to_the_attack,
        orders.EndMarch: 2,
        orders.EndCombat: 0.15,
        orders.Retreat: 0.15,
        orders.TakeUp: 0.15,
        orders.EndDeploy: 3,
        orders.EndSetup: 30,
        orders.MakeBid: 0.1,
        orders.EndReinforcement: 0.5,
    }


class Massed(Bold):
    """Marches with many units along the same roads, so that battles are fought, and large ones."""

    weights = {
        **Bold.weights,
        orders.March: _where_others_marched,
        orders.EndMarch: 0.5,
        orders.Fire: 2,
        orders.Reinforce: 6,
    }


class Schooled(Massed):
    """Does all that a battle board allows: squares, shelter, Farms and Hills, blocks stood up."""

    weights = {
        **Massed.weights,
        orders.FormSquare: 2,
        orders.Shelter: 15,
        orders.LeaveShelter: 15,
        orders.SwapHolder: 20,
        orders.TakeTerrain: 20,
        orders.NameHolder: 6,
        orders.StandUp: 2,
        orders.EndCombat: 0.6,
        orders.Fire: 1,
    }


class Idle(Massed):
    """Brings battles about, and then does nothing in them."""

    weights = {
        **Massed.weights,
        orders.EndCombat: 400,
        orders.Reinforce: 0.05,
        orders.EndReinforcement: 10,
    }


class Raiding(Massed):
    """Makes for the cities that feed the Allies."""

    weights = {**Massed.weights, orders.March: _to_a_supply_city}


PLAYERS = (Bold, Careless, Massed, Schooled, Raiding, Idle)

GAMES = RandomGames(RULES, GAME, KINDS, PLAYERS, in_a_turn=400)

moments, player_of, whole_game = GAMES.moments, GAMES.player_of, GAMES.whole_game
