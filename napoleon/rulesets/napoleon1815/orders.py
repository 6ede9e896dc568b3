"""The verbs of Napoléon 1815: everything a player can order [chapter 17]."""

from __future__ import annotations

from typing import Annotated

import msgspec

from napoleon.rules.kit import conceding
from napoleon.rules.orders import Order

Points = Annotated[int, msgspec.Meta(ge=0)]


class PlaceScout(Order, frozen=True, tag="place_scout"):
    """Place the next cavalry scout in an area that the scenario allows [SCOUT.1]."""

    area: str


class ChooseInertiaArea(Order, frozen=True, tag="choose_inertia_area"):
    """Name the area whose blocks become spent [CARD.inertia]."""

    area: str


class ChooseDelayedCorps(Order, frozen=True, tag="choose_delayed_corps"):
    """Name the Prussian reinforcement that comes a turn later [CARD.delay]."""

    corps: str


class DeclareBlue(Order, frozen=True, tag="declare_blue"):
    """Play a blue card in the initiative phase, or (`card` is null) none [INIT.1].

    What the card asks for goes with it: a corps, an area, or (three players) a player.
    """

    card: int | None = None
    corps: str = ""
    area: str = ""
    player: str = ""


class ChooseFromDeck(Order, frozen=True, tag="choose_from_deck"):
    """Take a card from your own deck [CARD.foresight]."""

    card: int


class SwapCard(Order, frozen=True, tag="swap_card"):
    """Offer your partner a card from your hand, or (`card` is null) close the contact [THREE.3]."""

    card: int | None = None


class AnswerSwap(Order, frozen=True, tag="answer_swap"):
    """Give a card for the one that your partner offers, or (`card` is null) none [THREE.3]."""

    card: int | None = None


class OfferCards(Order, frozen=True, tag="offer_cards"):
    """Offer your partner cards from your hand, or ask for some of theirs, or both [THREE.3].

    Each list is in ascending order; one of them may be empty.
    """

    give: tuple[int, ...] = ()
    take: tuple[int, ...] = ()


class AnswerOffer(Order, frozen=True, tag="answer_offer"):
    """Accept what your partner offers, or turn it down [THREE.3]."""

    accept: bool


class SendMessage(Order, frozen=True, tag="send_message"):
    """Say something to your partner while you are in contact [THREE.3]."""

    text: Annotated[str, msgspec.Meta(min_length=1, max_length=2000)]


class NameActingAlly(Order, frozen=True, tag="name_acting_ally"):
    """The leader names the Allied player whose go it is [THREE.7]."""

    player: str


class Pass(Order, frozen=True, tag="pass"):
    """Carry out no more operations this turn [OPS.2]."""


class ActivateStack(Order, frozen=True, tag="activate_stack"):
    """Activate a stack of ready blocks in one area [OPS.3]; blocks in alphabetical order.

    `card` is an Allied Coordination played with it, for a stack of both armies.
    """

    area: str
    blocks: tuple[str, ...]
    card: int | None = None


class PlayEvent(Order, frozen=True, tag="play_event"):
    """Play a green card as its event in an open window [OPS.8, chapter 14].

    What the card asks for goes with it: blocks, an area, a road.
    """

    card: int
    blocks: tuple[str, ...] = ()
    area: str = ""
    road: str = ""


class DeclineWindow(Order, frozen=True, tag="decline_window"):
    """Play no card in the open window."""


class AgreeEvent(Order, frozen=True, tag="agree_event"):
    """The leader allows the card that their partner proposes, or does not [THREE.9]."""

    allow: bool


class ChooseAction(Order, frozen=True, tag="choose_action"):
    """Move, fight where the stack stands, or do nothing [OPS.6, OPS.10]."""

    action: str


class StepMove(Order, frozen=True, tag="step_move"):
    """Move the active stack along one road [MOVE.2]."""

    road: str


class EndMove(Order, frozen=True, tag="end_move"):
    """Move no further [MOVE.2D]."""


class ChooseAttack(Order, frozen=True, tag="choose_attack"):
    """Attack, or not, after a movement that ended in a contested area [RULING.18]."""

    attack: bool


class AllocateFatigue(Order, frozen=True, tag="allocate_fatigue"):
    """Spread fatigue over the corps of a stack, all of them named [ALLOC.1]."""

    points: dict[str, Points]


class Loss(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Strength points that one corps loses."""

    infantry: Points = 0
    cavalry: Points = 0

    @property
    def points(self) -> int:
        """Infantry and cavalry together."""
        return self.infantry + self.cavalry


class AllocateLosses(Order, frozen=True, tag="allocate_losses"):
    """Spread losses over the corps of a stack, all of them named [ALLOC.3, COMBAT.4d]."""

    losses: dict[str, Loss]


class ChooseRetreat(Order, frozen=True, tag="choose_retreat"):
    """Retreat along one road [RETREAT.1-10]."""

    road: str


class GiveUpFortifiedPosition(Order, frozen=True, tag="give_up_fortified_position"):
    """Lose the fortified position and stay [RETREAT.2]."""


class ChooseStay(Order, frozen=True, tag="choose_stay"):
    """Stay, or retreat, after holding to the last [CARD.hold]."""

    stay: bool


class PlayRecoveryCard(Order, frozen=True, tag="play_recovery_card"):
    """Play a card from hand for its recovery value on a spent corps [RECOVERY.2]."""

    card: int
    corps: str


class FinishRecovery(Order, frozen=True, tag="finish_recovery"):
    """Play no more recovery cards this turn [RULING.49]."""


Resign = conceding.Resign
AgreeToEnd = conceding.AgreeToEnd
"""To give the game up, and to agree that it ends without a winner, at any time [RULING.103]."""

UNASKED = (OfferCards, SendMessage, Resign, AgreeToEnd)
"""Verbs whose orders answer no decision."""

UNASKED_TAGS = frozenset(str(verb.__struct_config__.tag) for verb in UNASKED)

SEALED = (PlaceScout, AllocateFatigue, AllocateLosses, PlayRecoveryCard, FinishRecovery)
"""Verbs whose orders stay hidden, and wait, until everybody who was asked has answered."""

SEALED_TAGS = frozenset(str(verb.__struct_config__.tag) for verb in SEALED)
