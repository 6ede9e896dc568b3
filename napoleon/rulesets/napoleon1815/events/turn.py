"""Turns, phases, the victory track and the end of the game [chapters 4 and 10]."""

from __future__ import annotations

import msgspec

from napoleon.rules.events import Event, Line, recorded
from napoleon.rules.kit.conceding import turns_down
from napoleon.rules.orders import Answered, OrderGiven
from napoleon.rules.terms import Result
from napoleon.rulesets.napoleon1815.orders import SEALED_TAGS, UNASKED_TAGS
from napoleon.rulesets.napoleon1815.sides import ALLIED
from napoleon.rulesets.napoleon1815.state import State


@recorded(
    "napoleon1815.turn_started/1", "Turn {turn_number} began under invasion card {invasion_card}."
)
class TurnStarted(Event, frozen=True):
    """The turn marker moves on [RECOVERY.6]."""

    turn_number: int
    invasion_card: int

    def apply(self, state: State) -> None:
        """What counted for the last turn only is forgotten; the draw phase is next."""
        state.turn = self.turn_number
        state.phase = "draw"
        state.invasion_card = self.invasion_card
        state.penalised = []
        state.recovery_barred = []
        state.side_operations = {}
        state.leader = ""


@recorded("napoleon1815.phase_started/1", "The {name} phase began.", closes=True)
class PhaseStarted(Event, frozen=True):
    """The next phase of the sequence of play [SEQ.1]."""

    name: str

    def apply(self, state: State) -> None:
        state.phase = self.name
        state.initiative = "" if self.name == "initiative" else state.initiative
        state.to_go = state.initiative if self.name == "operations" else ""
        state.passed = []
        state.operation = None
        state.combat = None
        state.sealed = {}
        state.finished_recovery = []
        state.worn = []
        state.green = []
        state.has_declared = []


@recorded("napoleon1815.invasion_card_changed/1", "Invasion card {card} came into force: {reason}.")
class InvasionCardChanged(Event, frozen=True):
    """The French invade before their time [scenario data, DATA.5]."""

    card: int
    reason: str

    def apply(self, state: State) -> None:
        """The card counts at once; the schedule of later turns follows from the turn."""
        state.invasion_card = self.card
        state.invaded_on = state.turn


@recorded("napoleon1815.turn_ended/1", "Turn {turn_number} ended.")
class TurnEnded(Event, frozen=True):
    """The last thing of a turn [RECOVERY.5]."""

    turn_number: int

    def apply(self, state: State) -> None:
        """The turn is over; nothing is asked until the next one starts."""
        state.phase = "turn_end"


@recorded(
    "napoleon1815.victory_track_moved/1",
    "The victory track stands at {after}; it stood at {before}.",
)
class VictoryTrackMoved(Event, frozen=True):
    """Points were scored; Allied ones are positive [chapter 10]."""

    before: int
    after: int
    delta: int
    breakdown: tuple[Line, ...]

    def apply(self, state: State) -> None:
        """The marker moves, and the points are no longer outstanding."""
        state.track = self.after
        state.history.append((state.turn, self.before, self.after, list(self.breakdown)))
        state.tally = []


@recorded("napoleon1815.points_scored/1", "{side} scored {points} for {note}.")
class PointsScored(Event, frozen=True):
    """A side scores for something that no other event carries [VICTORY.3, VICTORY.4]."""

    side: str
    points: int
    clause: str
    note: str

    def apply(self, state: State) -> None:
        score(state, self.side, self.points, self.clause, self.note)


@recorded("napoleon1815.game_won/1", "{side} won the game: {reason}.")
class GameWon(Event, frozen=True):
    """A side has won [VICTORY.6-8, RULING.103]."""

    side: str
    reason: str

    def apply(self, state: State) -> None:
        """Everything becomes public [VIS.10]."""
        state.result = Result(self.side, self.reason, self.clauses[0])
        state.phase = "over"


@recorded("napoleon1815.player_resigned/1", "{player} gave the game up.")
class PlayerResigned(Event, frozen=True):
    """A player gives up; a side is beaten when all its players have [RULING.103]."""

    player: str

    def apply(self, state: State) -> None:
        state.resigned = [*state.gave_up, self.player]


@recorded("napoleon1815.end_offered/1", "{player} agreed to end the game without a winner.")
class EndOffered(Event, frozen=True):
    """A player would end the game [RULING.103]."""

    player: str

    def apply(self, state: State) -> None:
        state.agreed = [*state.would_end, self.player]


@recorded("napoleon1815.end_offers_lapsed/1", "The offer to end the game lapsed.")
class EndOffersLapsed(Event, frozen=True):
    """Somebody played on instead of agreeing, or the game ends otherwise [RULING.103]."""

    players: tuple[str, ...]
    """Who had offered it."""

    def apply(self, state: State) -> None:
        state.agreed = state.turned_down = msgspec.UNSET


@recorded("napoleon1815.game_drawn/1", "The game ended without a winner: {reason}.")
class GameDrawn(Event, frozen=True):
    """All players agreed to end it [RULING.103]."""

    reason: str

    def apply(self, state: State) -> None:
        """Everything becomes public [VIS.10]."""
        state.result = Result("", self.reason, self.clauses[0])
        state.phase = "over"


def score(state: State, side: str, points: int, clause: str, note: str) -> None:
    """Note points of `side` that the track has still to be moved for."""
    if points:
        state.tally.append(Line(points if side == ALLIED else -points, clause, note))


def note_order(state: State, event: Answered) -> None:
    """Orders number a seat's decisions; sealed answers wait for the others' [chapter 21].

    What answers no decision is not counted, and turns no offer to end the game down.
    """
    if event.order["order"] in UNASKED_TAGS:
        return
    if type(event) is OrderGiven and turns_down(state.would_end, event.player):
        state.turned_down = True
    state.given[event.player] = state.given.get(event.player, 0) + 1
    if event.order["order"] in SEALED_TAGS:
        state.sealed.setdefault(event.player, []).append(event.order)
