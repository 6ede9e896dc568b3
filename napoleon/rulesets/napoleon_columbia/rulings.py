"""Rulings that have changed: what a table carries of them, as released versions decide otherwise.

See docs/releasing.md. What a version rules in a chapter of its own is in its module in `released`.
"""

from __future__ import annotations

from typing import NamedTuple


class Rulings(NamedTuple):
    """What the rules of a version say; the defaults are those of today."""

    any_way_out: bool = True
    """Whether engaged units break off in any direction, unless the founder wants it otherwise
    [6.32, N-22]; if not, backwards only."""
    shaken_live: bool = True
    """Whether a shaken unit may go to its Reserve when its enemies are gone, and stays if it finds
    no way [6.31, N-81]; if not, it is eliminated at the end of the phase."""
    bids_by_one: bool = True
    """Whether a bid is one step higher than the last one [13.0]; if not, any number higher."""
    tokens_by_turn: bool = True
    """Whether tokens are dealt again when marches begin and when they end [N-58, N-82]; if not,
    whenever a unit leaves others."""
    tokens_by_town: bool = True
    """Whether those of a group that has marched are dealt town by town [N-89]; if not, over all the
    towns in which it stands."""
    leaders_at_once: bool = True
    """Whether both Allied seats are asked together about their leaders [N-90]; if not, one after
    the other."""
    reasons_told: bool = True
    """Whether the log says why a limit of a march, and a firepower in a skirmish, are what they
    are."""
    one_name: bool = True
    """Whether chance is called by the one name that a unit has everywhere; if not, by its label.
    Dice come out by what they are called for."""
    partner_unseen: bool = True
    """Whether what a seat may do, and is warned of, goes by nothing that the upright blocks of
    its partner hide [N-85, N-86, N-87, N-88]; if not, by what they are."""


TODAY = Rulings()
