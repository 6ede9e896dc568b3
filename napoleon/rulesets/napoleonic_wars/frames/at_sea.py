"""What is going on at sea: a fleet under way, a search, a naval battle, batteries, a way home [13].

Ships that are under way are marked in the position itself; see `Squadrons.sails`.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from napoleon.rules.events import Line


class Voyage(msgspec.Struct, tag="voyage", tag_field="frame"):
    """A fleet, or a stack of fleets, that moves step by step [13.1]."""

    nation: str
    """Whose squadron lies on top of the stack [13.21]."""
    at: str
    """The port or zone that it is in."""
    came: str = ""
    """Where its latest step began."""
    left: str = ""
    """The port that it lies in, or has come out of with its latest step; else empty."""
    to: str = ""
    """Where its latest step leads."""
    due: list[str] = []
    """What is still to be settled of that step, in this order: windows, guns, the move itself."""
    seekers: list[str] = []
    """The nations that lead stacks which may still try to intercept it, the next one first."""
    slipped: bool = False
    """Whether it has evaded in its latest step."""
    shut: bool = False
    """Whether who it has evaded blockades the port that it came out of [13.31]."""
    stayed: list[str] = []
    """The nations in the port of a strait that have said whether they meet it [13.8]."""
    driven: bool = False
    """Whether it was driven out of a port that was taken [13.9]."""


class Search(msgspec.Struct, tag="search", tag_field="frame"):
    """A stack tries to find others in a zone: an interception, or a patrol [13.3]."""

    zone: str
    nation: str
    """Who leads the stack that searches."""
    patrol: bool
    """Whether it is the fleet under way that searches, and not another that searches for it."""
    blockade: bool
    """Whether it searches for a fleet that leaves or enters a port which it blockades [R-34]."""
    sought: list[str]
    """Who leads the stacks that it has still to roll for."""
    due: list[str] = []
    """The windows that are still to be put before the dice."""
    sure: bool = False
    """Whether a card finds the next without dice."""
    found: str = ""
    """Who leads the stack that was found, and may evade."""
    met: list[str] = []
    """Who leads the stacks that have not evaded."""
    sally: bool = False
    """Whether it comes out of a port at a strait, and has found the fleet without dice [13.8.a]."""
    failed: int = 0
    """Evasions that have failed: dice for who searched [13.31]."""


class Ships(msgspec.Struct):
    """A side of a naval battle: fleets of these nations at one place [13.4]."""

    at: str
    sails: bool
    """Whether it is the fleet under way."""
    nations: list[str]
    """That of the top squadron first."""
    bonus: int = 0
    """Dice of the first round for evasions that failed [13.31.a]."""
    fives: int = 0
    """Fives suffered so far: each takes a die in later rounds [13.4.b]."""
    suffered: int = 0
    """Hits suffered so far, those by batteries too."""
    sinking: int = 0
    """Squadrons that it has still to lose."""
    taken: dict[str, int] = {}
    """By nation the squadrons that it has lost in this round [11.3.b]."""
    lines: list[Line] = []
    """Dice of this round by cards."""
    rolled: bool = False
    fit: bool = False
    """Whether it came out of port to fight, with ready squadrons only [3.refit, 13.8.a]."""


class SeaBattle(msgspec.Struct, tag="sea_battle", tag_field="frame"):
    """A battle of fleets [13.4, 13.5]."""

    place: str
    """The zone, or the port that is attacked."""
    attacker: Ships
    """The fleet under way."""
    defender: Ships
    battery: int = 0
    """Dice of the batteries of the port that is attacked; 0 at sea."""
    round: int = 1
    due: list[str] = []
    """The windows that are still to be put in this round."""
    new_fives: dict[str, int] = {}
    """By side the fives of this round, which count from the next one on."""
    loser: Literal["", "attacker", "defender", "nobody"] = ""
    withdrawn: bool = False
    """Whether the loser has gone to port, or is lost."""


class Guns(msgspec.Struct, tag="guns", tag_field="frame"):
    """Batteries fire at what passes or enters [13.5, 13.7, 13.8]."""

    place: str
    """The space whose batteries fire."""
    nation: str
    """Who controls it."""
    cause: Literal["strait", "port", "landing"]
    number: int
    target: Ships
    """The fleet that is fired at; no nations for a landing."""
    due: list[str] = []
    lines: list[Line] = []
    """Dice by cards."""
    fired: bool = False


class Refuge(msgspec.Struct, tag="refuge", tag_field="frame"):
    """Fleets that have to go to the nearest friendly port [13.41]."""

    at: str
    sails: bool
    nations: list[str]
    ports: list[str]
    """Those that are equally near; their owner chooses."""


class FleetDeployment(msgspec.Struct, tag="fleet_deployment", tag_field="frame"):
    """A fleet that is deployed between two turns [14.21]."""

    nation: str
    at: str
    maneuvers: int
    """How far it may still go free of CP."""
    free: bool
