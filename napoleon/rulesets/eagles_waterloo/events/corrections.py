"""Corrections by a referee: what was on the table, and what is there from now on [G-84].

``reason`` is the id of the text that says why.
"""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FOGGED, HIDDEN, Event, recorded
from napoleon.rulesets.eagles_waterloo.events.cards import remove
from napoleon.rulesets.eagles_waterloo.places import is_reserve
from napoleon.rulesets.eagles_waterloo.state import Card, State

# -- cards in play ---------------------------------------------------------------------------------


@recorded(
    "eagles_waterloo.place_corrected/1",
    "Correction: {card} is {place:in}, no longer {origin:in}.",
    fogged="Correction: {token} is {place:in}, no longer {origin:in}.",
)
class PlaceCorrected(Event, frozen=True):
    """A card is put into another place of its battlefield."""

    player: str
    battle: str
    nation: str
    card: Annotated[str, FOGGED]
    token: str
    """What others see of it: where it comes from a Reserve, from now on; empty face up."""
    origin: str
    place: str
    reason: str

    def apply(self, state: State) -> None:
        """It is the last there, and stands on no terrain; in Reserve it is as it came."""
        battle = state.battles[self.battle]
        before = battle.cards[self.card]
        remove(battle, self.card)
        if is_reserve(self.place):
            battle.cards[self.card] = Card(self.nation, self.place, acted=before.acted)
            return
        battle.cards[self.card] = before
        before.place, before.terrain = self.place, ""
        if is_reserve(self.origin):
            before.token, before.revealed = self.token, not self.token
            state.tokens += bool(self.token)


@recorded(
    "eagles_waterloo.card_shown/1",
    "Correction: {card} lies face up {place:in}.",
    reveals=True,
)
class CardShown(Event, frozen=True):
    """A unit is turned face up by the referee."""

    battle: str
    card: str
    token: str
    place: str
    formation: str
    """``line``, ``column`` or ``square``; all but infantry are in line."""
    reason: str

    def apply(self, state: State) -> None:
        state.battles[self.battle].cards[self.card].revealed = True


@recorded(
    "eagles_waterloo.card_turned_down/1",
    "Correction: {card} lies face down {place:in}.",
)
class CardTurnedDown(Event, frozen=True):
    """A unit is turned face down by the referee, for all to see."""

    battle: str
    card: str
    token: str
    """What it is called from now on."""
    place: str
    reason: str

    def apply(self, state: State) -> None:
        """Its token is a new one, so that it tells nothing of what was seen before."""
        card = state.battles[self.battle].cards[self.card]
        card.revealed, card.token = False, self.token
        state.tokens += 1


@recorded(
    "eagles_waterloo.hits_corrected/1",
    "Correction: {card} has {after:hit/hits} to be checked for, no longer {before}.",
)
class HitsCorrected(Event, frozen=True):
    """A card has more hits or fewer; one with any lies face up."""

    battle: str
    card: str
    before: int
    after: int
    reason: str

    def apply(self, state: State) -> None:
        state.battles[self.battle].cards[self.card].hits = self.after


@recorded(
    "eagles_waterloo.formation_corrected/1",
    "Correction: {card} is in {after}, no longer in {before}.",
    fogged="Correction: the formation of {token} is another one.",
)
class FormationCorrected(Event, frozen=True):
    """Infantry stands in another formation [9.0]."""

    player: str
    battle: str
    card: Annotated[str, FOGGED]
    token: str
    before: Annotated[str, FOGGED]
    """``line``, ``column`` or ``square``, and so is `after`."""
    after: Annotated[str, FOGGED]
    reason: str

    def apply(self, state: State) -> None:
        card = state.battles[self.battle].cards[self.card]
        card.formation = "" if self.after == "line" else self.after


@recorded("eagles_waterloo.cavalry_blown/1", "Correction: {card} is blown.")
class CavalryBlown(Event, frozen=True):
    """Cavalry counts as having shocked [7.31]."""

    battle: str
    card: str
    reason: str

    def apply(self, state: State) -> None:
        state.battles[self.battle].cards[self.card].blown = True


@recorded("eagles_waterloo.cavalry_rested/1", "Correction: {card} is no longer blown.")
class CavalryRested(Event, frozen=True):
    """Cavalry may shock again where it stands."""

    battle: str
    card: str
    reason: str

    def apply(self, state: State) -> None:
        state.battles[self.battle].cards[self.card].blown = False


