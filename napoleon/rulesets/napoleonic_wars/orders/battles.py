"""What is ordered in battles and sieges [11, 12]."""

from __future__ import annotations

from napoleon.rules.orders import Order


class PlayBattleCard(Order, frozen=True, tag="play_battle_card"):
    """Play a battle card of a nation that fights."""

    nation: str
    card: str


class PlayNoBattleCard(Order, frozen=True, tag="play_no_battle_card"):
    """Play no battle card in this round, or no more."""


class GiveHit(Order, frozen=True, tag="give_hit"):
    """Let a nation of your side take a hit that is left when all are spread evenly."""

    nation: str


class HitUnits(Order, frozen=True, tag="hit_units"):
    """Let strength points take the hits of a nation."""


class HitLeader(Order, frozen=True, tag="hit_leader"):
    """Let a leader take a hit, so that a strength point is spared."""

    leader: str


class Retreat(Order, frozen=True, tag="retreat"):
    """Retreat to a space."""

    to: str


class Claim(Order, frozen=True, tag="claim"):
    """Take the space of a battle you have won: your flag comes there, or the enemy's comes off."""


class Waive(Order, frozen=True, tag="waive"):
    """Leave the flag of a space as it is."""


class Besiege(Order, frozen=True, tag="besiege"):
    """Besiege the fortress of a space with the army of a leader."""

    leader: str


class GoOn(Order, frozen=True, tag="go_on"):
    """Fight another round of the siege."""


class GiveUp(Order, frozen=True, tag="give_up"):
    """Fight no other round of the siege."""
