"""The kinds of correction: what a referee may set, in the words of the API [E-55]."""

from __future__ import annotations

from napoleon.rules.corrections import Correction
from napoleon.rulesets.napoleonic_empire.packs.pack import Side


class SetArmies(Correction, frozen=True, tag="set_armies"):
    """Set how many armies a side has in a country: 0, or as many as its pool allows.

    If that leaves fewer than have moved there in this turn, all of those left have moved.
    """

    side: Side
    country: str
    armies: int


class SetMovedArmies(Correction, frozen=True, tag="set_moved_armies"):
    """Say how many armies of the active side in a country have moved in this turn."""

    country: str
    armies: int


class PlaceCommander(Correction, frozen=True, tag="place_commander"):
    """Put a commander into a country: from another one, or back into the game."""

    commander: str
    country: str
    moved: bool = False
    """Whether he has moved in this turn."""


class RemoveCommander(Correction, frozen=True, tag="remove_commander"):
    """Take a commander out of the game."""

    commander: str


class PlaceCard(Correction, frozen=True, tag="place_card"):
    """Move a card from the deck, a hand or the discards to another of these."""

    card: str
    to: str
    """``deck``, the seat whose hand it is, ``face_up`` for the discards, or ``face_down``: so a
    card is discarded out of a hand as one beyond the limit is."""


class SetMovementBar(Correction, frozen=True, tag="set_movement_bar"):
    """Keep the active side from moving in this turn, or let it move after all."""

    barred: bool


class SetContinentalSystem(Correction, frozen=True, tag="set_continental_system"):
    """Say whether a country still owes the Reinforcement phase in which it gives fewer armies."""

    country: str
    weighs: bool


class SetBattleDue(Correction, frozen=True, tag="set_battle_due"):
    """Say whether the battle of a country is still to be fought in the running Attack phase."""

    country: str
    due: bool
