"""The verbs of Napoleonic Empire: everything a player can order [chapter b].

What the digest names as one order with an allocation is given part by part here, so that the list
of legal orders stays complete and short: a retreat, and armies to be placed.
"""

from __future__ import annotations

from typing import Annotated

import msgspec

from napoleon.rules.kit import conceding
from napoleon.rules.orders import Order

Armies = Annotated[int, msgspec.Meta(ge=1, le=80)]
"""A number of armies that does something; no side has more than 80 [COMP.2]."""


Id = Annotated[str, msgspec.Meta(max_length=64)]
"""Id of a country, a card or a commander."""


def _sorted(order: Order, name: str) -> None:
    """Keep the names of a set in alphabetical order, so that equal orders are equal."""
    msgspec.structs.force_setattr(order, name, tuple(sorted(getattr(order, name))))


class SetUpRussia(Order, frozen=True, tag="set_up_russia"):
    """Spread the ten Russian armies over the four areas of a divided Russia [E-45]."""

    split: dict[Id, Annotated[int, msgspec.Meta(ge=0, le=80)]]
    """Armies by area; areas without armies may be left out."""

    def __post_init__(self) -> None:
        """Areas that get none are left out, and the others stand in alphabetical order."""
        given = {area: self.split[area] for area in sorted(self.split) if self.split[area]}
        msgspec.structs.force_setattr(self, "split", given)


class PlayCard(Order, frozen=True, tag="play_card"):
    """Play a card from your hand in the open window [CARD.2, CARD.3]."""

    card: Id


class Pass(Order, frozen=True, tag="pass"):
    """Play no card now; when both have passed the window is closed [E-13, E-24]."""


class DiscardExcess(Order, frozen=True, tag="discard_excess"):
    """Discard, face down, what the hand holds beyond seven cards [DRAW.3, E-08]."""

    cards: tuple[Id, ...]
    """In any order; they are kept in the alphabetical one."""

    def __post_init__(self) -> None:
        """A set of cards has one spelling."""
        _sorted(self, "cards")


class MoveArmies(Order, frozen=True, tag="move_armies"):
    """Move armies that have not moved to an adjacent country, or out of England by sea [MOVE]."""

    origin: Id
    to: Id
    armies: Armies


class MoveWithCommander(Order, frozen=True, tag="move_with_commander"):
    """Move armies with commanders: to one country, or with fast ones on to a second [E-34]."""

    commanders: tuple[Id, ...]
    """In any order; they are kept in the alphabetical one."""
    path: tuple[Id, ...]
    """The country that they leave, then one or two that they enter."""
    armies: Armies

    def __post_init__(self) -> None:
        """A set of commanders has one spelling."""
        _sorted(self, "commanders")


class EndMove(Order, frozen=True, tag="end_move"):
    """Move no more armies in this turn [MOVE.1]."""


class ChooseBattle(Order, frozen=True, tag="choose_battle"):
    """Fight the battle in this contested country next [E-11]."""

    country: Id


class EndAttack(Order, frozen=True, tag="end_attack"):
    """End the Attack phase when all of its battles have been fought [ATTACK.1]."""


class KutuzovRoll(Order, frozen=True, tag="kutuzov_roll"):
    """Roll whether Kutuzov may withdraw before the battle [E-37]."""


class KutuzovWithdraw(Order, frozen=True, tag="kutuzov_withdraw"):
    """Withdraw Kutuzov with all Allied armies, so that no battle is fought [E-37]."""

    to: Id


class KutuzovStay(Order, frozen=True, tag="kutuzov_stay"):
    """Let the battle be fought: without a roll, or in spite of a good one [E-37]."""


class Retreat(Order, frozen=True, tag="retreat"):
    """Retreat with some of the survivors, and commanders, until nobody is left [ATTACK.10]."""

    to: Id
    armies: Armies
    commanders: tuple[Id, ...] = ()
    """In any order; they are kept in the alphabetical one."""

    def __post_init__(self) -> None:
        """A set of commanders has one spelling."""
        _sorted(self, "commanders")


class PlaceCardArmies(Order, frozen=True, tag="place_card_armies"):
    """Place armies that a card gives [E-25, E-26]."""

    country: Id
    armies: Armies


class PlaceReinforcements(Order, frozen=True, tag="place_reinforcements"):
    """Place armies whose owner may choose where they go.

    The pool is too small for all that are due [E-20], or Russia is divided [OPT3.2].
    """

    country: Id
    armies: Armies


class PlaceRebels(Order, frozen=True, tag="place_rebels"):
    """Two rebel armies rise in a country [NAT.1]."""

    country: Id


class DeclineRebels(Order, frozen=True, tag="decline_rebels"):
    """No rebels rise this time [E-21]."""


Resign = conceding.Resign
AgreeToEnd = conceding.AgreeToEnd
"""To give the game up, and to agree that it ends without a winner, at any time [E-31, E-53]."""
