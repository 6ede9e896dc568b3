"""Deployment: in secret, shown at once, and adjusted by the French [4.1, G-06, G-43]."""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.events import HIDDEN, Event, recorded
from napoleon.rulesets.eagles_waterloo.places import owner, reserve
from napoleon.rulesets.eagles_waterloo.sides import side_of
from napoleon.rulesets.eagles_waterloo.state import Card, Site, State


@recorded(
    "eagles_waterloo.card_placed/1",
    "The {player} laid {card:the} {place:in}.",
    veiled="The {player} laid a card.",
)
class CardPlaced(Event, frozen=True):
    """A card of the muster is laid in a position [4.1, G-43]."""

    player: str
    card: Annotated[str, HIDDEN]
    place: Annotated[str, HIDDEN]
    formation: Annotated[str, HIDDEN]
    """``column`` or ``square``; empty in line."""
    face_up: Annotated[bool, HIDDEN]
    """Whether it is terrain or a general, and no decoy."""
    site: Annotated[bool, HIDDEN]
    """Whether it is terrain that takes effect."""

    def apply(self, state: State) -> None:
        lay(state, self.card, self.place, self.formation, self.face_up, self.site)


def lay(state: State, card: str, place: str, formation: str, face_up: bool, site: bool) -> None:
    """A card of a Reserve lies in a position."""
    battle = state.battle_of(card)
    assert battle is not None, "it is in a muster"
    # A layout that is tried out goes on at once from here.
    battle.look_again()
    if site:
        battle.sites[card] = Site(place, owner(place))
        del battle.cards[card]
        return
    it = battle.cards[card]
    it.place, it.formation, it.revealed = place, formation, face_up


@recorded(
    "eagles_waterloo.card_posted/1",
    "The {player} laid {card:the} on {terrain:the}.",
    veiled="The {player} laid a card on terrain.",
)
class CardPosted(Event, frozen=True):
    """A unit is deployed on terrain [G-52]."""

    player: str
    card: Annotated[str, HIDDEN]
    terrain: Annotated[str, HIDDEN]

    def apply(self, state: State) -> None:
        battle = state.battle_of(self.card)
        assert battle is not None, "it was laid"
        battle.cards[self.card].terrain = self.terrain


@recorded(
    "eagles_waterloo.card_taken_up/1",
    "The {player} took up {card:the}.",
    veiled="The {player} took up a card.",
)
class CardTakenUp(Event, frozen=True):
    """A card that was laid goes back to the Reserve [G-43]."""

    player: str
    battle: Annotated[str, HIDDEN]
    nation: Annotated[str, HIDDEN]
    card: Annotated[str, HIDDEN]

    def apply(self, state: State) -> None:
        take_up(state, self.battle, self.nation, self.card)


def take_up(state: State, battle: str, nation: str, card: str) -> None:
    """A card that was laid is in Reserve again."""
    field = state.battles[battle]
    field.look_again()
    if card in field.sites:
        del field.sites[card]
        for it in field.cards.values():
            if it.terrain == card:
                it.terrain = ""
    field.cards[card] = Card(nation, reserve(side_of(nation)))


@recorded("eagles_waterloo.layout_submitted/1", "The {player} laid out their muster.")
class LayoutSubmitted(Event, frozen=True):
    """Everything is taken up, and laid as one list says [G-43]."""

    player: str
    taken: Annotated[tuple[tuple[str, str, str], ...], HIDDEN]
    """Battle, nation and id of the cards that are taken up first."""
    cards: Annotated[tuple[tuple[str, str, str, bool, bool], ...], HIDDEN]
    """Card, place, formation, whether face up, and whether it is terrain that takes effect."""
    posted: Annotated[dict[str, str], HIDDEN]
    """Terrain by the unit that stands on it."""

    def apply(self, state: State) -> None:
        for battle, nation, card in self.taken:
            take_up(state, battle, nation, card)
        for card, place, formation, face_up, site in self.cards:
            lay(state, card, place, formation, face_up, site)
        for card, terrain in self.posted.items():
            field = state.battle_of(card)
            assert field is not None, "it was laid"
            field.cards[card].terrain = terrain


@recorded("eagles_waterloo.deployment_ended/1", "The {player} ended their deployment.")
class DeploymentEnded(Event, frozen=True):
    """A layout is under seal [4.1]."""

    player: str

    def apply(self, state: State) -> None:
        state.finished.append(self.player)


@recorded(
    "eagles_waterloo.layout_shown/1",
    "{battle}: the layout of the {side} was shown.",
    drawn="pairing",
    reveals=True,
)
class LayoutShown(Event, frozen=True):
    """A layout as others see it: cards that lie face up, and tokens [4.1, G-44]."""

    battle: str
    side: str
    player: str
    face_up: dict[str, tuple[str, ...]]
    """By position terrain and generals."""
    face_down: dict[str, tuple[str, ...]]
    """By position the tokens of the others."""
    on_terrain: dict[str, tuple[str, ...]]
    """By terrain the tokens of those that stand on it."""
    pairing: Annotated[dict[str, str], HIDDEN]
    """Token by card, as chance gave them out."""
    draw: int | None
    """Number of the last draw; None if nothing was drawn."""

    def apply(self, state: State) -> None:
        battle = state.battles[self.battle]
        for card, token in self.pairing.items():
            battle.cards[card].token = token
        state.tokens += len(self.pairing)
        if self.draw is not None:
            state.draws = self.draw + 1
        for site in battle.sites.values():
            if site.side == self.side:
                site.fixed = True


@recorded("eagles_waterloo.deployment_phase_ended/1", "The layouts lie open.")
class DeploymentPhaseEnded(Event, frozen=True):
    """The French may adjust their layout; then battle begins [4.1, G-06]."""

    begun: str
    """``adjust`` or ``between``."""

    def apply(self, state: State) -> None:
        state.phase = self.begun
        state.finished = []