@recorded(
    "eagles_waterloo.action_corrected/1",
    "Correction: the action of {card} was {before}, and is {after}.",
    fogged="Correction: the action of a card of the {player} was {before}, and is {after}.",
)
class ActionCorrected(Event, frozen=True):
    """A card has acted in this player turn, or has not begun [7.0]."""

    player: str
    battle: str
    card: Annotated[str, FOGGED]
    token: str
    """Empty in Reserve, where others do not see which card it is."""
    before: str
    """``over`` or ``to come``, and so is `after`."""
    after: str
    reason: str

    def apply(self, state: State) -> None:
        battle = state.battles[self.battle]
        card = battle.cards[self.card]
        card.acted = self.after == OVER
        if not card.acted:
            card.moves, card.way = 0, ""
        if battle.current == self.card:
            battle.current = ""


OVER, TO_COME = "over", "to come"

# -- cards lost, in Reserve and in decks -----------------------------------------------------------


@recorded(
    "eagles_waterloo.card_withdrawn/1",
    "Correction: {card} is out of the battle.",
    reveals=True,
)
class CardWithdrawn(Event, frozen=True):
    """A card is eliminated by a correction; everybody sees which."""

    battle: str
    card: str
    token: str
    place: str
    routed: bool
    """Whether it is a unit or a general, and counts as eliminated; all others are spent."""
    reason: str

    def apply(self, state: State) -> None:
        battle = state.battles[self.battle]
        remove(battle, self.card)
        (battle.routed if self.routed else battle.spent).append(self.card)


@recorded(
    "eagles_waterloo.card_restored/1",
    "Correction: {card}, which was out of the battle, is {place:in}.",
)
class CardRestored(Event, frozen=True):
    """A card that was eliminated or spent is in the Reserve again."""

    battle: str
    nation: str
    card: str
    place: str
    reason: str

    def apply(self, state: State) -> None:
        battle = state.battles[self.battle]
        (battle.routed if self.card in battle.routed else battle.spent).remove(self.card)
        battle.cards[self.card] = Card(self.nation, self.place)


@recorded(
    "eagles_waterloo.card_brought/1",
    "Correction: {card} came from the deck into the Reserve.",
    veiled="Correction: a card of the {nation} came from the deck into the Reserve.",
)
class CardBrought(Event, frozen=True):
    """A card of a reinforcement deck is in the Reserve; others see its back."""

    player: str
    battle: str
    nation: str
    """That its back tells."""
    deck: str
    """The nation whose deck it was in."""
    card: Annotated[str, HIDDEN]
    place: str
    reason: str

    def apply(self, state: State) -> None:
        battle = state.battles[self.battle]
        battle.decks[self.deck].remove(self.card)
        battle.cards[self.card] = Card(self.nation, self.place)


@recorded(
    "eagles_waterloo.card_returned/1",
    "Correction: {card} went back from the Reserve into the deck.",
    veiled="Correction: a card of the {nation} went back from the Reserve into the deck.",
)
class CardReturned(Event, frozen=True):
    """A card in Reserve is in the reinforcement deck; others see its back."""

    player: str
    battle: str
    nation: str
    deck: str
    card: Annotated[str, HIDDEN]
    reason: str

    def apply(self, state: State) -> None:
        battle = state.battles[self.battle]
        remove(battle, self.card)
        battle.decks[self.deck] = sorted([*battle.decks[self.deck], self.card])


# -- the battle ------------------------------------------------------------------------------------


@recorded(
    "eagles_waterloo.holder_corrected/1",
    "Correction: the {after} hold {terrain:the}, no longer the {before}.",
)
class HolderCorrected(Event, frozen=True):
    """Terrain is held by the other side [11.5]."""

    battle: str
    terrain: str
    before: str
    after: str
    reason: str

    def apply(self, state: State) -> None:
        state.battles[self.battle].sites[self.terrain].side = self.after


@recorded(
    "eagles_waterloo.arrival_corrected/1",
    "Correction: the Prussians had {before}, and have {after}.",
)
class ArrivalCorrected(Event, frozen=True):
    """The Prussians have come to Waterloo, or not [10.0]."""

    battle: str
    before: str
    """``arrived`` or ``not arrived``, and so is `after`."""
    after: str
    reason: str

    def apply(self, state: State) -> None:
        """From now on they leave the Reserve, or stay in it."""
        state.battles[self.battle].arrived = self.after == ARRIVED


ARRIVED, NOT_ARRIVED = "arrived", "not arrived"


@recorded(
    "eagles_waterloo.quiet_corrected/1",
    "Correction: {after:quiet player turn/quiet player turns} in succession, no longer {before}.",
)
class QuietCorrected(Event, frozen=True):
    """So many player turns have passed in which nothing happened [G-54]."""

    battle: str
    before: int
    after: int
    reason: str

    def apply(self, state: State) -> None:
        state.battles[self.battle].quiet = self.after
