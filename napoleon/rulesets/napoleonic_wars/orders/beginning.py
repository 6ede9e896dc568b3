"""What is ordered before the first turn, and to end the game [4]."""

from __future__ import annotations

from napoleon.rules.kit import conceding
from napoleon.rules.orders import Order

Resign = conceding.Resign
AgreeToEnd = conceding.AgreeToEnd


class BidForCamp(Order, frozen=True, tag="bid_for_camp"):
    """Bid strength points for a camp, in secret."""

    camp: str
    sp: int


class GiveUpStrength(Order, frozen=True, tag="give_up_strength"):
    """Give up a strength point for the camp that you have."""

    nation: str
    space: str


class PlaceResource(Order, frozen=True, tag="place_resource"):
    """Let one of your powers begin with a Resource."""

    nation: str


class KeepHand(Order, frozen=True, tag="keep_hand"):
    """Keep the hand of a nation."""

    nation: str


class ThrowIn(Order, frozen=True, tag="throw_in"):
    """Throw in the hand of a nation, and draw a card fewer."""

    nation: str
