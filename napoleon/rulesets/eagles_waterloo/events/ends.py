"""How battles and games end [4.3, G-09, G-54, 16]."""

from __future__ import annotations

from napoleon.rules.events import Event, recorded
from napoleon.rules.kit.conceding import is_conceding, turns_down
from napoleon.rules.kit.table import count_order
from napoleon.rules.orders import Answered, OrderGiven
from napoleon.rules.terms import Result
from napoleon.rulesets.eagles_waterloo.state import State


def note_order(state: State, event: Answered) -> None:
    """Orders number a seat's decisions; one that does not answer an offer to end turns it down."""
    if is_conceding(event):
        return
    count_order(state, event)
    own = type(event) is OrderGiven
    state.turned_down = own and turns_down(state.agreed, event.player)


@recorded("eagles_waterloo.battle_won/1", "{battle} was won by {side:the}: {reason}.")
class BattleWon(Event, frozen=True):
    """A side has won a battle [4.3, 16.c, G-54]."""

    battle: str
    side: str
    """Empty for a drawn one."""
    place: str
    """The position that decided it; empty for none."""
    reason: str
    """``position``, ``withdrawn`` or ``drawn``."""

    def apply(self, state: State) -> None:
        """In the campaign the loser retreats, and the war goes on."""
        battle = state.battles[self.battle]
        battle.winner, battle.reason = self.side, self.reason


@recorded("eagles_waterloo.battle_drawn/1", "Nobody won {battle}: {reason}")
class BattleDrawn(Event, frozen=True):
    """A battle has no winner; in the campaign the French have lost it [G-09, G-54, G-94]."""

    battle: str
    reason: str

    def apply(self, state: State) -> None:
        """In the campaign the French retreat, and the war goes on."""
        battle = state.battles[self.battle]
        battle.winner, battle.reason = "", "drawn"


@recorded(
    "eagles_waterloo.losses_counted/1",
    "Losses at {battle}: {french_lost:card/cards} of the French, {allied_lost} of the Allies.",
)
class LossesCounted(Event, frozen=True):
    """What a battle that is over has cost each side: units that routed, generals who died.

    A retreat comes after it, and is not counted.
    """

    battle: str
    french: tuple[str, ...]
    allied: tuple[str, ...]
    french_lost: int
    allied_lost: int

    def apply(self, state: State) -> None:
        """They are out of the battle already."""


@recorded("eagles_waterloo.game_won/1", "The {winner} won: {reason}")
class GameWon(Event, frozen=True):
    """Somebody has won the game [4.3, 16]."""

    winner: str
    reason: str
    clause: str

    def apply(self, state: State) -> None:
        """Nothing happens any more."""
        state.result = Result(self.winner, self.reason, self.clause)


@recorded("eagles_waterloo.game_drawn/1", "The game was drawn: {reason}")
class GameDrawn(Event, frozen=True):
    """The game has no winner [G-09, G-54]."""

    reason: str
    clause: str

    def apply(self, state: State) -> None:
        state.result = Result("", self.reason, self.clause)


@recorded("eagles_waterloo.player_resigned/1", "The {player} gave up.")
class PlayerResigned(Event, frozen=True):
    """A player gives the game up [G-09]."""

    player: str

    def apply(self, state: State) -> None:
        """The other side wins."""


@recorded("eagles_waterloo.end_offered/1", "The {player} would end the game without a winner.")
class EndOffered(Event, frozen=True):
    """A player agrees to a draw [G-09]."""

    player: str

    def apply(self, state: State) -> None:
        """It stands until somebody plays on."""
        state.agreed.append(self.player)


@recorded("eagles_waterloo.end_offers_lapsed/1", "The game went on.")
class EndOffersLapsed(Event, frozen=True):
    """Somebody has played on instead of agreeing [G-09]."""

    players: tuple[str, ...]

    def apply(self, state: State) -> None:
        state.agreed, state.turned_down = [], False
