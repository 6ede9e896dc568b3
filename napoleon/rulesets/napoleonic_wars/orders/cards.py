"""What is ordered of cards as events, and what others respond to them [6]."""

from __future__ import annotations

from napoleon.rules.orders import Order

# -- windows ---------------------------------------------------------------------------------------


class Respond(Order, frozen=True, tag="respond"):
    """Play a card of a nation in a window."""

    nation: str
    card: str


class Decline(Order, frozen=True, tag="decline"):
    """Play no card in a window."""


# -- cards as events -------------------------------------------------------------------------------


class PlayForEvent(Order, frozen=True, tag="play_for_event"):
    """Play a card for what it says."""

    card: str


class PlaceUnits(Order, frozen=True, tag="place_units"):
    """Place strength points that an event builds."""

    space: str
    sp: int


class PlaceLeader(Order, frozen=True, tag="place_leader"):
    """Place a leader that an event brings."""

    leader: str
    space: str


class PlaceSquadron(Order, frozen=True, tag="place_squadron"):
    """Place a squadron that an event builds."""

    port: str


class BringUnits(Order, frozen=True, tag="bring_units"):
    """Bring strength points from elsewhere on the map, as there are no more counters."""

    start: str
    space: str
    sp: int


class PlaceNoMore(Order, frozen=True, tag="place_no_more"):
    """Place no more pieces by the event."""


class ChooseFlag(Order, frozen=True, tag="choose_flag"):
    """Say whose flag an event places."""

    nation: str


class AllowFlag(Order, frozen=True, tag="allow_flag"):
    """Let an event of another player place the flag of a nation of yours."""


class ForbidFlag(Order, frozen=True, tag="forbid_flag"):
    """Do not let an event of another player place the flag of a nation of yours."""


class LeadFar(Order, frozen=True, tag="lead_far"):
    """Name the leader whose army an event moves."""

    leader: str


class GoFar(Order, frozen=True, tag="go_far"):
    """Move the army over friendly spaces, with so many strength points."""

    sp: int
    to: str


class GoNoFarther(Order, frozen=True, tag="go_no_farther"):
    """Move the army no farther."""


class TieUnits(Order, frozen=True, tag="tie_units"):
    """Put strength points on the card of a foreign war."""

    space: str
    sp: int


class TieLeader(Order, frozen=True, tag="tie_leader"):
    """Put a leader on the card of a foreign war."""

    leader: str


class TieSquadron(Order, frozen=True, tag="tie_squadron"):
    """Put a squadron on the card of a foreign war."""

    at: str


class GiveCard(Order, frozen=True, tag="give_card"):
    """Give a card for its CP, to build what an event demands."""

    card: str


class GiveResource(Order, frozen=True, tag="give_resource"):
    """Give a Resource, to build what an event demands with the card that it draws."""


class StopSpending(Order, frozen=True, tag="stop_spending"):
    """Spend no more of the CP that an event gave."""
