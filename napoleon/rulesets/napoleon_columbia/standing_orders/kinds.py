"""The kinds of standing order: what a seat may say in advance, in the words of the API."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from napoleon.rules.standing_orders import StandingOrder

Until = Literal["turn", "own_turn", "withdrawn"]
"""How long a standing order holds: to the end of the running player turn; until the next player
turn of the own side begins; or on and on."""

Question = Literal[
    "setup",
    "march",
    "hit",
    "combat",
    "beaten",
    "reinforcement",
    "regroup",
    "reveal_leader",
    "terrain",
    "skirmishers",
    "order_skirmishes",
    "order_battles",
    "supply",
    "any",
]
"""The questions that standing orders answer, by the kinds of decision."""

Position = Literal["left", "centre", "right"]
"""One of the own three positions, as their owner calls it [N-13]."""

NumberLost = Annotated[int, msgspec.Meta(ge=1, le=58)]
"""A number of units."""


class Lasting(StandingOrder, frozen=True, kw_only=True):
    """A standing order that says how long it holds."""

    until: Until = "withdrawn"


class InBattles(StandingOrder, frozen=True, kw_only=True):
    """A standing order for the battles in certain towns, or for all."""

    battles: tuple[str, ...] = ()
    until: Until = "withdrawn"


class AskMe(InBattles, frozen=True, tag="ask_me"):
    """Ask me this question, in these battles or in any, whatever other instructions say."""

    question: Question


class SetUpByCards(StandingOrder, frozen=True, tag="set_up_by_cards"):
    """Set up as the order-of-battle cards say, and end my set-up."""


class NoMarch(Lasting, frozen=True, tag="no_march"):
    """March with no units in turns of mine in which I have not begun to march."""

    turns: Literal["day", "night", "any"] = "any"


class TakeHits(InBattles, frozen=True, tag="take_hits"):
    """Hits fall on the first of these that is among my strongest, and on others only after them.

    In a skirmish as in a battle.
    """

    units: tuple[str, ...] = ()


class FireAll(InBattles, frozen=True, tag="fire_all"):
    """Fire with every unit that can, these first, at the most dangerous enemies or as told.

    ``dangerous`` is the enemy that would hit most often as far as I see them, ``best`` the one that
    my own unit hits most often. Units that fire move no more, so this is for battles in which mine
    stand where they are to stay.
    """

    at: Literal["dangerous", "best", "open", "square"] = "dangerous"
    units: tuple[str, ...] = ()


class Withdraw(InBattles, frozen=True, tag="withdraw"):
    """Withdraw shaken units at once, to the Reserve if they can go there."""


class RetreatWhenLost(InBattles, frozen=True, tag="retreat_when_lost"):
    """Retreat from battles to these towns once so many of my units are lost from now on.

    As many go as the roads to the first town that is open, or to the next ones, take, and those who
    lose nothing by it before those who are engaged.
    """

    losses: NumberLost
    towns: tuple[str, ...]


class EndCombat(InBattles, frozen=True, tag="end_combat"):
    """End my Combat phase: at once, when no unit of mine can fire, or when nothing else is left."""

    when: Literal["at_once", "no_fire_left", "nothing_left"] = "no_fire_left"


class RetreatTo(InBattles, frozen=True, tag="retreat_to"):
    """When I am beaten, retreat to the first of these towns that is open, these units first.

    A road takes few units, and a unit without one is lost.
    """

    towns: tuple[str, ...]
    units: tuple[str, ...] = ()


class ReinforceWith(InBattles, frozen=True, tag="reinforce_with"):
    """Bring these units into battles, the first of them first, and no others."""

    units: tuple[str, ...]


class NoReinforcement(InBattles, frozen=True, tag="no_reinforcement"):
    """Bring no units into battles."""


class NoRegrouping(InBattles, frozen=True, tag="no_regrouping"):
    """Do not regroup after battles that I have won."""


class KeepLeadersHidden(Lasting, frozen=True, tag="keep_leaders_hidden"):
    """Show no leader for forced marches or for morale."""


class ShowLeaders(Lasting, frozen=True, tag="show_leaders"):
    """Show a leader wherever that helps somebody, and keep them hidden where it does not."""


class PlaceTerrain(Lasting, frozen=True, tag="put_terrain"):
    """Place terrain of this kind in the first of these positions of mine that is free."""

    terrain: Literal["woods", "farm", "stream", "hill"]
    positions: tuple[Position, ...]


class Skirmishers(Lasting, frozen=True, tag="skirmishers"):
    """These units fight in skirmishes, the first of them first, and then any others."""

    units: tuple[str, ...] = ()


class FightInOrder(Lasting, frozen=True, tag="fight_in_order"):
    """Have skirmishes and battles in these towns fought first, in this order, and then any."""

    towns: tuple[str, ...] = ()


class LoseForSupply(Lasting, frozen=True, tag="lose_for_supply"):
    """For want of supply the first of these units is lost that is still there."""

    units: tuple[str, ...]


class QuickAnswers(Lasting, frozen=True, tag="quick_answers"):
    """Take hits and fights as they come, never regroup, end Combat when nothing else is left.

    Whatever else I leave comes first.
    """


def usual(said: QuickAnswers) -> tuple[StandingOrder, ...]:
    """The standing orders that quick answers stand for."""
    return (
        TakeHits(until=said.until),
        Skirmishers(until=said.until),
        FightInOrder(until=said.until),
        NoRegrouping(until=said.until),
        EndCombat("nothing_left", until=said.until),
    )


# -- preferences without names, and the profiles ---------------------------------------------------


class Losses(InBattles, frozen=True, tag="losses"):
    """Of my strongest, hits fall on the least useful first, or as told; on these only at last.

    This is where several are strongest [6.4]. Spread, they fall on those who have lost fewest
    steps. In a skirmish as in a battle.
    """

    how: Literal["weakest_first", "strongest_first", "spread"] = "weakest_first"
    spare: tuple[str, ...] = ()


class Retreats(InBattles, frozen=True, tag="retreats"):
    """Retreat towards these towns, and to where most of mine stand; never into those [7.4].

    The most useful units go first, as a road takes few. A seat with no other town left is asked.
    """

    towards: tuple[str, ...] = ()
    never: tuple[str, ...] = ()


class Reinforcing(InBattles, frozen=True, tag="reinforcing"):
    """Bring all units that can come into battles, the most useful first, except these; or none.

    Units that are not to come stay where they are [6.34].
    """

    bring: Literal["all", "none"] = "all"
    spare: tuple[str, ...] = ()


class Skirmishing(Lasting, frozen=True, tag="skirmishing"):
    """In skirmishes the units that fight best there fight first, or those that fight worst.

    Mounted units count double [6.6].
    """

    first: Literal["strongest", "weakest"] = "strongest"


class EndPhases(Lasting, frozen=True, tag="end_phases"):
    """End my march, and whatever else I am asked, when I can do nothing else there [5.0]."""


class AskEverything(StandingOrder, frozen=True, tag="ask_me_everything"):
    """Ask me everything."""


class Usual(StandingOrder, frozen=True, tag="usual"):
    """Hits, skirmishers, retreats and reserves as usual, no regrouping; end empty phases.

    Supply, terrain, leaders, the order of fights and all that marches or fires are asked. Whatever
    else I leave comes first.
    """


class OnlyWhatMatters(StandingOrder, frozen=True, tag="only_what_matters"):
    """The usual, and fights in the order in which they come.

    Supply, terrain, leaders and all that marches or fires are asked. Whatever else I leave comes
    first.
    """


def usual_answers(said: Usual) -> tuple[StandingOrder, ...]:
    """What the usual stands for."""
    return (
        Losses(),
        Skirmishing(),
        Retreats(),
        Reinforcing(),
        NoRegrouping(),
        EndCombat("nothing_left"),
        EndPhases(),
    )


def what_matters(said: OnlyWhatMatters) -> tuple[StandingOrder, ...]:
    """What it stands for to be asked only what matters."""
    return (*usual_answers(Usual()), FightInOrder())
