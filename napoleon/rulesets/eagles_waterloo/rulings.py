"""Rulings that a released version decides in another way: each is a field of the table.

A version of the game is a set of them; see `released`. Where a ruling is told in full is written
beside its field, by the number under which docs/rulings.md has it.
"""

from __future__ import annotations

from typing import NamedTuple


class Rulings(NamedTuple):
    """What the rules of today decide, and those of 1.0 did not yet."""

    deals_anew: bool = True
    """Whether a muster with too few units for the three positions is dealt again [4.1, G-90]."""
    keeps_room: bool = True
    """Whether nobody goes where a card too many would have to stay; else it is sent back [G-91]."""
    decoys_keep_lanes: bool = True
    """Whether Prussian decoys stand at Waterloo where Prussians may [10.0, G-93]."""
    tells_draws: bool = True
    """Whether a drawn battle, and what it decides, is told as drawn [G-54, G-94]."""
    morale_expires: bool = True
    """Whether specials of the Morale phase end with it [13.a, G-95]."""
    removes_hits_only: bool = True
    """Whether a check without hits removes none [16.d, G-57]."""
    withdrawn_rest: bool = True
    """Whether a decoy that went back is of no use before its owner's next turn [14.0, G-96]."""
    loser_leaves_together: bool = True
    """Whether nobody dies alone while a beaten army is checked for its retreat [16.d, G-97]."""
    victory_first: bool = True
    """Whether no terrain falls once a position is won [4.3, 11.5, G-98]."""
    hills_for_all: bool = True
    """Whether cavalry and artillery may go onto an empty hill of the enemy [11.5, G-99]."""
    hidden_generals_are_hit: bool = True
    """Whether 1s find a general who lies face down [12.4, G-100]."""
    cites_cards: bool = True
    """Whether lines and events cite the card whose effect they tell, and 7.31 or 7.32 [13.a]."""
    counts_losses: bool = True
    """Whether the end of a battle tells what each side has lost in it [G-102]."""
    one_name: bool = True
    """Whether chance is called by the one name that a card has everywhere; if not, by what is
    printed on it. Dice come out by what they are called for."""


TODAY = Rulings()

FIRST = Rulings(*(False for _ in Rulings._fields))
"""Those of version 1.0."""
