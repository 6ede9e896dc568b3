"""Moves and formations [8, 9, 14.0]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import FOGGED, Event, recorded
from napoleon.rulesets.eagles_waterloo.places import is_reserve, lane_of, owner, reserve
from napoleon.rulesets.eagles_waterloo.sides import side_of
from napoleon.rulesets.eagles_waterloo.state import Battle, Card, Site, State


@recorded(
    "eagles_waterloo.card_moved/1",
    "{card} moved {origin:from} {to:to}.",
    fogged="{token} moved {origin:from} {to:to}.",
)
class CardMoved(Event, frozen=True):
    """A card moves by one place, or is laid or withdrawn as a decoy [8.0, 14.0].

    Others cannot tell a decoy from a unit that moves face down [G-78].
    """

    player: str
    battle: str
    nation: str
    card: Annotated[str, FOGGED]
    token: str
    """What others see of it, from now on if it comes from a Reserve; empty if it lies face up."""
    origin: str
    to: str
    formation: Annotated[str, FOGGED]
    """``column`` or ``square``; empty in line, and for all that is no infantry."""
    terrain: str
    """What it goes onto; empty for none [G-52]."""
    way: str
    """``engage``, ``disengage`` or empty [8.1, 8.2]."""
    river: str
    """The river that a unit crosses; empty for none [11.3]."""
    crossed: int
    """Units that have crossed it in this player turn by now."""
    face_up: bool
    """Whether it lies face up when it has arrived, as generals do."""
    spends_extra: Annotated[bool, FOGGED]
    """Whether it is a move that a special gave it [13.a]."""
    decoy: Annotated[bool, FOGGED] = False
    """Whether it is a general, a special or terrain that lies face down [14.0]."""

    def apply(self, state: State) -> None:
        battle = state.battles[self.battle]
        card = battle.cards.pop(self.card)
        battle.cards[self.card] = card
        card.place, card.terrain, card.formation = self.to, self.terrain, self.formation
        if self.spends_extra:
            card.extra -= 1
        else:
            card.moves += 1
        if self.way:
            card.way = self.way
        if is_reserve(self.to):
            card.token, card.revealed, card.blown = "", False, False
            card.rests = self.decoy
        elif is_reserve(self.origin) and not self.face_up:
            card.token = self.token
            state.tokens += 1
        if self.face_up:
            card.revealed = True
        if self.river:
            battle.crossed[lane_of(self.to)] = self.crossed
        _note(battle, self.card)
        if not is_reserve(self.to) and owner(self.to) != side_of(self.nation):
            battle.busy = True


def _note(battle: Battle, card: str) -> None:
    battle.current = card
    battle.fought = True


@recorded(
    "eagles_waterloo.card_sent_back/1",
    "{card} found no room {origin:in}, and went back {to:to}.",
    fogged="{token} found no room {origin:in}, and went back {to:to}.",
)
class CardSentBack(Event, frozen=True):
    """A card that came last leaves a position that is over its limit [8.4, G-15]."""

    player: str
    battle: str
    nation: str
    card: Annotated[str, FOGGED]
    token: str
    origin: str
    to: str

    def apply(self, state: State) -> None:
        battle = state.battles[self.battle]
        del battle.cards[self.card]
        battle.cards[self.card] = Card(self.nation, self.to, acted=True)


@recorded(
    "eagles_waterloo.formation_changed/1",
    "{card} formed {formation}.",
    fogged="The {player} changed the formation of a card that lies face down.",
)
class FormationChanged(Event, frozen=True):
    """Infantry changes its formation where it stands, which is its action [9.0, G-17]."""

    player: str
    battle: str
    card: Annotated[str, FOGGED]
    formation: Annotated[str, FOGGED]
    """``line``, ``column`` or ``square``."""

    def apply(self, state: State) -> None:
        """Others see it when they see the card [G-38]."""
        battle = state.battles[self.battle]
        card = battle.cards[self.card]
        card.formation = "" if self.formation == "line" else self.formation
        card.acted = True
        _note(battle, self.card)


@recorded("eagles_waterloo.decoy_shown/1", "{card} was a decoy, and is shown.", reveals=True)
class DecoyShown(Event, frozen=True):
    """A decoy is turned face up where it lies, and is what it is [14.0, G-29]."""

    player: str
    battle: str
    nation: str
    card: str
    token: str
    place: str
    kind: str
    """``general``, ``terrain`` or ``special``."""

    def apply(self, state: State) -> None:
        """A general leads, terrain takes effect, a special goes back to the Reserve."""
        battle = state.battles[self.battle]
        side = side_of(self.nation)
        if self.kind == "terrain":
            del battle.cards[self.card]
            battle.sites[self.card] = Site(self.place, side)
        elif self.kind == "special":
            del battle.cards[self.card]
            battle.cards[self.card] = Card(self.nation, reserve(side))
        else:
            card = battle.cards[self.card]
            card.revealed, card.token = True, ""
        battle.fought = True


@recorded(
    "eagles_waterloo.decoy_returned/1",
    "{card} was a decoy, and is shown: it is in Reserve, and rests in this turn.",
    reveals=True,
)
class DecoyReturned(DecoyShown, frozen=True):
    """A special that lay as a decoy is of no use before its owner's next turn [14.0, G-96].

    Games that began under 1.0 record it as any other, and play it at once.
    """

    def apply(self, state: State) -> None:
        super().apply(state)
        state.battles[self.battle].cards[self.card].rests = True
