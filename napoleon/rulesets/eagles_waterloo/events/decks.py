"""The game laid out, decks made, musters dealt [2, 3, 15, 16.a]."""

from __future__ import annotations

from typing import Annotated, Any

from napoleon.rules.events import HIDDEN, Event, recorded
from napoleon.rulesets.eagles_waterloo.places import reserve
from napoleon.rulesets.eagles_waterloo.sides import side_of
from napoleon.rulesets.eagles_waterloo.state import Battle, Card, State


def fields(battles: dict[str, dict[str, int]]) -> dict[str, Battle]:
    """Battles on empty fields: by battle and nation the cards that come in each turn."""
    return {
        battle: Battle(battle, number, list(rates), dict(rates))
        for number, (battle, rates) in enumerate(battles.items(), 1)
    }


@recorded("eagles_waterloo.game_laid_out/1", "The cards were laid out: {scenario}.")
class GameLaidOut(Event, frozen=True):
    """The battle, or the campaign, is chosen [2.0]. Begins the state."""

    scenario: str
    options: dict[str, Any]
    seats: tuple[str, ...]
    stage: str
    battles: dict[str, dict[str, int]]
    """By battle and nation the cards that come in each turn [10.0]."""
    pools: dict[str, tuple[str, ...]]
    """By nation the cards that its decks may be made of [2.0, G-40]."""

    def begin(self) -> State:
        """The state that this event starts from."""
        return State(
            options=dict(self.options),
            seats=list(self.seats),
            scenario=self.scenario,
            stage=self.stage,
            battles=fields(self.battles),
            pools={nation: list(cards) for nation, cards in self.pools.items()},
            given=dict.fromkeys(self.seats, 0),
        )


@recorded(
    "eagles_waterloo.deck_dealt/1",
    "The deck of the {nation} for {battle} was dealt: {cards:the}.",
    veiled="The deck of the {nation} for {battle} was dealt: {count:card/cards}.",
    drawn="cards",
)
class DeckDealt(Event, frozen=True):
    """A deck is dealt face down from the pool of its nation [2.0]."""

    player: str
    """Empty: nobody sees it, not even its owner."""
    nation: str
    battle: str
    cards: Annotated[tuple[str, ...], HIDDEN]
    count: int
    draw: int

    def apply(self, state: State) -> None:
        state.drafts.setdefault(self.battle, {})[self.nation] = list(self.cards)
        state.draws = self.draw + 1


@recorded(
    "eagles_waterloo.draft_opened/1",
    "The {player} began to make the decks of the {nation}.",
)
class DraftOpened(Event, frozen=True):
    """A deck is to be made, from nothing or from cards that have to serve [G-39, G-55]."""

    player: str
    nation: str
    cards: Annotated[dict[str, tuple[str, ...]], HIDDEN]
    """By battle the cards that lie in its deck from the beginning."""

    def apply(self, state: State) -> None:
        """Its owner changes it, and ends it."""
        for battle, cards in self.cards.items():
            state.drafts.setdefault(battle, {})[self.nation] = list(cards)


@recorded(
    "eagles_waterloo.card_added/1",
    "The {player} added {card:the} to their deck.",
    veiled="The {player} added a card to their deck.",
)
class CardAdded(Event, frozen=True):
    """A card goes into a deck that is being made [G-39]."""

    player: str
    battle: str
    nation: str
    card: Annotated[str, HIDDEN]

    def apply(self, state: State) -> None:
        state.drafts[self.battle][self.nation].append(self.card)


@recorded(
    "eagles_waterloo.card_dropped/1",
    "The {player} took {card:the} out of their deck.",
    veiled="The {player} took a card out of their deck.",
)
class CardDropped(Event, frozen=True):
    """A card goes out of a deck that is being made [G-39]."""

    player: str
    battle: str
    nation: str
    card: Annotated[str, HIDDEN]

    def apply(self, state: State) -> None:
        state.drafts[self.battle][self.nation].remove(self.card)


