"""The kinds of correction: what a referee may set, in the words of the API [R-135]."""

from __future__ import annotations

from typing import Literal

from napoleon.rules.corrections import Correction


class SetStrength(Correction, frozen=True, tag="set_strength"):
    """Set how many strength points a nation has in a space.

    Those that come have not moved; those that can do least in this impulse go first.
    """

    nation: str
    space: str
    sp: int


class SetFought(Correction, frozen=True, tag="set_fought"):
    """Say how many strength points of a nation in a space have fought in this impulse."""

    nation: str
    space: str
    sp: int


class PlaceLeader(Correction, frozen=True, tag="place_leader"):
    """Put a leader into a space, from wherever they are."""

    leader: str
    space: str


class RemoveLeader(Correction, frozen=True, tag="remove_leader"):
    """Take a leader off the map: to be built again, into the Regroup box, or out of the game."""

    leader: str
    to: Literal["pool", "regroup", "dead"]


class SetLeaderFought(Correction, frozen=True, tag="set_leader_fought"):
    """Say whether a leader has fought in this impulse, and so moves no more."""

    leader: str
    fought: bool


class SetFlag(Correction, frozen=True, tag="set_flag"):
    """Put the flag of a nation into a space, or take away the one that lies there."""

    space: str
    nation: str = ""
    """Empty for no flag."""


class SetRegroup(Correction, frozen=True, tag="set_regroup"):
    """Set how many strength points of a nation are in its Regroup box."""

    nation: str
    sp: int


class SetRegroupedSquadrons(Correction, frozen=True, tag="set_regrouped_squadrons"):
    """Set how many squadrons of a nation are in its Regroup box."""

    nation: str
    squadrons: int


class SetSquadrons(Correction, frozen=True, tag="set_squadrons"):
    """Set the squadrons of a nation in a port or a sea zone."""

    nation: str
    at: str
    ready: int = 0
    refit: int = 0
    building: int = 0


class SetResources(Correction, frozen=True, tag="set_resources"):
    """Set how many Resources a nation has."""

    nation: str
    resources: int


class SetPlusKey(Correction, frozen=True, tag="set_plus_key"):
    """Say whether a nation has the status of a key more."""

    nation: str
    held: bool


class SetKeptCP(Correction, frozen=True, tag="set_kept_cp"):
    """Set the CP that are kept on the capital of a neutral proxy: 0 or 1."""

    nation: str
    cp: int


class SetCP(Correction, frozen=True, tag="set_cp"):
    """Set the CP that are left of the cards of the running impulse."""

    cp: int


class PlaceCard(Correction, frozen=True, tag="place_card"):
    """Move a card of the deck to another hand or pile."""

    card: str
    to: str
    """``deck``, ``discards``, ``removed``, or the nation whose hand it is."""


class TakeCardOff(Correction, frozen=True, tag="take_card_off"):
    """End a foreign war or another lasting effect: pieces on its card go to the Regroup box."""

    card: str


class TurnHomeCard(Correction, frozen=True, tag="turn_home_card"):
    """Turn a home card face up, so that it may be played, or face down."""

    card: str
    up: bool


class SetRound(Correction, frozen=True, tag="set_round"):
    """Set the round of the turn."""

    round: int


class SetScheduled(Correction, frozen=True, tag="set_scheduled"):
    """Put the impulse marker on the nation that is scheduled next."""

    nation: str


class SetPeace(Correction, frozen=True, tag="set_peace"):
    """Set what events add to the peace roll of this turn."""

    by: int


class SetWar(Correction, frozen=True, tag="set_war"):
    """Say whether two nations are at war."""

    one: str
    other: str
    at_war: bool


class SetInterception(Correction, frozen=True, tag="set_interception"):
    """Say whether a leader may still try to intercept in this impulse."""

    leader: str
    able: bool


class SetConsul(Correction, frozen=True, tag="set_consul"):
    """Put the consul of a proxy into a box of a row; into a Pact it brings the camp of the row."""

    nation: str
    box: Literal["unaligned", "friend", "aide", "partner", "pact"]
    row: str = ""
    """The power; empty for an Unaligned consul on its normal face."""
    plus: bool = False
    """Whether it shows its +1 face."""
    frozen: int = 0
    """The turn up to whose interphase it stays there; 0 if it may move."""


