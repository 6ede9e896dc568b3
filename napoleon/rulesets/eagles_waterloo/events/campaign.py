"""The campaign: stages, battles that are over, who is sent on [16]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import HIDDEN, Event, recorded
from napoleon.rulesets.eagles_waterloo.events.decks import fields
from napoleon.rulesets.eagles_waterloo.state import State


@recorded("eagles_waterloo.retreat_ordered/1", "{battle}: the {side} have to retreat.")
class RetreatOrdered(Event, frozen=True):
    """The cards of the loser that were hit, and those that share a position with enemies [16.d]."""

    battle: str
    side: str
    cards: tuple[str, ...]
    """Each of them rolls once for every hit that is not checked, and once more if engaged."""

    def apply(self, state: State) -> None:
        battle = state.battles[self.battle]
        battle.retreating = list(self.cards)
        battle.active = ""
        state.phase, state.at = "retreat", self.battle


@recorded("eagles_waterloo.sending_opened/1", "{battle}: the {player} may send cards to {to}.")
class SendingOpened(Event, frozen=True):
    """The winner may send on who is left, and what was not drawn [16.d, G-57]."""

    player: str
    battle: str
    to: str

    def apply(self, state: State) -> None:
        state.phase, state.sent = "sending", []


@recorded(
    "eagles_waterloo.cards_chosen/1",
    "The {player} chose {cards:the} to be sent.",
    veiled="The {player} chose {count:card/cards} to be sent.",
)
class CardsChosen(Event, frozen=True):
    """Cards that join the reinforcement deck of the other battle [16.d]."""

    player: str
    battle: str
    cards: Annotated[tuple[str, ...], HIDDEN]
    count: int

    def apply(self, state: State) -> None:
        """They leave together, once all are chosen."""
        state.sent.extend(self.cards)


@recorded(
    "eagles_waterloo.reinforcements_sent/1",
    "{count:card/cards} went from {battle} to {to}.",
)
class ReinforcementsSent(Event, frozen=True):
    """The chosen are shuffled into a deck of the other battle [16.d, G-33]."""

    player: str
    battle: str
    to: str
    nation: str
    """Whose deck they join there."""
    cards: Annotated[tuple[str, ...], HIDDEN]
    count: int

    def apply(self, state: State) -> None:
        ended, running = state.battles[self.battle], state.battles[self.to]
        for card in self.cards:
            ended.cards.pop(card, None)
            for deck in ended.decks.values():
                if card in deck:
                    deck.remove(card)
        deck = running.decks.setdefault(self.nation, [])
        running.decks[self.nation] = sorted([*deck, *self.cards])
        state.sent = []


@recorded("eagles_waterloo.battle_closed/1", "{battle} is over.")
class BattleClosed(Event, frozen=True):
    """What is left of a battle waits in the pools [16.c, G-57, G-58]."""

    battle: str
    winner: str
    """Empty for a drawn one, which counts as lost by the French [G-54]."""
    lost: dict[str, tuple[str, ...]]
    """By nation who was eliminated, and is out of the campaign."""
    kept: Annotated[dict[str, tuple[str, ...]], HIDDEN]
    """By nation who waits; terrain and specials that were used are out."""
    counts: dict[str, int]
    """How many wait, by nation."""
    player: str = ""
    """Empty: it tells of both sides, and each sees its own pool on its boards."""

    def apply(self, state: State) -> None:
        for nation, cards in self.kept.items():
            state.pools[nation] = sorted([*state.pools.get(nation, []), *cards])
        for nation, cards in self.lost.items():
            state.lost.setdefault(nation, []).extend(cards)
        state.results[self.battle] = self.winner
        del state.battles[self.battle]
        state.phase = "between"


@recorded("eagles_waterloo.stage_started/1", "The campaign goes on: {stage}.")
class StageStarted(Event, frozen=True):
    """The next battles of the campaign [16.e, 16.f]."""

    stage: str
    """``wavre_waterloo`` or ``charleroi``."""
    battles: dict[str, dict[str, int]]
    """By battle and nation the cards that come in each turn."""
    joining: dict[str, tuple[str, ...]]
    """By nation cards that have not fought so far, and join the pool [16.e, G-58]."""

    def apply(self, state: State) -> None:
        state.stage, state.battles = self.stage, fields(self.battles)
        for nation, cards in self.joining.items():
            state.pools[nation] = sorted([*state.pools.get(nation, []), *cards])
        state.phase, state.at = "decks", ""
        state.finished, state.drafts = [], {}


@recorded("eagles_waterloo.pools_left/1", "The decks of this stage were made.")
class PoolsLeft(Event, frozen=True):
    """Cards that serve in a deck leave the pools [16.b]."""

    cards: Annotated[dict[str, tuple[str, ...]], HIDDEN]
    """By nation."""
    player: str = ""
    """Empty: it tells of both sides."""

    def apply(self, state: State) -> None:
        for nation, gone in self.cards.items():
            left = set(state.pools[nation]).difference(gone)
            state.pools[nation] = sorted(left)
