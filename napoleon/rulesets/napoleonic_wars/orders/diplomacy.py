"""What is ordered of consuls, Pacts, camps and wars [8, 14.1]."""

from __future__ import annotations

from napoleon.rules.orders import Order


class MoveConsul(Order, frozen=True, tag="move_consul"):
    """Move the consul of a nation a box right on your row, or left on somebody else's."""

    nation: str
    way: str


class FlipConsul(Order, frozen=True, tag="flip_consul"):
    """Turn the consul of a nation to its +1 face, or back."""

    nation: str


class EndInfluence(Order, frozen=True, tag="end_influence"):
    """Spend no more CP of cards of too many on influence."""


class Sway(Order, frozen=True, tag="sway"):
    """Move a consul a box by an event, on this row."""

    row: str


class SwayNoMore(Order, frozen=True, tag="sway_no_more"):
    """Move a consul no farther by an event."""


class Restore(Order, frozen=True, tag="restore"):
    """Restore a broken Pact by the CP of a card."""

    nation: str
    card: str


class AcceptPact(Order, frozen=True, tag="accept_pact"):
    """Take a client that was attacked, and has a caretaker, into your Pact."""

    nation: str


class DeclareWar(Order, frozen=True, tag="declare_war"):
    """Declare war on a power for 7 CP."""

    on: str


class ChangeCamp(Order, frozen=True, tag="change_camp"):
    """Ask the members of a camp to let you join it for 7 CP."""

    camp: str


# -- between two turns -----------------------------------------------------------------------------


class StayOut(Order, frozen=True, tag="stay_out"):
    """Let a power stay where it is: it joins no camp, and declares no more wars."""

    nation: str


class AskToJoin(Order, frozen=True, tag="ask_to_join"):
    """Ask the members of a camp to let a power join it."""

    nation: str
    camp: str


class OpenWar(Order, frozen=True, tag="open_war"):
    """Declare war between two turns, without CP."""

    nation: str
    on: str


class Welcome(Order, frozen=True, tag="welcome"):
    """Let the power join your camp."""


class TurnAway(Order, frozen=True, tag="turn_away"):
    """Do not let the power join your camp."""


class TakeOver(Order, frozen=True, tag="take_over"):
    """Raise the flag of a nation where it stands among new enemies."""

    nation: str
    space: str


class PullOut(Order, frozen=True, tag="pull_out"):
    """Take forces from among new enemies into their Regroup box."""

    nation: str
    space: str


class TakeFlagBack(Order, frozen=True, tag="take_flag_back"):
    """Take your flag off a duchy of a new ally."""

    space: str


class KeepFlags(Order, frozen=True, tag="keep_flags"):
    """Take no more of your flags off duchies of a new ally."""
