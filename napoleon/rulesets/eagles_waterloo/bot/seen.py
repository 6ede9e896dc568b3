"""What a seat sees of a game, read from its views alone."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property

from napoleon.rulesets.eagles_waterloo import places
from napoleon.rulesets.eagles_waterloo.bot.power import Piece
from napoleon.rulesets.eagles_waterloo.sides import enemy, side_of
from napoleon.rulesets.eagles_waterloo.views import EaglesViews
from napoleon.rulesets.eagles_waterloo.views.cards import CardView
from napoleon.rulesets.eagles_waterloo.views.hand import HeldCard
from napoleon.rulesets.eagles_waterloo.views.map import PlaceView, SiteView


class Field:
    """One battlefield as one seat sees it."""

    def __init__(self, side: str, areas: Iterable[PlaceView], held: Iterable[HeldCard]) -> None:
        self.side = side
        self.enemy = enemy(side)
        self.own_reserve = places.reserve(side)
        self.sites: dict[str, SiteView] = {}
        self.site_places: dict[str, str] = {}
        """The position of each terrain card."""
        self._at: dict[tuple[str, str], list[Piece]] = {}
        self.pieces: dict[str, Piece] = {}
        for area in areas:
            for site in area.terrain:
                self.sites[site.id], self.site_places[site.id] = site, area.place
            for card in area.cards:
                self._add(self._piece(card, area.place))
        for it in held:
            self._add(_held(it, side))

    def _piece(self, card: CardView, place: str) -> Piece:
        site = self.sites.get(card.terrain or "")
        return Piece(
            id=card.id,
            side=side_of(card.nation),
            nation=card.nation,
            place=place,
            face=card.face,
            formation=card.formation or "",
            blown=bool(card.blown),
            acted=bool(card.acted),
            moves=card.moves or 0,
            hits=card.hits,
            terrain=site.terrain if site else "",
            late=False,
        )

    def _add(self, piece: Piece) -> None:
        self.pieces[piece.id] = piece
        self._at.setdefault((piece.place, piece.side), []).append(piece)

    def at(self, place: str, side: str) -> list[Piece]:
        """The cards of a side in a place; of an enemy Reserve nothing is known."""
        return self._at.get((place, side), [])

    def units(self, place: str, side: str) -> list[Piece]:
        """The units of a side in a place, and its cards that may be some."""
        return [it for it in self.at(place, side) if it.is_unit]

    def own(self, place: str) -> list[Piece]:
        """The own units in a place."""
        return self.units(place, self.side)

    def foes(self, place: str) -> list[Piece]:
        """The enemy units in a place, and cards that may be some."""
        return self.units(place, self.enemy)

    def is_engaged(self, place: str) -> bool:
        """Whether cards of both sides are in a position."""
        return bool(self.at(place, self.side) and self.at(place, self.enemy))

    def general_at(self, place: str) -> Piece | None:
        """The own general in a place."""
        return next((it for it in self.at(place, self.side) if it.kind == "general"), None)

    @cached_property
    def waiting(self) -> list[Piece]:
        """Own units in Reserve."""
        return self.own(self.own_reserve)


def _held(it: HeldCard, side: str) -> Piece:
    return Piece(
        id=it.id,
        side=side,
        nation=it.nation,
        place=places.reserve(side),
        face=it.face,
        formation="line" if it.face.kind == "infantry" else "",
        blown=False,
        acted=False,
        moves=0,
        hits=0,
        terrain="",
        late=it.late,
    )


class Seen:
    """The game as one seat sees it."""

    def __init__(self, views: EaglesViews) -> None:
        self.map, self.seat = views.map, views.hand.seat
        hand = next(it for it in views.hand.hands if it.player == self.seat)
        self.decks = hand.decks or ()
        self.fields = {
            battle.id: Field(
                self.seat,
                [it for it in self.map.areas if it.battle == battle.id],
                [it for it in hand.cards or () if it.battle == battle.id],
            )
            for battle in self.map.battles
        }
        self.turns = {battle.id: battle.turns for battle in self.map.battles}

    @cached_property
    def field(self) -> Field:
        """The battlefield of the player turn."""
        assert self.map.at is not None, "a battle is fought"
        return self.fields[self.map.at]

    @property
    def turn(self) -> int:
        """Player turns of its battle so far."""
        return self.turns[self.map.at or ""]

    def field_of(self, card: str) -> Field:
        """The battlefield on which an own card waits or lies."""
        return next(it for it in self.fields.values() if card in it.pieces or card in it.sites)
