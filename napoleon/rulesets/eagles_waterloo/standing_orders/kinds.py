"""The kinds of standing order: what a seat may say in advance, in the words of the API."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec

from napoleon.rules.standing_orders import StandingOrder
from napoleon.rulesets.eagles_waterloo.orders import Id, Ids

Until = Literal["turn", "own_turn", "withdrawn"]
"""How long a standing order holds: to the end of the running round; until the next player turn of
the own side begins; or on and on."""

Question = Literal[
    "deploy", "window", "morale", "combat", "captors", "reinforcement", "sending", "any"
]
"""The questions that standing orders answer, by the kinds of decision."""

Losses = Annotated[int, msgspec.Meta(ge=1, le=60)]
"""A number of units and generals."""


class Lasting(StandingOrder, frozen=True, kw_only=True):
    """A standing order that says how long it holds."""

    until: Until = "withdrawn"


class InBattles(StandingOrder, frozen=True, kw_only=True):
    """A standing order for certain battles, or for all."""

    battles: Ids = ()
    until: Until = "withdrawn"


class AskMe(InBattles, frozen=True, tag="ask_me"):
    """Ask me this question, in these battles or in any, whatever other instructions say."""

    question: Question


class KeepLayout(StandingOrder, frozen=True, tag="keep_layout"):
    """Leave my cards as I have laid them, when the French may adjust theirs."""


class PlaySpecialFirst(InBattles, frozen=True, tag="play_special_first"):
    """Play this special as soon as it can be, once; at this place or for this card, if named.

    It is played before the enemy's Combat phase, before my checks of morale, or when my
    reinforcements have come. In my own Combat phase I play specials myself.
    """

    card: Id
    place: Id = ""
    target: Id = ""


class PlayNoSpecial(InBattles, frozen=True, tag="play_no_special"):
    """Play nothing before the enemy's Combat phase."""


class CheckInOrder(InBattles, frozen=True, tag="check_in_order"):
    """Check the morale of these cards first; then of the others, in the order that is named.

    The best are those that are most likely to pass.
    """

    others: Literal["as_they_stand", "best_first", "worst_first"] = "as_they_stand"
    cards: Ids = ()


class SendCaptors(InBattles, frozen=True, tag="send_captors"):
    """Onto terrain that falls to me go as many as it takes, or one; these cards before others."""

    number: Literal["most", "one"] = "most"
    cards: Ids = ()


class ShowGenerals(Lasting, frozen=True, tag="show_generals"):
    """Show a Prussian general as soon as one has come, the first of these before others."""

    cards: Ids = ()


class EndCombat(InBattles, frozen=True, tag="end_combat"):
    """End my Combat phase: at once, when none of mine can fire or shock, or when nothing is left.

    At once and without fire means that none of my cards moves up.
    """

    when: Literal["at_once", "no_fire_left", "nothing_left"] = "nothing_left"


class EndTurn(InBattles, frozen=True, tag="end_turn"):
    """End my player turn: when I hold nothing that could be played now, or at once."""

    when: Literal["nothing_left", "at_once"] = "nothing_left"


class WithdrawWhenLost(InBattles, frozen=True, tag="withdraw_when_lost"):
    """Withdraw from a battle of the campaign once so many of mine are lost in it from now on."""

    losses: Losses


class SendOn(InBattles, frozen=True, tag="send_on"):
    """After a battle of the campaign that I have won, send these cards on, or all, or nobody."""

    whom: Literal["these", "all", "nobody"] = "all"
    cards: Ids = ()


class QuickAnswers(Lasting, frozen=True, tag="quick_answers"):
    """Play no special in the enemy's turn, check as cards stand, end phases with nothing left.

    Onto terrain that falls to me go as many as it takes. Whatever else I leave comes first.
    """


def usual(said: QuickAnswers) -> tuple[StandingOrder, ...]:
    """The standing orders that quick answers stand for."""
    return (
        PlayNoSpecial(until=said.until),
        CheckInOrder(until=said.until),
        SendCaptors(until=said.until),
        EndCombat(until=said.until),
        EndTurn(until=said.until),
    )


class Morale(InBattles, frozen=True, tag="morale"):
    """Check morale as cards stand, or as told; where I could play a special, ask me [6.0, 13.0]."""

    order: Literal["as_they_stand", "best_first", "worst_first"] = "as_they_stand"


class AskEverything(StandingOrder, frozen=True, tag="ask_me_everything"):
    """Ask me everything."""


class Usual(StandingOrder, frozen=True, tag="usual"):
    """Check morale as cards stand where I can play nothing, and end phases with nothing left.

    Specials, captors, generals and all that moves or fires are asked. Whatever else I leave comes
    first.
    """


class OnlyWhatMatters(StandingOrder, frozen=True, tag="only_what_matters"):
    """The usual; onto terrain go as many as it takes; a Prussian general shows himself at once.

    Specials are asked, before the enemy's Combat phase too. Whatever else I leave comes first.
    """


def usual_answers(said: Usual) -> tuple[StandingOrder, ...]:
    """What the usual stands for."""
    return (Morale(), EndCombat(), EndTurn())


def what_matters(said: OnlyWhatMatters) -> tuple[StandingOrder, ...]:
    """What it stands for to be asked only what matters."""
    return (*usual_answers(Usual()), SendCaptors(), ShowGenerals())
