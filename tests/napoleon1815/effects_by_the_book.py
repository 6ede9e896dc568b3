"""What one move brings about, when cards are discarded, what falls with Napoleon: read anew.

Written from VICTORY, CONTROL, CARDS and the rulings 105 to 107 alone. Nothing here calls the rules:
points and cards are counted from the events, and the map is read from where blocks stand.
"""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.events import Event
from napoleon.rulesets.napoleon1815.events.cards import CardDiscarded
from napoleon.rulesets.napoleon1815.events.casualties import (
    CommanderRemoved,
    CorpsEliminated,
    LossAssigned,
)
from napoleon.rulesets.napoleon1815.events.movement import ControlTaken
from napoleon.rulesets.napoleon1815.events.turn import GameWon, PointsScored, VictoryTrackMoved
from napoleon.rulesets.napoleon1815.events.windows import (
    BlueCardDeclared,
    EventApplied,
    EventCancelled,
    EventPlayed,
)
from napoleon.rulesets.napoleon1815.state import State
from tests.napoleon1815.by_the_book import ALLIED, FRENCH, PACK, Board, side

TOP, BOTTOM = 20, 0
"""Where the Allies and the French win at once [VICTORY.6]."""


def points(event: Event) -> int:
    """What an event scores: Allied points are positive [VICTORY.1-5]."""
    match event:
        case LossAssigned():
            return event.points if event.side == FRENCH else -event.points
        case CorpsEliminated():
            return event.strength_lost if event.side == FRENCH else -event.strength_lost
        case CommanderRemoved(commander=("wellington" | "blucher")):
            return -2
        case ControlTaken():
            worth = PACK.areas[event.area].victory_points
            return worth if side(event.army) == ALLIED else -worth
        case PointsScored():
            return event.points if event.side == ALLIED else -event.points
    return 0


class Track:
    """The victory track, counted from the events."""

    def __init__(self, stands: int) -> None:
        self.stands = stands
        self.outstanding = 0
        """Points for which it has not been moved yet."""
        self.napoleon_lost = False

    def take(self, event: Event) -> Iterator[str]:
        """What is wrong with an event, by the book."""
        self.outstanding += points(event)
        match event:
            case CommanderRemoved(commander="napoleon"):
                self.napoleon_lost = True
            case VictoryTrackMoved():
                if (event.before, event.delta) != (self.stands, self.outstanding):
                    yield f"it moves by {event.delta}, and {self.outstanding} are outstanding"
                self.stands, self.outstanding = event.after, 0
                if event.after != event.before + event.delta:
                    yield "it does not come to where it moves"
            case GameWon():
                yield from self._won(event)

    def _won(self, event: GameWon) -> Iterator[str]:
        if self.outstanding:
            yield "the game is over before all was scored"  # VICTORY.6, RULING.107
        over_by_itself = self.napoleon_lost or not BOTTOM < self.stands < TOP
        if over_by_itself != (event.clauses[0] in ("VICTORY.6", "VICTORY.7")):
            yield f"it ends by {event.clauses}"
        expected = ALLIED if self.napoleon_lost or self.stands >= TOP else FRENCH
        if over_by_itself and event.side != expected:
            yield f"{event.side} has won"


def may_wait(state: State) -> bool:
    """Whether points may be outstanding while somebody is asked something.

    While a combat is carried out they are netted [RULING.35], and so are those of a move as long as
    the fatigue that it brings about is to be spread [RULING.105].
    """
    combat = state.combat
    fighting = combat is not None and not combat.over and bool(combat.hits) and not combat.decided
    return fighting or any(
        it.kind == "fatigue" and it.reason in ("retreat direction", "event")
        for it in state.allocations
    )


class Piles:
    """Cards that are played, and those that are discarded, counted from the events."""

    def __init__(self) -> None:
        self.on_table: dict[int, str] = {}
        """Green and blue cards whose effect is not over, with what they wait for."""

    def take(self, event: Event, state: State) -> Iterator[str]:
        """What is wrong with an event that has led to this position, by the book [RULING.106]."""
        match event:
            case EventPlayed():
                self.on_table[event.card] = "its effect"
            case BlueCardDeclared(card=int() as card, event="foresight"):
                self.on_table[card] = "its effect"
            case EventApplied() if event.card in self.on_table:
                self.on_table[event.card] = _ends_with(event, state)
            case EventCancelled():
                for card in {event.card, event.by_card} & {*self.on_table}:
                    self.on_table[card] = ""
            case CardDiscarded(card=card) if card in self.on_table:
                waits = self.on_table.pop(card)
                if waits == "its effect":
                    yield f"card {card} is discarded before its effect"
                if waits == "the combat" and not _fought_out(state):
                    yield f"card {card} is discarded in the midst of its combat"
                if waits == "a card" and state.foresight:
                    yield f"card {card} is discarded before another was chosen"
        for of in state.decks:
            lying = {*self.on_table} & {*state.decks[of], *state.discards[of]}
            if lying:
                yield f"{lying} lie on the table, and with the cards of the {of}"

    def late(self, state: State) -> list[int]:
        """Cards whose effect is over while somebody is asked something.

        A Grand Battery fires when the combat is fought, and its losses are to be spread.
        """
        fired = any(it.reason == "event" for it in state.allocations)
        return [
            card
            for card, waits in self.on_table.items()
            if waits == ""
            or (waits == "the combat" and _fought_out(state) and not fired)
            or (waits == "a card" and not state.foresight)
        ]


def _ends_with(event: EventApplied, state: State) -> str:
    """With what the effect of a card is over that takes effect now."""
    if event.event == "foresight":
        return "a card"
    return "the combat" if not _fought_out(state) else ""


def _fought_out(state: State) -> bool:
    return state.combat is None or state.combat.over


# -- the map --------------------------------------------------------------------------------------


def map_is_true(state: State) -> Iterator[str]:
    """What the map shows wrongly while somebody is asked [TERM.10, CONTROL.5, FORTPOS.1].

    Where a combat is not over its area is left as it is [COMBAT.8].
    """
    board = Board(state)
    combat = state.combat
    if combat is not None and not combat.over:
        return
    for area in PACK.areas:
        french, allied = board.corps(area, FRENCH), board.corps(area, ALLIED)
        if (area in state.contested) != bool(french and allied):
            yield f"{area} is shown as {'' if area in state.contested else 'not '}contested"
        if area in state.fortified and french and not allied:
            yield f"{area} has a fortified position"
        if area in state.markers and not (french and allied):
            yield f"{area} has a marker of a retreat direction"
