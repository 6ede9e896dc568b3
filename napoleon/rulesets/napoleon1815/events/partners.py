"""Three players: leader, naming, contact, swaps, messages [chapter 12]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FADING, HIDDEN, Event, recorded
from napoleon.rules.prose.language import noted
from napoleon.rulesets.napoleon1815.state import Exchange, State


@recorded(
    "napoleon1815.leader_decided/1",
    "{player} took the lead of the Allies for this turn ({values}).",
)
class LeaderDecided(Event, frozen=True):
    """The better Allied card makes its player leader for the turn [THREE.6]."""

    player: str
    values: dict[str, int]
    """Value of the flipped card by player."""
    tie: bool

    def apply(self, state: State) -> None:
        state.leader = self.player


@recorded("napoleon1815.acting_ally_named/1", "{leader} named {player} to act.")
class ActingAllyNamed(Event, frozen=True):
    """The leader says which Allied player has the go [THREE.7]."""

    leader: str
    player: str

    def apply(self, state: State) -> None:
        state.to_go = self.player


@recorded(
    "napoleon1815.contact_opened/1",
    "The Allied players came into contact ({reason}).",
    faded="The Allied players came into contact.",
)
class ContactOpened(Event, frozen=True):
    """The Allied players may talk and swap cards [THREE.3]."""

    reason: Annotated[str, FADING]
    """``aides-de-camp`` or ``commanders``."""

    def apply(self, state: State) -> None:
        state.contact = self.reason
        state.contact_closed = []
        if self.reason == "commanders":
            state.contact_turn = state.turn


@recorded("napoleon1815.contact_closed/1", "The Allied players exchanged no more cards.")
class ContactClosed(Event, frozen=True):
    """Nobody wants to swap any longer [THREE.3]."""

    reason: Annotated[str, FADING]

    def apply(self, state: State) -> None:
        state.contact = ""


@recorded(
    "napoleon1815.swap_offered/1",
    "{player} offered card {card:named} to {partner}.",
    veiled="{player} answered the contact.",
    owner="readers",
    reveals=True,
)
class SwapOffered(Event, frozen=True):
    """A player offers the partner a card, or closes the contact for their part [THREE.3]."""

    player: str
    partner: str
    card: Annotated[int | None, HIDDEN, FADING]
    """None to close."""

    @property
    def readers(self) -> tuple[str, str]:
        """Both partners read it, and nobody else."""
        return self.player, self.partner

    def apply(self, state: State) -> None:
        """The partner answers with a card, or with none."""
        if self.card is None:
            state.contact_closed.append(self.player)
        else:
            state.swap = (self.player, self.card)


@recorded(
    "napoleon1815.swap_answered/1",
    "{player} answered the offer of card {offered:named} with card {card:named}.",
    veiled="{player} answered the offer.",
    owner="readers",
    reveals=True,
)
class SwapAnswered(Event, frozen=True):
    """Two cards change hands, or (no card) none do [THREE.3]."""

    player: str
    partner: str
    card: Annotated[int | None, HIDDEN, FADING]
    """None if nothing was given."""
    offered: Annotated[int, HIDDEN, FADING]

    @property
    def readers(self) -> tuple[str, str]:
        """Both partners read it, and nobody else."""
        return self.player, self.partner

    def apply(self, state: State) -> None:
        """Each card is in the other hand; the sizes of the hands stay as they are."""
        state.swap = None
        if self.card is not None:
            state.hands[self.player].remove(self.card)
            state.hands[self.partner].remove(self.offered)
            state.hands[self.player].append(self.offered)
            state.hands[self.partner].append(self.card)


@recorded(
    "napoleon1815.exchange_offered/1",
    "{player} made {partner} an offer: to give {give:named}, and to take {take:named}.",
    veiled="{player} made an offer to {partner}.",
    owner="readers",
    reveals=True,
)
class ExchangeOffered(Event, frozen=True):
    """A player offers the partner cards, or asks for some, or both [THREE.3, RULING.101]."""

    player: str
    partner: str
    give: Annotated[tuple[int, ...], HIDDEN, FADING]
    take: Annotated[tuple[int, ...], HIDDEN, FADING]

    @property
    def readers(self) -> tuple[str, str]:
        """Both partners read it, and nobody else."""
        return self.player, self.partner

    def apply(self, state: State) -> None:
        """The partner accepts it or turns it down, before anything else happens."""
        state.swap = Exchange(self.player, self.give, self.take)


@recorded(
    "napoleon1815.exchange_answered/1",
    "{player} {answer} the offer of {partner} to give {give:named} and to take {take:named}.",
    veiled="{player} answered the offer of {partner}.",
    owner="readers",
    reveals=True,
)
class ExchangeAnswered(Event, frozen=True):
    """The partner accepts the offer, and the cards change hands, or does not [THREE.3]."""

    player: str
    """Who answers."""
    partner: str
    """Who has made the offer."""
    accepted: Annotated[bool, HIDDEN]
    """Nobody else is told; hands that differ in size from before are seen by all [VIS.1]."""
    give: Annotated[tuple[int, ...], HIDDEN, FADING]
    """What was offered."""
    take: Annotated[tuple[int, ...], HIDDEN, FADING]
    """What was asked for."""

    @property
    def answer(self) -> str:
        """In a word."""
        return noted("accepted") if self.accepted else noted("turned down")

    @property
    def readers(self) -> tuple[str, str]:
        """Both partners read it, and nobody else."""
        return self.player, self.partner

    def apply(self, state: State) -> None:
        """The offer is gone; if it was accepted every card is in its new hand."""
        state.swap = None
        if self.accepted:
            _pass_on(state, self.give, self.partner, self.player)
            _pass_on(state, self.take, self.player, self.partner)


def _pass_on(state: State, cards: tuple[int, ...], giver: str, taker: str) -> None:
    for card in cards:
        state.hands[giver].remove(card)
        state.hands[taker].append(card)


@recorded(
    "napoleon1815.message_sent/1",
    "{player} to {partner}: {text}",
    veiled="{player} sent {partner} a message.",
    owner="readers",
    reveals=True,
)
class MessageSent(Event, frozen=True):
    """One partner says something to the other [THREE.3]."""

    player: str
    partner: str
    text: Annotated[str, HIDDEN]

    @property
    def readers(self) -> tuple[str, str]:
        """Both partners read it, and nobody else."""
        return self.player, self.partner

    def apply(self, state: State) -> None:
        """Words change nothing on the table."""
