"""What is ordered as nations are conquered, or submit [15]."""

from __future__ import annotations

from napoleon.rules.orders import Order


class ChooseCeded(Order, frozen=True, tag="choose_ceded"):
    """Choose a duchy that is ceded."""

    space: str


class GiveCeded(Order, frozen=True, tag="give_ceded"):
    """Give a ceded duchy to another power of your camp."""

    space: str
    nation: str


class KeepCeded(Order, frozen=True, tag="keep_ceded"):
    """Give no more ceded duchies away."""


class TakeGift(Order, frozen=True, tag="take_gift"):
    """Take the duchy that is given to you."""


class RefuseGift(Order, frozen=True, tag="refuse_gift"):
    """Do not take the duchy that is given to you."""


class Evacuate(Order, frozen=True, tag="evacuate"):
    """Lead the forces of a nation out of a capital that is given back."""

    nation: str
    to: str


class Withdraw(Order, frozen=True, tag="withdraw"):
    """Take the forces of a nation in a space into its Regroup box."""

    nation: str
    space: str


class StayThere(Order, frozen=True, tag="stay_there"):
    """Let all other forces of a nation stay in the country."""

    nation: str


class AddTerm(Order, frozen=True, tag="add_term"):
    """Add a duchy to the terms: ceded, or given back."""

    nation: str
    duchy: str
    way: str


class DropTerm(Order, frozen=True, tag="drop_term"):
    """Take a duchy out of the terms."""

    nation: str
    duchy: str


class SendOffer(Order, frozen=True, tag="send_offer"):
    """Offer to submit on these terms."""

    nation: str


class NoOffer(Order, frozen=True, tag="no_offer"):
    """Do not offer to submit."""

    nation: str


class AcceptOffer(Order, frozen=True, tag="accept_offer"):
    """Let the nation submit on its terms."""


class RejectOffer(Order, frozen=True, tag="reject_offer"):
    """Do not accept the terms."""
