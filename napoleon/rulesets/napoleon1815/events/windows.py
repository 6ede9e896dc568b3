"""Windows: cards played as events, cancelled, declined, proposed [chapter 14]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FADING, HIDDEN, SEALED, Event, recorded
from napoleon.rulesets.napoleon1815.sides import side_of_army
from napoleon.rulesets.napoleon1815.state import Choice, Played, State


@recorded(
    "napoleon1815.blue_card_declared/1",
    "{player} declared a blue card: {event}.",
    faded="{player} declared a blue card, or none.",
    reveals=True,
)
class BlueCardDeclared(Event, frozen=True):
    """A player plays a blue card, or says that they play none [INIT.1, RULING.17]."""

    player: str
    card: Annotated[int | None, FADING] = None
    """None for no card."""
    event: Annotated[str, FADING] = "none"
    choice: Annotated[Choice, HIDDEN, FADING] = Choice()

    def apply(self, state: State) -> None:
        """The card has left the hand; its effect waits for the other declarations."""
        state.has_declared.append(self.player)
        if self.card is not None:
            state.hands[self.player].remove(self.card)
            state.revealed.append(self.card)
            state.declared.append(Played(self.player, self.card, self.event, "W.INIT", self.choice))


@recorded(
    "napoleon1815.event_played/1",
    "{player} played {event} ({card}).",
    faded="{player} played a card.",
    reveals=True,
)
class EventPlayed(Event, frozen=True):
    """A green card is played from hand as its event [OPS.8]."""

    player: str
    card: Annotated[int, FADING]
    event: Annotated[str, FADING]
    window: str
    choice: Annotated[Choice, HIDDEN, FADING] = Choice()

    def apply(self, state: State) -> None:
        """It is the side's green card of the operation; an answer to another card does not wait."""
        state.hands[self.player].remove(self.card)
        state.revealed.append(self.card)
        state.green.append(side_of_army(self.player))
        state.proposed = None
        if state.played is None:
            state.played = Played(self.player, self.card, self.event, self.window, self.choice)
            answered(state, self.window, self.player)


@recorded(
    "napoleon1815.event_cancelled/1",
    "{event} ({card}) was cancelled by card {by_card:named}.",
    faded="A card was cancelled by another one.",
)
class EventCancelled(Event, frozen=True):
    """A card has no effect, but counts as its player's green card [CARDS.11]."""

    card: Annotated[int, FADING]
    event: Annotated[str, FADING]
    by_card: Annotated[int, FADING]

    def apply(self, state: State) -> None:
        state.played = None
        state.declared = [it for it in state.declared if it.card != self.card]


@recorded("napoleon1815.window_declined/1", "{player} played no card ({window}).")
class WindowDeclined(Event, frozen=True):
    """A player lets a window pass; it tells nothing of what they hold [VIS.9]."""

    player: str
    window: str

    def apply(self, state: State) -> None:
        if self.window == "W.PLAYED":
            assert state.played is not None
            state.played.uncontested.append(self.player)
        else:
            answered(state, self.window, self.player)


@recorded("napoleon1815.window_left_out/1", "{player} could play no card ({window}).")
class WindowLeftOut(Event, frozen=True):
    """A player is not asked, as everybody sees that no card could be played [RULING.104]."""

    player: str
    window: str

    def apply(self, state: State) -> None:
        answered(state, self.window, self.player)


@recorded(
    "napoleon1815.event_proposed/1",
    "{player} proposed to play {event} ({card}).",
    veiled="{player} proposed to play a card.",
    owner="readers",
    reveals=True,
)
class EventProposed(Event, frozen=True):
    """The leader's partner wants to play the one card of the Allied side [THREE.9]."""

    player: str
    leader: str
    card: Annotated[int, HIDDEN, FADING]
    event: Annotated[str, HIDDEN, FADING]
    window: str
    choice: Annotated[Choice, SEALED]
    """With blocks that in fog of war even the leader may not see."""
    blocks: Annotated[tuple[str, ...], HIDDEN, FADING] = ()
    """What the leader sees of the blocks: in fog of war tokens."""
    area: Annotated[str, HIDDEN, FADING] = ""
    road: Annotated[str, HIDDEN, FADING] = ""

    @property
    def readers(self) -> tuple[str, str]:
        """The player who proposes it and the leader, who has to know what to allow."""
        return self.player, self.leader

    def apply(self, state: State) -> None:
        state.proposed = Played(self.player, self.card, self.event, self.window, self.choice)


@recorded("napoleon1815.event_proposal_answered/1", "{leader} answered the proposal: {allowed}.")
class EventProposalAnswered(Event, frozen=True):
    """The leader allows the partner's card, or does not [THREE.9]."""

    leader: str
    player: str
    window: str
    allowed: bool

    def apply(self, state: State) -> None:
        """A card that was not allowed stays in the hand, and its player is not asked again."""
        if not self.allowed:
            state.proposed = None
            if self.window == "W.PLAYED":
                assert state.played is not None
                state.played.uncontested.append(self.player)
            else:
                answered(state, self.window, self.player)


def answered(state: State, window: str, player: str) -> None:
    """Note that a player has answered a window at this point of the operation."""
    if state.operation is not None and not state.operation.ended:
        state.operation.answered.append(state.operation.answer(window, player))


@recorded(
    "napoleon1815.event_applied/1",
    "{event} had its effect ({summary}).",
    faded="A card of {player} took effect.",
)
class EventApplied(Event, frozen=True):
    """A card event does what it says [chapter 14]."""

    card: Annotated[int, FADING]
    event: Annotated[str, FADING]
    player: str
    summary: Annotated[str, FADING]

    def apply(self, state: State) -> None:
        """What it does is told by the events around it; what lasts in an operation is noted."""
        state.declared = [it for it in state.declared if it.card != self.card]
        if state.played is None:
            return
        state.played = None
        if state.combat is not None and not state.combat.over:
            state.combat.events[side_of_army(self.player)] = self.event
            state.combat.on_table = [*(state.combat.on_table or ()), (self.player, self.card)]
        elif state.operation is not None and not state.operation.ended:
            state.operation.events[self.event] = state.operation.roads


@recorded(
    "napoleon1815.event_without_effect/1",
    "{event} of {player} had no effect: {reason}.",
    faded="A card of {player} had no effect.",
)
class EventWithoutEffect(Event, frozen=True):
    """A card was played whose condition is not met [RULING.75, RULING.84]."""

    player: str
    event: Annotated[str, FADING]
    reason: Annotated[str, FADING]

    def apply(self, state: State) -> None:
        """It counts as played; the combat no longer knows of it."""
        if state.combat is not None and not state.combat.over:
            del state.combat.events[side_of_army(self.player)]
