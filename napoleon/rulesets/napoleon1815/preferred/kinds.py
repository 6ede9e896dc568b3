"""The kinds of standing order about choices, and the profiles, in the words of the API."""

from __future__ import annotations

from typing import Literal

from napoleon.rules.standing_orders import StandingOrder

Question = Literal[
    "place_scout",
    "swap_card",
    "answer_swap",
    "name_acting_ally",
    "go",
    "agree_event",
    "march",
    "choose_attack",
    "retreat",
    "choose_stay",
    "allocate_fatigue",
    "allocate_losses",
    "recovery",
    "any",
]
"""The questions that these standing orders answer, by the kinds of decision."""

Spread = Literal["spread", "strongest_first", "weakest_first"]
"""Who takes the points that cannot be spread evenly."""


class Ask(StandingOrder, frozen=True, tag="ask"):
    """Ask me this question, whatever other instructions say; windows have one of their own."""

    question: Question


class Fatigue(StandingOrder, frozen=True, tag="fatigue"):
    """Fatigue that is left over falls on the least tired, or as told; on these only at last.

    All of it is spread as evenly as possible anyway [ALLOC.1].
    """

    how: Spread = "spread"
    spare: tuple[str, ...] = ()


class Losses(StandingOrder, frozen=True, tag="losses"):
    """Losses fall so that most corps live and keep their cards, or as told; on these only at last.

    They are spread as evenly as possible anyway [ALLOC.3], and fall on infantry before cavalry, or
    the other way round.
    """

    how: Spread = "spread"
    spare: tuple[str, ...] = ()
    first: Literal["infantry", "cavalry"] = "infantry"


class Retreats(StandingOrder, frozen=True, tag="retreats"):
    """Retreat towards these areas, and away from the enemy; never into those [RETREAT.10].

    A player with no other road left is asked.
    """

    towards: tuple[str, ...] = ()
    never: tuple[str, ...] = ()


class Stay(StandingOrder, frozen=True, tag="stay"):
    """After holding to the last stay where I stand, or retreat [CARD.hold]."""

    what: Literal["stay", "retreat"]


class Scouts(StandingOrder, frozen=True, tag="scouts"):
    """Place my scouts in these areas, one in each, and then wherever fewest of mine are [SCOUT.1].

    In the order in which the scenario names them, where it does not matter.
    """

    places: tuple[str, ...] = ()


class ActingAlly(StandingOrder, frozen=True, tag="acting_ally"):
    """As the leader have me act first, or my partner, for as long as they can [THREE.7]."""

    first: Literal["me", "partner"]


class Consent(StandingOrder, frozen=True, tag="consent"):
    """As the leader allow the cards that my partner proposes, or refuse them [THREE.9]."""

    answer: Literal["allow", "refuse"] = "allow"


class NoSwaps(StandingOrder, frozen=True, tag="no_swaps"):
    """Offer my partner no cards when I am asked to, and give none for theirs [THREE.3]."""


class NoRecovery(StandingOrder, frozen=True, tag="no_recovery"):
    """Play no recovery cards [RECOVERY.2]."""


class EndPhases(StandingOrder, frozen=True, tag="end_phases"):
    """End my march, my recovery and my part of the turn when I can do nothing else [SEQ.1]."""


class AskEverything(StandingOrder, frozen=True, tag="ask_me_everything"):
    """Ask me everything."""


class Usual(StandingOrder, frozen=True, tag="usual"):
    """Fatigue, retreats, scouts and consent as usual; end a march or phase with nothing to do.

    Losses, recovery, who acts and every window of cards are asked. Whatever else I leave comes
    first.
    """


class OnlyWhatMatters(StandingOrder, frozen=True, tag="only_what_matters"):
    """The usual, losses so that most corps live, and no swaps of cards.

    Windows of cards are asked. Whatever else I leave comes first.
    """


def usual(said: Usual) -> tuple[StandingOrder, ...]:
    """What the usual stands for."""
    return (Fatigue(), Retreats(), Scouts(), Consent(), EndPhases())


def what_matters(said: OnlyWhatMatters) -> tuple[StandingOrder, ...]:
    """What it stands for to be asked only what matters."""
    return (*usual(Usual()), Losses(), NoSwaps())