class SetCaretaker(Correction, frozen=True, tag="set_caretaker"):
    """Let a seat run a proxy that is at war, or let none run it any more."""

    nation: str
    seat: str = ""
    """Empty for none."""


class SetCamp(Correction, frozen=True, tag="set_camp"):
    """Put a player power into a camp, with its proxies in Pact."""

    nation: str
    camp: Literal["imperial", "coalition"]


class SetNeutral(Correction, frozen=True, tag="set_neutral"):
    """Take a nation out of its camp, or say who has conquered it."""

    nation: str
    conqueror: str = ""
    """The nation whose camp may pass through its country; empty for none."""


class SetGrace(Correction, frozen=True, tag="set_grace"):
    """Say up to the interphase of which turn two nations may not go to war; 0 if they may."""

    one: str
    other: str
    until: int


# -- cards ----------------------------------------------------------------------------------------


class LayCard(Correction, frozen=True, tag="lay_card"):
    """Let a card do what it does from the table, as after its event."""

    card: str
    nation: str
    """Whose card it is."""
    about: str = ""
    """The nation that it is about; empty if the card names none."""


class LendHomeCard(Correction, frozen=True, tag="lend_home_card"):
    """Say with which power a home card lies that an event hands over, such as Parliament."""

    card: str
    nation: str
    """The power; the owner, if it is at home."""


# -- pieces ---------------------------------------------------------------------------------------


class SetEntered(Correction, frozen=True, tag="set_entered"):
    """Say how many spaces some strength points have entered in this impulse, and the others none.

    Those that have fought stay as they are.
    """

    nation: str
    space: str
    sp: int
    spaces: int


class SetAllegiance(Correction, frozen=True, tag="set_allegiance"):
    """Say of which nation a leader is that an event takes over, such as Bernadotte."""

    leader: str
    nation: str


class SetStack(Correction, frozen=True, tag="set_stack"):
    """Put the fleet of a nation at sea into the stack of another, or let it lie by itself."""

    nation: str
    zone: str
    lead: str = ""
    """The nation whose squadron lies on top; empty if the fleet lies by itself."""


class SetFled(Correction, frozen=True, tag="set_fled"):
    """Say whether the fleet of a nation in a port or a zone has fled, and stays in this impulse."""

    nation: str
    at: str
    fled: bool


class SetTiedDown(Correction, frozen=True, tag="set_tied_down"):
    """Set the strength points and squadrons on a card, such as that of a running foreign war."""

    card: str
    sp: int
    squadrons: int


class SetWarLeader(Correction, frozen=True, tag="set_war_leader"):
    """Put a leader on the card of a running foreign war, or from there into the Regroup box."""

    card: str
    leader: str
    held: bool


# -- single values --------------------------------------------------------------------------------


class SetNumber(Correction, frozen=True, tag="set_number"):
    """Set one of the numbers that have no correction of their own."""

    what: Literal[
        "maneuvers_left",
        "refits_left",
        "cards_counted",
        "zones_at_start",
        "event_cp",
        "reinforcement_cp",
        "influence_cp",
        "excess_cp",
        "winter_cp",
        "peace_given",
        "spaces_entered",
        "sp_to_place",
        "squadrons_to_place",
        "sp_demanded",
        "leaders_demanded",
        "squadrons_demanded",
        "cp_for_demand",
        "boxes_left",
    ]
    of: str
    """The nation, leader or card that it is said of."""
    number: int


class SetMark(Correction, frozen=True, tag="set_mark"):
    """Say of a nation or a space whether something is so that has no correction of its own."""

    mark: Literal[
        "prussia_roused",
        "winter_rolled",
        "latest_impulse",
        "last_impulse",
        "may_submit",
        "besieged_now",
        "failed_there",
        "plus_played",
        "resource_spent",
        "drawn_card_played",
        "convoy_sent",
        "camp_question",
        "free_deployment",
        "extra_deployment",
    ]
    of: str
    holds: bool
