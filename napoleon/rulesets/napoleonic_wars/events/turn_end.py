"""The end of a turn: attrition, flags, docks, peace, the count, the next turn [5.6, 5.8, 14.3]."""

from __future__ import annotations

from napoleon.rules.events import Event, Line, recorded
from napoleon.rules.terms import Result
from napoleon.rules.terms import Standing as FinalStanding
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.state import (
    IMPULSES,
    INTERPHASE,
    Ending,
    Exposed,
    HomeCard,
    PeaceChange,
    State,
)


@recorded(
    "napoleonic_wars.turn_closing/1",
    "The turn ends; {spaces:uncontrolled duchy/uncontrolled duchies}.",
)
class TurnClosing(Event, frozen=True):
    """The steps after card play begin [5.6]."""

    spaces: int
    exposed: tuple[Exposed, ...]
    """The field forces that stand in uncontrolled duchies."""

    def apply(self, state: State) -> None:
        """They suffer attrition, force by force."""
        state.ending = Ending(
            begun=True, exposed=[Exposed(it.space, [*it.nations]) for it in self.exposed]
        )
        state.parley = []


@recorded("napoleonic_wars.forces_exposed/1", "{space} is uncontrolled: its forces suffer.")
class ForcesExposed(Event, frozen=True):
    """The next force in an uncontrolled duchy rolls for attrition [5.6.a]."""

    space: str

    def apply(self, state: State) -> None:
        """It does so once."""
        state.ending.exposed.pop(0)


@recorded("napoleonic_wars.docks_opened/1", "Squadrons under construction may be refitted.")
class DocksOpened(Event, frozen=True):
    """Every marker under construction is turned to its refit side [5.6.b]."""

    def apply(self, state: State) -> None:
        """They need one maneuver before they sail."""
        for it in state.squadrons:
            it.refit += it.building
            it.building = 0


@recorded("napoleonic_wars.peace_changed/1", "{nation} gave up a card: {amount} for peace.")
class PeaceChanged(Event, frozen=True):
    """A power gives up a card of its next draw to change the peace roll [5.8.a]."""

    player: str
    nation: str
    amount: int

    def apply(self, state: State) -> None:
        """Its seat is asked no more."""
        state.ending.asked.append(self.player)
        state.peace_bids.append(PeaceChange(self.nation, self.amount))


@recorded("napoleonic_wars.peace_left/1", "{player} left the peace roll as it is.")
class PeaceLeft(Event, frozen=True):
    """A seat does not change the peace roll [R-90]."""

    player: str

    def apply(self, state: State) -> None:
        """It is asked no more."""
        state.ending.asked.append(self.player)


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


@recorded("napoleonic_wars.interphase_began/1", "{nation} acts first in the next turn.")
class InterphaseBegan(Event, frozen=True):
    """The war goes on [5.9, 14]."""

    nation: str
    """The nation that is due next, by which everything goes in order."""

    def apply(self, state: State) -> None:
        """Consuls that were frozen up to now may move, and grace that lasted up to now is over."""
        state.phase = INTERPHASE
        for nation in state.nations.values():
            if nation.frozen <= state.turn:
                nation.frozen = 0
        state.grace = {pair: turn for pair, turn in state.grace.items() if turn > state.turn}


@recorded("napoleonic_wars.turn_began/1", "The turn of {year} began.", closes=True)
class TurnBegan(Event, frozen=True):
    """Home cards are with their first owners again, face up [14.34]."""

    which: int
    year: int

    def apply(self, state: State) -> None:
        """A turn more."""
        state.turn = self.which
        state.phase = IMPULSES
        state.round = 1
        state.ending, state.peace, state.peace_bids = Ending(), 0, []
        for nation in state.nations.values():
            nation.decided = False
            for card in nation.home:
                card.up = True
        for name, nation in [*state.nations.items()]:
            lent = [it for it in nation.home if it.owner not in ("", name)]
            nation.home = [it for it in nation.home if it not in lent]
            for card in lent:
                state.nations[card.owner].home.append(HomeCard(card.card))


@recorded("napoleonic_wars.game_ended/1", "{winner} won.")
class GameEnded(Event, frozen=True):
    """Most points win [5.81]."""

    winner: str
    standings: tuple[FinalStanding, ...]
    clause: str

    def apply(self, state: State) -> None:
        """The game is over."""
        state.result = Result(self.winner, say("The most points."), self.clause, self.standings)
