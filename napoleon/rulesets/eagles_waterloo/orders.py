"""The verbs of the game: everything a player can order [chapter b].

Decks and deployments are given card by card, or as one list [G-39, G-43].
"""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from napoleon.rules.kit import conceding
from napoleon.rules.orders import Order

Id = Annotated[str, msgspec.Meta(max_length=64)]
"""Id of a card, a token, a battle, a place or a lane."""

Ids = Annotated[tuple[Id, ...], msgspec.Meta(max_length=200)]

Formation = Literal["", "line", "column", "square"]
"""A formation of infantry; empty for other cards, and for infantry that keeps its own."""


# -- decks [2.0, 15.0, 16.a] ----------------------------------------------------------------------


class AddCard(Order, frozen=True, tag="add_card"):
    """Put a card into your deck [2.0, 15.0]."""

    card: Id


class DropCard(Order, frozen=True, tag="drop_card"):
    """Take a card out of your deck again [2.0, 15.0]."""

    card: Id


class AssignCard(Order, frozen=True, tag="assign_card"):
    """Have a card of the campaign serve in the other of two battles [16.a, 16.e]."""

    card: Id
    battle: Id


class SubmitDeck(Order, frozen=True, tag="submit_deck"):
    """Have your deck consist of exactly these cards [G-39].

    In the campaign they are the cards of the first of the two battles; all others go to the second.
    """

    cards: Ids


class FinishDeck(Order, frozen=True, tag="finish_deck"):
    """End your deck; it is under seal until its cards are played [G-39]."""


# -- deployment [4.0 to 4.2] ----------------------------------------------------------------------


class Place(Order, frozen=True, tag="place"):
    """Lay a card of your muster in one of your positions [4.1, G-43]."""

    card: Id
    place: Id
    formation: Formation = ""
    decoy: bool = False
    """Whether a general or terrain lies face down, which an option allows [14.0]."""


class TakeUp(Order, frozen=True, tag="take_up"):
    """Take up a card that you have laid, to lay it elsewhere or keep it in Reserve [G-43]."""

    card: Id


class Laid(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A card of a layout."""

    card: Id
    place: Id
    formation: Formation = ""
    terrain: Id = ""
    """The terrain card that it stands on [G-52]."""
    decoy: bool = False


class Deploy(Order, frozen=True, tag="deploy"):
    """Lay your whole muster at once; whatever is not named stays in Reserve [G-43]."""

    cards: Annotated[tuple[Laid, ...], msgspec.Meta(max_length=200)]


class EndDeployment(Order, frozen=True, tag="end_deployment"):
    """End your deployment [4.1, G-43]."""


# -- morale [6] -----------------------------------------------------------------------------------


class CheckMorale(Order, frozen=True, tag="check_morale"):
    """Check the morale of a card that was hit [6.0, G-45]."""

    card: Id


class CheckTheRest(Order, frozen=True, tag="check_the_rest"):
    """Check all that were hit, in the order in which they stand [G-45]."""


# -- combat [7 to 12] -----------------------------------------------------------------------------


class Move(Order, frozen=True, tag="move"):
    """Move a card by one place along its lane [8.0 to 8.3]."""

    card: Id
    to: Id
    formation: Formation = ""
    """What infantry forms that was not engaged [9.0]."""
    terrain: Id = ""
    """The terrain card of that position that it goes onto, all in one move [G-23, G-52]."""


class ChangeFormation(Order, frozen=True, tag="change_formation"):
    """Change the formation of an infantry card where it stands [9.0, G-17]."""

    card: Id
    formation: Literal["line", "column", "square"]


class Fire(Order, frozen=True, tag="fire"):
    """Fire at an enemy card: engaged, or across the Middle Ground [7.2]."""

    card: Id
    target: Id
    """The card, or the token of one that lies face down [G-44]."""


class Shock(Order, frozen=True, tag="shock"):
    """Shock an enemy card in the same position [7.3]."""

    card: Id
    target: Id


class OccupyTerrain(Order, frozen=True, tag="occupy_terrain"):
    """Have a unit take its stand on terrain of its position [11.0, 11.5, G-52]."""

    card: Id
    terrain: Id
    instead: Id = ""
    """The unit that gives place, which has acted then, too [G-52]."""


class ChooseCaptors(Order, frozen=True, tag="choose_captors"):
    """Choose the infantry that goes onto terrain that has fallen to you [11.5, G-23]."""

    cards: Annotated[tuple[Id, ...], msgspec.Meta(max_length=8)]
    terrain: Id


class PlayTerrain(Order, frozen=True, tag="play_terrain"):
    """Play a terrain card from your Reserve in its position [11.0, G-19]."""

    card: Id


class PlaySpecial(Order, frozen=True, tag="play_special"):
    """Play a special card from your Reserve [13.0]."""

    card: Id
    place: Id = ""
    """The position, or the lane, that its text names."""
    target: Id = ""
    """The card that its text names."""


class PlayNothing(Order, frozen=True, tag="play_nothing"):
    """Play no special before the enemy's Combat phase [G-62]."""


class ShowGeneral(Order, frozen=True, tag="show_general"):
    """Show a Prussian general, with whom the Prussians arrive at Waterloo [10.0, G-18]."""

    card: Id


class PlaceDecoy(Order, frozen=True, tag="place_decoy"):
    """Lay a general, a special or terrain face down in a position without enemies [14.0]."""

    card: Id
    place: Id


class ShowDecoy(Order, frozen=True, tag="show_decoy"):
    """Turn a decoy face up where it lies [14.0, G-29]."""

    card: Id


class WithdrawDecoy(Order, frozen=True, tag="withdraw_decoy"):
    """Take a decoy back into the Reserve by a move of its own [14.0, G-29]."""

    card: Id


class EndCombat(Order, frozen=True, tag="end_combat"):
    """End your Combat phase [5.0, 8.4]."""


class EndTurn(Order, frozen=True, tag="end_turn"):
    """End your player turn [5.0, 10.0]."""


# -- campaign [16] --------------------------------------------------------------------------------


class WithdrawFromBattle(Order, frozen=True, tag="withdraw_from_battle"):
    """Withdraw everything from this battle, which the enemy wins [16.c]."""


class SendReinforcement(Order, frozen=True, tag="send_reinforcement"):
    """Send a card of a battle that you have won to the other battle [16.d]."""

    card: Id


class SendReinforcements(Order, frozen=True, tag="send_reinforcements"):
    """Send exactly these cards to the other battle, and no more [16.d]."""

    cards: Ids


class EndSending(Order, frozen=True, tag="end_sending"):
    """Send no more cards; the others wait for a later battle [16.d, G-57]."""


# -- at any time ----------------------------------------------------------------------------------


Resign = conceding.Resign
AgreeToEnd = conceding.AgreeToEnd
"""To give the game up, and to agree that it ends without a winner, at any time [G-09]."""
