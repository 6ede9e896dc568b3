"""The ends of a game that players bring about by themselves [R-160]."""

from __future__ import annotations

from napoleon.rules.events import Event, recorded
from napoleon.rules.prose.language import noted
from napoleon.rules.terms import Result
from napoleon.rulesets.napoleonic_wars.state import State

CLAUSE = "R-160"


@recorded("napoleonic_wars.player_resigned/1", "{player} resigned: {winner} won.")
class PlayerResigned(Event, frozen=True):
    """A player gives the game up."""

    player: str
    winner: str

    def apply(self, state: State) -> None:
        """The other player has won."""
        alone = noted("All other players have left the game.")
        reason = alone if state.gone or state.leaving else noted("The other player resigned.")
        state.result = Result(self.winner, reason, CLAUSE)


@recorded("napoleonic_wars.player_left/1", "{player} left the game; the others play on.")
class PlayerLeft(Event, frozen=True):
    """One of more than two players gives the game up [R-167]."""

    player: str

    def apply(self, state: State) -> None:
        """The rules answer for them until nothing is going on any more."""
        state.leaving.append(self.player)
        state.agreed = [it for it in state.agreed if it != self.player]


@recorded("napoleonic_wars.powers_left_behind/1", "Nobody commands {nations} any more.")
class PowersLeftBehind(Event, frozen=True):
    """What a player who left has commanded is run by the rules from now on [R-167]."""

    player: str
    nations: tuple[str, ...]

    def apply(self, state: State) -> None:
        """They stay in their camp and at war; they are run as neutral proxies are."""
        state.leaving.remove(self.player)
        state.gone.append(self.player)


@recorded("napoleonic_wars.end_offered/1", "{player} agreed to end the game without a winner.")
class EndOffered(Event, frozen=True):
    """A player would end the game without a winner."""

    player: str

    def apply(self, state: State) -> None:
        """It stands until somebody plays on."""
        state.agreed.append(self.player)


@recorded("napoleonic_wars.end_offers_lapsed/1", "The game goes on.")
class EndOffersLapsed(Event, frozen=True):
    """Somebody has played on, and has not agreed."""

    players: tuple[str, ...]
    """Who had offered it."""

    def apply(self, state: State) -> None:
        """Nobody has agreed to anything."""
        state.agreed, state.turned_down = [], False


@recorded("napoleonic_wars.game_drawn/1", "The game has ended without a winner.")
class GameDrawn(Event, frozen=True):
    """All players have agreed to it."""

    def apply(self, state: State) -> None:
        """Nobody has won."""
        state.result = Result("", noted("All players agreed to end it."), CLAUSE)
