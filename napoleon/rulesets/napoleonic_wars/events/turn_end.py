"""The end of a turn: attrition, flags, conquest, peace, the count, the next turn [5.6, 14, 15]."""

from __future__ import annotations

from napoleon.rules.events import Event, Line, recorded
from napoleon.rules.terms import Result
from napoleon.rules.terms import Standing as FinalStanding
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.state import MULLIGAN, State


@recorded("napoleonic_wars.docks_opened/1", "Squadrons under construction may be refitted.")
class DocksOpened(Event, frozen=True):
    """Every marker under construction is turned to its refit side [5.6.b]."""

    def apply(self, state: State) -> None:
        """They need one maneuver before they sail."""
        for it in state.squadrons:
            it.refit += it.building
            it.building = 0


@recorded("napoleonic_wars.peace_rolled/1", "Peace: {total}, 6 needed.", drawn="die")
class PeaceRolled(Event, frozen=True):
    """The game ends on a modified 6 or more [5.8.c]."""

    die: int
    draw: int
    total: int
    breakdown: tuple[Line, ...]

    def apply(self, state: State) -> None:
        """The war goes on, or ends with the next event."""
        state.draws = self.draw + 1


def give_back(state: State) -> None:
    """Home cards go back to the nations whose they are [14.34]."""
    for nation in state.nations.values():
        kept, nation.home = nation.home, []
        for card in kept:
            holder = state.nations[card.owner] if card.owner else nation
            card.owner = ""
            holder.home.append(card)


@recorded("napoleonic_wars.turn_began/1", "The turn of {year} began.")
class TurnBegan(Event, frozen=True):
    """Home cards lie face up again, and cards are drawn [14.3]."""

    which: int
    year: int

    def apply(self, state: State) -> None:
        """A turn more."""
        state.turn = self.which
        state.phase = MULLIGAN
        state.round = 1
        state.peace = 0
        give_back(state)
        for nation in state.nations.values():
            nation.frozen = False
            for card in nation.home:
                card.up = True
            # The mulligan of the new cards alone [14.31, R-60] is not here yet.
            nation.decided = True


@recorded("napoleonic_wars.game_ended/1", "{winner} has won.")
class GameEnded(Event, frozen=True):
    """Most points win [5.81]."""

    winner: str
    standings: tuple[FinalStanding, ...]
    clause: str

    def apply(self, state: State) -> None:
        """The game is over."""
        state.result = Result(self.winner, say("The most points."), self.clause, self.standings)
