"""What is ordered of armies: flags, marches, meetings on the way, losses of attrition [9, 10]."""

from __future__ import annotations

from napoleon.rules.orders import Order

# -- flags and marches -----------------------------------------------------------------------------


class RaiseFlag(Order, frozen=True, tag="raise_flag"):
    """Raise your flag in a space, or take the enemy's off one of your colour."""

    space: str


class Challenge(Order, frozen=True, tag="challenge"):
    """Let an army try to tear down a flag that was placed without forces."""

    leader: str


class Tolerate(Order, frozen=True, tag="tolerate"):
    """Let such a flag stand."""


class Gather(Order, frozen=True, tag="gather"):
    """Gather an army to march: a leader, with as many strength points as they can lead."""

    leader: str


class GatherPiece(Order, frozen=True, tag="gather_piece"):
    """Gather strength points without a leader to march, four at most."""

    space: str
    sp: int


class Join(Order, frozen=True, tag="join"):
    """Take another army along, which pays its own CP."""

    leader: str


class Take(Order, frozen=True, tag="take"):
    """Let so many strength points of a nation march, and no more."""

    nation: str
    sp: int


class TakeLeader(Order, frozen=True, tag="take_leader"):
    """Take a leader along as a unit of the army."""

    leader: str


class LeaveLeader(Order, frozen=True, tag="leave_leader"):
    """Leave a leader behind."""

    leader: str


class Go(Order, frozen=True, tag="go"):
    """March to the next space."""

    to: str


class Halt(Order, frozen=True, tag="halt"):
    """March no farther for now."""


class Invade(Order, frozen=True, tag="invade"):
    """March into a duchy of a neutral minor, which ends its neutrality."""

    to: str


# -- meetings --------------------------------------------------------------------------------------


class Intercept(Order, frozen=True, tag="intercept"):
    """Try to meet the force with an army, or with the army group that its leader commands."""

    leader: str
    group: bool
    sp: int


class LetPass(Order, frozen=True, tag="let_pass"):
    """Do not intercept."""


class Evade(Order, frozen=True, tag="evade"):
    """Let what leaders command withdraw to another space, if it can."""

    to: str


class Slip(Order, frozen=True, tag="slip"):
    """Let strength points without a leader withdraw to another space, if they can."""

    to: str
    nation: str
    sp: int


class Stand(Order, frozen=True, tag="stand"):
    """Let what has not been named stand."""


class LoseUnits(Order, frozen=True, tag="lose_units"):
    """Lose strength points of a nation by attrition."""

    nation: str
    sp: int


class LoseFlag(Order, frozen=True, tag="lose_flag"):
    """Lose a flag by attrition."""


class LoseLeader(Order, frozen=True, tag="lose_leader"):
    """Lose a leader by attrition."""

    leader: str
