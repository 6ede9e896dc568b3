"""The kinds of correction: what a referee may set, in the words of the API [G-84]."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from napoleon.rules.corrections import Correction
from napoleon.rulesets.eagles_waterloo.orders import Id

Hits = Annotated[int, msgspec.Meta(ge=0, le=30)]
Quiet = Annotated[int, msgspec.Meta(ge=0, le=9)]
Formation = Literal["line", "column", "square"]
Side = Literal["french", "allied"]


# -- cards in play ---------------------------------------------------------------------------------


class PlaceCard(Correction, frozen=True, tag="place_card"):
    """Put a unit or a general into another place of its battlefield, on no terrain.

    Into a position with enemies, or from one to which they come, only if all cards there lie face
    up.
    """

    card: Id
    place: Id


class SetFace(Correction, frozen=True, tag="set_face"):
    """Turn a unit in a position face up for everybody, or face down where no enemy is."""

    card: Id
    shown: bool


class SetHits(Correction, frozen=True, tag="set_hits"):
    """Set the hits that a unit or a general has not been checked for."""

    card: Id
    hits: Hits


class SetFormation(Correction, frozen=True, tag="set_formation"):
    """Set the formation of an infantry card in a position."""

    card: Id
    formation: Formation


class SetBlown(Correction, frozen=True, tag="set_blown"):
    """Say whether cavalry in a position is blown."""

    card: Id
    blown: bool


class SetActed(Correction, frozen=True, tag="set_acted"):
    """Say whether the action of a card is over in this player turn; if not, it has not moved."""

    card: Id
    acted: bool


# -- cards lost, in Reserve and in decks -----------------------------------------------------------


class EliminateCard(Correction, frozen=True, tag="eliminate_card"):
    """Take a card in play out of its battle for good, for all to see."""

    card: Id


class RestoreCard(Correction, frozen=True, tag="restore_card"):
    """Bring a card that was eliminated, or spent, back into the Reserve of its side."""

    card: Id


class DrawCard(Correction, frozen=True, tag="draw_card"):
    """Bring a card from a reinforcement deck into the Reserve."""

    card: Id


class ReturnCard(Correction, frozen=True, tag="return_card"):
    """Put a card from the Reserve back into the reinforcement deck of its nation."""

    card: Id


# -- the battle ------------------------------------------------------------------------------------


class SetHolder(Correction, frozen=True, tag="set_holder"):
    """Say which side holds terrain on which nobody stands."""

    terrain: Id
    side: Side


class SetArrived(Correction, frozen=True, tag="set_arrived"):
    """Say whether the Prussians have arrived at Waterloo."""

    arrived: bool


class SetQuiet(Correction, frozen=True, tag="set_quiet"):
    """Say how many player turns in succession were quiet in the battle whose turn it is."""

    turns: Quiet
