"""The kinds of standing order: what a seat may say in advance, in the words of the API [R-136]."""

from __future__ import annotations

from typing import Literal

from napoleon.rules.standing_orders import StandingOrder

Until = Literal["turn", "withdrawn"]
"""How long a standing order holds: to the end of the running turn, or on and on."""

WindowKind = Literal[
    "W.CARD",
    "W.IMPULSE",
    "W.SAIL",
    "W.AT_SEA",
    "W.SEEK",
    "W.GUNS",
    "W.NAVAL",
    "W.ENTERED",
    "W.BATTLE",
    "W.BATTLE_CARD",
    "W.PACT",
    "battle_cards",
    "any",
]


class Lasting(StandingOrder, frozen=True, kw_only=True):
    """A standing order that says how long it holds."""

    until: Until = "withdrawn"


# -- windows ---------------------------------------------------------------------------------------


class PassWindow(Lasting, frozen=True, tag="pass_window"):
    """Play no card in this kind of window."""

    window: WindowKind


class PassAll(StandingOrder, frozen=True, tag="pass_all"):
    """Play no card in any window of this turn."""


class PlayCard(StandingOrder, frozen=True, tag="play_card"):
    """Play this card as soon as a window is open in which it fits; it is used once."""

    card: str
    against: tuple[str, ...] = ()
    """Only against something that one of these nations has done; against any without."""


class AskMe(Lasting, frozen=True, tag="ask_me"):
    """Ask me in this kind of window, whatever other instructions say."""

    window: WindowKind


NO_CARD = PassWindow("any", until="turn")
"""What a player leaves with one click who plays no card in this turn."""


# -- preferences -----------------------------------------------------------------------------------

Question = Literal[
    "mulligan",
    "offer",
    "camp",
    "peace",
    "resource_or_pass",
    "preempt",
    "intercept",
    "contest",
    "evade",
    "losses",
    "hits",
    "odd_hits",
    "retreat",
    "flag",
    "seek",
    "sally",
    "elude",
    "sinking",
    "refuge",
    "siege_again",
    "act",
    "march",
    "voyage",
    "reinforce",
    "spend",
    "any",
]
"""The questions beside windows that standing orders answer, by the kinds of decision."""


class Ask(StandingOrder, frozen=True, tag="ask"):
    """Ask me this question, whatever other instructions say; windows have one of their own."""

    question: Question


class NoPreemption(Lasting, frozen=True, tag="no_preemption"):
    """Let others take their impulses; only these nations, if any are named."""

    before: tuple[str, ...] = ()
    whom: Literal["anybody", "no_enemy"] = "anybody"
    """Of these only nations not at war with the nation of mine that could act."""


class PreemptBefore(Lasting, frozen=True, tag="preempt_before"):
    """Take an impulse whenever I may, before these nations, or before any if none is named."""

    before: tuple[str, ...] = ()


class InterceptIf(Lasting, frozen=True, tag="intercept_if"):
    """Intercept with a leader, and all they can lead, if two dice need no more than this.

    Only in these spaces, if any are named. Where several leaders may, the one who needs least
    tries first.
    """

    leaders: tuple[str, ...] = ()
    """Any of mine, if none is named."""
    need: int = 7
    spaces: tuple[str, ...] = ()


class NeverIntercept(Lasting, frozen=True, tag="never_intercept"):
    """Let the enemy pass; only in these spaces, if any are named."""

    spaces: tuple[str, ...] = ()
    when: Literal["always", "weaker"] = "always"
    """Only where the enemy has more units than all that mine could make there."""


class EvadeTo(Lasting, frozen=True, tag="evade_to"):
    """Evade to the first of these spaces that is open, if two dice need no more than this."""

    to: tuple[str, ...]
    need: int = 7


class StandFast(Lasting, frozen=True, tag="stand_fast"):
    """Stand and fight; only in these spaces, if any are named."""

    spaces: tuple[str, ...] = ()
    when: Literal["always", "stronger"] = "always"
    """Only where the enemy has no more units than stand there against them."""


class PressSieges(Lasting, frozen=True, tag="press_sieges"):
    """Fight on in a siege as long as I may."""


class LoseUnitsFirst(Lasting, frozen=True, tag="lose_units_first"):
    """Where I name losses, let strength points go before leaders."""


