"""Random legal play of The Napoleonic Wars, and how bold players weigh."""

from __future__ import annotations

from napoleon.rules.kit.frames import inmost
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.frames.forces import March
from napoleon.rulesets.napoleonic_wars.orders.battles import PlayNoBattleCard
from napoleon.rulesets.napoleonic_wars.orders.cards import Decline, PlayForEvent
from napoleon.rulesets.napoleonic_wars.orders.impulses import EndImpulse
from napoleon.rulesets.napoleonic_wars.orders.marches import Gather, GatherPiece, Go, Halt
from napoleon.rulesets.napoleonic_wars.spaces import hostile_in
from napoleon.rulesets.napoleonic_wars.state import State
from tests.rulesets.entrants import kinds
from tests.watching import Careless, RandomGames, Watched, Weighing

GAME = "0000001805"

KINDS = kinds(RULES, "players", "bid", "dice_for_sides")

Play = Watched[State]
"""A game of The Napoleonic Wars, with all that was seen while it was played."""


def _on_the_enemy(state: State, side: str, order: Go) -> float:
    march = inmost(state, March)
    assert march is not None
    return 8.0 if hostile_in(state, order.to, march.nation) else 2.0


class Bold(Weighing):
    """Marches on the enemy, and plays events, so that all of the rules are used."""

    weights = {
        Decline: 2,
        PlayNoBattleCard: 0.5,
        EndImpulse: 0.2,
        Halt: 0.1,
        Gather: 4,
        GatherPiece: 0.1,
        Go: _on_the_enemy,
        PlayForEvent: 3,
    }


LONGEST = 6000
"""Orders after which a game that has not ended is left; the fifth turn is the last [5.8.c]."""

GAMES = RandomGames(RULES, GAME, KINDS, (Careless, Bold), in_a_turn=3000, longest=LONGEST, many=200)

whole_game = GAMES.whole_game
