"""The kinds of correction: what a referee may set, in the words of the API [R-135]."""

from __future__ import annotations

from typing import Literal

from napoleon.rules.corrections import Correction


class SetStrength(Correction, frozen=True, tag="set_strength"):
    """Set how many strength points a nation has in a space; those that come have not moved."""

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
    """Let a seat run a proxy that is at war."""

    nation: str
    seat: str


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