@recorded(
    "eagles_waterloo.card_assigned/1",
    "The {player} assigned {card:the} to {battle}.",
    veiled="The {player} assigned a card to one of the battles.",
)
class CardAssigned(Event, frozen=True):
    """A card of the campaign serves in the other of two battles [16.a, G-31]."""

    player: str
    card: Annotated[str, HIDDEN]
    battle: Annotated[str, HIDDEN]
    nation: str

    def apply(self, state: State) -> None:
        for battle, drafts in state.drafts.items():
            deck = drafts.get(self.nation, [])
            if battle == self.battle:
                deck.append(self.card)
            elif self.card in deck:
                deck.remove(self.card)


@recorded(
    "eagles_waterloo.deck_submitted/1",
    "The {player} handed in the decks of the {nation}.",
)
class DeckSubmitted(Event, frozen=True):
    """Whole decks of a nation take the place of what was there [G-39]."""

    player: str
    nation: str
    decks: Annotated[dict[str, tuple[str, ...]], HIDDEN]
    """By battle."""

    def apply(self, state: State) -> None:
        for battle, cards in self.decks.items():
            state.drafts[battle][self.nation] = list(cards)


@recorded("eagles_waterloo.deck_finished/1", "The {player} ended their decks.")
class DeckFinished(Event, frozen=True):
    """A player's decks are under seal [G-39]."""

    player: str

    def apply(self, state: State) -> None:
        state.finished.append(self.player)


@recorded(
    "eagles_waterloo.decks_told/1",
    "The deck of the {nation} for {battle} has {count:card/cards}.",
    reveals=True,
)
class DecksTold(Event, frozen=True):
    """How many cards a deck has, and its battle points if they were limited [G-39, 15.0]."""

    battle: str
    nation: str
    count: int
    bp: int | None
    """Battle points of a custom deck; None for others."""
    cards: Annotated[tuple[str, ...], HIDDEN]
    """The deck, each copy of a card under an id of its own."""
    player: str

    def apply(self, state: State) -> None:
        state.drafts[self.battle][self.nation] = list(self.cards)


@recorded(
    "eagles_waterloo.muster_dealt/1",
    "The muster of the {nation} for {battle} was dealt: {cards:the}.",
    veiled="The muster of the {nation} for {battle} was dealt: {count:card/cards}.",
    drawn="cards",
)
class MusterDealt(Event, frozen=True):
    """Part of a deck comes into the Reserve; the rest is the reinforcement deck [3.0]."""

    player: str
    nation: str
    battle: str
    cards: Annotated[tuple[str, ...], HIDDEN]
    count: int
    left: int
    """Cards in the reinforcement deck."""
    draw: int | None
    """Number of the last draw; None if nothing was drawn."""

    def apply(self, state: State) -> None:
        """Nobody knows the order of the reinforcement deck, as it has none."""
        battle = state.battles[self.battle]
        deck = state.drafts[self.battle].pop(self.nation)
        for card in self.cards:
            deck.remove(card)
            battle.cards[card] = Card(self.nation, reserve(side_of(self.nation)))
        battle.decks[self.nation] = sorted(deck)
        if self.draw is not None:
            state.draws = self.draw + 1


@recorded(
    "eagles_waterloo.dealt_anew/1",
    "The {what} of the {nation} for {battle} had too few units, and is dealt again.",
    drawn="cards",
)
class DealtAnew(Event, frozen=True):
    """A random deck or muster without a unit for each position is put back [4.1, G-90]."""

    player: str
    """Empty: nobody looks at it."""
    nation: str
    battle: str
    what: str
    """``deck`` or ``muster``."""
    cards: Annotated[tuple[str, ...], HIDDEN]
    count: int
    draw: int

    def apply(self, state: State) -> None:
        state.draws = self.draw + 1


@recorded("eagles_waterloo.musters_completed/1", "All musters were dealt.")
class MustersCompleted(Event, frozen=True):
    """Deployment begins [4.0]."""

    battles: tuple[str, ...]

    def apply(self, state: State) -> None:
        """Everybody lays their cards in secret [4.1]."""
        state.phase, state.finished, state.drafts = "deploy", [], {}
        for battle in state.battles.values():
            battle.began = state.turn
