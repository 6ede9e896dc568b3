"""Random legal play of Napoleonic Empire: what is chosen for a game, and how bold players weigh."""

from __future__ import annotations

from napoleon.rulesets.napoleonic_empire import RULES
from napoleon.rulesets.napoleonic_empire.orders import (
    ChooseBattle,
    EndMove,
    KutuzovRoll,
    MoveArmies,
    MoveWithCommander,
    Pass,
    PlaceRebels,
)
from napoleon.rulesets.napoleonic_empire.sides import enemy
from napoleon.rulesets.napoleonic_empire.state import State
from tests.rulesets.entrants import kinds
from tests.watching import Careless, RandomGames, Watched, Weighing

GAME = "0000001804"

KINDS = kinds(RULES)

Play = Watched[State]
"""A game of Napoleonic Empire, with all that was seen while it was played."""


def _on_the_enemy(state: State, side: str, order: MoveArmies | MoveWithCommander) -> float:
    to = order.to if isinstance(order, MoveArmies) else order.path[-1]
    return order.armies**2 / (1 if state.armies_in(enemy(side), to) else 8)


class Bold(Weighing):
    """Marches on the enemy with many armies, so that all of the rules are used."""

    weights = {
        Pass: 0.3,
        EndMove: 20,
        MoveArmies: _on_the_enemy,
        MoveWithCommander: _on_the_enemy,
        ChooseBattle: 3,
        KutuzovRoll: 3,
        PlaceRebels: 3,
    }


LONGEST = 600
"""Orders after which a game that has not ended is left: there is no turn limit [VIC.3]."""

GAMES = RandomGames(RULES, GAME, KINDS, (Careless, Bold), in_a_turn=100, longest=LONGEST)

whole_game = GAMES.whole_game