class OddHitsTo(Lasting, frozen=True, tag="odd_hits_to"):
    """Let the first of these nations of my side take a hit that is left when all are shared.

    At sea that is the squadron that sinks.
    """

    nations: tuple[str, ...]


class TakeDuchies(Lasting, frozen=True, tag="take_duchies"):
    """Take the duchy of a battle that I have won, if I may."""


class RetreatTo(Lasting, frozen=True, tag="retreat_to"):
    """Retreat to the first of these spaces that is open."""

    to: tuple[str, ...]


class RetreatToFriends(Lasting, frozen=True, tag="retreat_to_friends"):
    """Retreat to where most strength of my side stands; beaten fleets go to such a port."""


class EndPhases(Lasting, frozen=True, tag="end_phases"):
    """End an impulse, a march, a voyage, or what I spend, when I can do nothing else there."""


class SaveResources(Lasting, frozen=True, tag="save_resources"):
    """End an impulse where I could only spend a Resource, for a card or an early winter."""


# -- at sea ----------------------------------------------------------------------------------------


class SeekFleets(Lasting, frozen=True, tag="seek_fleets"):
    """Intercept fleets at sea if two dice need no more than this, and at a strait out of a port.

    Only in these zones, if any are named; at a strait that is the zone the fleet comes from.
    """

    need: int = 7
    zones: tuple[str, ...] = ()


class LetFleetsSail(Lasting, frozen=True, tag="let_fleets_sail"):
    """Let fleets sail by; only in these zones, if any are named."""

    zones: tuple[str, ...] = ()


class EludeFleets(Lasting, frozen=True, tag="elude_fleets"):
    """Evade at sea if two dice need no more than this."""

    need: int = 7


class AcceptBattles(Lasting, frozen=True, tag="accept_battles"):
    """Let my fleets fight who has found them."""


class MakeForPorts(Lasting, frozen=True, tag="make_for_ports"):
    """Let beaten fleets of mine go to the first of these ports that is open."""

    ports: tuple[str, ...]


class KeepHands(Lasting, frozen=True, tag="keep_hands"):
    """Keep the hands that my nations are dealt."""


class NoOffers(Lasting, frozen=True, tag="no_offers"):
    """Offer no submission of my powers."""


class StayPut(Lasting, frozen=True, tag="stay_put"):
    """Let my powers change no camp, and declare no war between two turns."""


class PassWithoutCards(Lasting, frozen=True, tag="pass_without_cards"):
    """Where a nation of mine has no card, spend no Resource; where it may besiege, ask me."""


class LeavePeaceRoll(Lasting, frozen=True, tag="leave_peace_roll"):
    """Give up no card to change the peace roll."""


# -- profiles --------------------------------------------------------------------------------------


class AskEverything(StandingOrder, frozen=True, tag="ask_me_everything"):
    """Ask me everything."""


class Usual(StandingOrder, frozen=True, tag="usual"):
    """Strength points go before leaders; I keep hands, take what I win, and retreat to friends.

    I preempt no friend or neutral, meet nobody stronger, stand where I am stronger, press sieges,
    and end what leaves me nothing to do but to spend a Resource for a card or an early winter.
    Nations without cards pass; peace and camps stay as they are, and nobody submits. All other
    preemption, interception and evasion, and every window of cards, are asked. Whatever else I
    leave comes first.
    """


class OnlyWhatMatters(StandingOrder, frozen=True, tag="only_what_matters"):
    """The usual; and I do not preempt.

    Interception, evasion and every window of cards are asked. Whatever else I leave comes first.
    """


def usual(said: Usual) -> tuple[StandingOrder, ...]:
    """What the usual stands for."""
    return (
        LoseUnitsFirst(),
        KeepHands(),
        TakeDuchies(),
        PassWithoutCards(),
        LeavePeaceRoll(),
        StayPut(),
        NoOffers(),
        NoPreemption(whom="no_enemy"),
        NeverIntercept(when="weaker"),
        StandFast(when="stronger"),
        PressSieges(),
        RetreatToFriends(),
        EndPhases(),
        SaveResources(),
    )


def what_matters(said: OnlyWhatMatters) -> tuple[StandingOrder, ...]:
    """What it stands for to be asked only what matters."""
    return (*usual(Usual()), NoPreemption())
