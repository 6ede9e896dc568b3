"""Random legal play of EAGLES: Waterloo: how players of several tempers weigh their orders."""

from __future__ import annotations

from collections.abc import Sequence

from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import RULES, orders, places
from napoleon.rulesets.eagles_waterloo.sides import enemy
from napoleon.rulesets.eagles_waterloo.state import State
from tests.rulesets.entrants import kinds
from tests.watching import Careless, RandomGames, Watched, Weighing

GAME = "0000001817"

KINDS = kinds(RULES)
"""Every kind for which there are cards enough [G-41, G-42, G-69]."""

Play = Watched[State]
"""A game of EAGLES: Waterloo, with all that was seen while it was played."""


def _to_the_attack(state: State, seat: str, order: orders.Move) -> float:
    return 6 if state.battle.at(order.to, enemy(state.battle.active)) else 1


def _hardly_forward(state: State, seat: str, order: orders.Move) -> float:
    if places.owner(order.to) != state.battle.active:
        return 0.1
    return 0.2 if places.is_reserve(order.to) else 4


class Brisk(Weighing):
    """Takes decks and layouts as they are suggested, and attacks wherever it can."""

    weights = {
        orders.Move: _to_the_attack,
        orders.SubmitDeck: 40,
        orders.FinishDeck: 60,
        orders.Deploy: 40,
        orders.EndDeployment: 40,
        orders.TakeUp: 0.1,
        orders.DropCard: 0.1,
        orders.EndCombat: 0.3,
        orders.WithdrawFromBattle: 0.02,
        orders.Fire: 3,
        orders.Shock: 6,
    }


class Dogged(Brisk):
    """Keeps its positions full and fires from them, so that games are long."""

    weights = {
        **Brisk.weights,
        orders.Move: _hardly_forward,
        orders.Fire: 12,
        orders.EndCombat: 2,
        orders.CheckTheRest: 0.2,
    }


class Schooled(Brisk):
    """Uses all that the cards allow: specials, terrain, decoys, formations, generals."""

    weights = {
        **Brisk.weights,
        orders.PlaySpecial: 20,
        orders.PlayTerrain: 20,
        orders.OccupyTerrain: 8,
        orders.ShowGeneral: 20,
        orders.ChangeFormation: 4,
        orders.PlaceDecoy: 6,
        orders.ShowDecoy: 3,
        orders.WithdrawDecoy: 2,
        orders.SendReinforcement: 4,
        orders.AssignCard: 0.2,
        orders.Place: 3,
        orders.Deploy: 3,
    }


class Fickle(Careless):
    """Picks any offer; after many changes of a deck any verb, or it would change it for ever."""

    CHANGES = 200

    def __call__(self, state: State, decision: Decision, legal_orders: Sequence[Order]) -> Order:
        if decision.kind in ("deck", "split") and state.given.get(decision.seat, 0) > self.CHANGES:
            verb = self._random.choice(
                sorted({type(it) for it in legal_orders}, key=lambda it: it.__name__)
            )
            legal_orders = [it for it in legal_orders if type(it) is verb]
        return super().__call__(state, decision, legal_orders)


PLAYERS = (Brisk, Fickle, Schooled, Dogged)

GAMES = RandomGames(
    RULES,
    GAME,
    KINDS,
    PLAYERS,
    in_a_turn=1_500,
    long=lambda kind: kind.options["scale"] != "half",
)

moments, player_of, whole_game = GAMES.moments, GAMES.player_of, GAMES.whole_game
