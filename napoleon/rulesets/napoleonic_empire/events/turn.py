"""Turns and phases, victory, and the other ends of a game [chapters 4 and 10]."""

from __future__ import annotations

from napoleon.rules.events import Event, Line, recorded
from napoleon.rules.kit.conceding import is_conceding
from napoleon.rules.orders import Answered, OrderGiven
from napoleon.rules.terms import Result
from napoleon.rulesets.napoleonic_empire.state import State


@recorded(
    "napoleonic_empire.turn_started/1",
    "The {side} began {extra:an extra turn/their turn} in round {round}.",
)
class TurnStarted(Event, frozen=True):
    """A player turn begins [SEQ.1, SEQ.3]."""

    side: str
    number: int
    """Of all player turns, extra ones too, from 1."""
    round: int
    extra: bool

    def apply(self, state: State) -> None:
        """Nothing of the turn before is left; the Draw phase is next."""
        state.active, state.turn, state.round = self.side, self.number, self.round
        state.phase = "draw"
        state.extra = self.extra
        state.moved = {}
        for commander in state.commanders.values():
            commander.moved = False
        state.windows_closed = []
        state.drawn = state.moves_ended = state.attack_ended = False
        state.reinforced = state.nationalists_asked = state.checked = False
        state.barred = state.extra_granted = ""
        state.fought = []


@recorded("napoleonic_empire.phase_started/1", "The {side} came to the {begun}.")
class PhaseStarted(Event, frozen=True):
    """A phase of a player turn begins [SEQ.2]."""

    side: str
    begun: str
    """``draw``, ``move``, ``attack``, ``reinforcement`` or ``turn_end``."""

    def apply(self, state: State) -> None:
        """The game stands in it."""
        state.phase = self.begun


@recorded(
    "napoleonic_empire.control_changed/1", "Control of {country:the}: {after}, no longer {before}."
)
class ControlChanged(Event, frozen=True):
    """Another side, both, or nobody has armies in a country now [COMP.6]."""

    country: str
    before: str
    """Side that controlled it, ``contested``, or ``empty``."""
    after: str

    def apply(self, state: State) -> None:
        """The log has said so."""
        state.control[self.country] = state.standing(self.country)


@recorded(
    "napoleonic_empire.victory_checked/1",
    "The French control {held} of {needed} continental countries.",
)
class VictoryChecked(Event, frozen=True):
    """Both conditions were looked at, at the end of a turn [VIC.3]."""

    held: int
    """Continental countries that the French control."""
    needed: int
    """All of them: 15, or 18 in a divided Russia [E-30, E-46]."""
    result: str
    """Side that has won; empty while the game goes on."""
    won: tuple[str, ...]
    """Countries that they control since the last check."""
    lost: tuple[str, ...]
    """Countries that they no longer do."""
    change: int
    """Countries more or less than at the last check."""
    breakdown: tuple[Line, ...]
    """Sums to `change`."""

    def apply(self, state: State) -> None:
        """The count moves like a marker on a track."""
        before = len(state.held)
        state.held = [it for it in state.held if it not in self.lost] + list(self.won)
        state.checked = True
        if self.breakdown:
            state.history.append((state.turn, before, self.held, list(self.breakdown)))


@recorded(
    "napoleonic_empire.extra_turn_granted/1", "The {side} gained another turn by {card:named}."
)
class ExtraTurnGranted(Event, frozen=True):
    """A card gives its side one more turn, without reinforcements [SEQ.3, E-29]."""

    side: str
    card: str

    def apply(self, state: State) -> None:
        """It is taken before the opponent's next turn."""
        state.extra_granted = self.card


@recorded("napoleonic_empire.game_won/1", "{reason} The {side} won the game.")
class GameWon(Event, frozen=True):
    """A side has won, by its condition or because the other side resigned [VIC.1-3]."""

    side: str
    reason: str
    clause: str

    def apply(self, state: State) -> None:
        """Everything is public from now on."""
        state.result = Result(self.side, self.reason, self.clause)
        state.phase = "over"


@recorded("napoleonic_empire.player_resigned/1", "The {side} gave up.")
class PlayerResigned(Event, frozen=True):
    """A side has given the game up [E-31]."""

    side: str

    def apply(self, state: State) -> None:
        """The other side wins by it."""


@recorded("napoleonic_empire.end_offered/1", "The {side} offered to end the game without a winner.")
class EndOffered(Event, frozen=True):
    """A side agrees that the game ends without a winner [E-31]."""

    side: str

    def apply(self, state: State) -> None:
        """The other side may agree."""
        state.offered = self.side


@recorded("napoleonic_empire.end_turned_down/1", "The {side} played on instead.")
class EndTurnedDown(Event, frozen=True):
    """A side has given another order in answer to an offer to end the game [E-53]."""

    side: str

    def apply(self, state: State) -> None:
        """The offer no longer stands."""
        state.offered, state.turned_down = "", False


@recorded(
    "napoleonic_empire.end_offer_accepted/1",
    "The {side} agreed as well to end the game without a winner.",
)
class EndOfferAccepted(Event, frozen=True):
    """The other side agrees too, by which the game ends [E-53]."""

    side: str

    def apply(self, state: State) -> None:
        """The offer is gone, as what it offered has come [E-59]."""
        state.offered = ""


@recorded(
    "napoleonic_empire.end_offer_lapsed/1",
    "The offer of the {side} to end the game without a winner lapsed.",
)
class EndOfferLapsed(Event, frozen=True):
    """The game is about to end otherwise than by the agreement that was offered [E-59]."""

    side: str
    """The side that had offered it."""

    def apply(self, state: State) -> None:
        """It does not outlive the game."""
        state.offered = ""


@recorded("napoleonic_empire.game_drawn/1", "Both sides agreed to end the game without a winner.")
class GameDrawn(Event, frozen=True):
    """The game ended by agreement [E-31]."""

    reason: str
    clause: str

    def apply(self, state: State) -> None:
        """Nobody has won."""
        state.result = Result("", self.reason, self.clause)
        state.phase = "over"


def note_order(state: State, event: Answered) -> None:
    """Orders number a seat's decisions; one that does not answer an offer to end turns it down."""
    player = event.player
    if is_conceding(event):
        return
    state.given[player] = state.given.get(player, 0) + 1
    state.turned_down = type(event) is OrderGiven and state.offered not in ("", player)
