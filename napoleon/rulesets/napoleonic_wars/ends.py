"""How people end a game by themselves: they resign, agree to end it, or fall silent [R-160].

Points decide every game that is played to its end; see `scoring`.
"""

from __future__ import annotations

from napoleon.rules.kit.conceding import AgreeToEnd, Resign, refuse_over
from napoleon.rules.kit.sequence import Step
from napoleon.rules.kit.table import refuse
from napoleon.rules.kit.verbs import FreeVerb
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.prose.language import noted
from napoleon.rules.terms import Result
from napoleon.rulesets.napoleonic_wars.bidding import BIDDERS
from napoleon.rulesets.napoleonic_wars.events.ends import (
    EndOffered,
    EndOffersLapsed,
    GameDrawn,
    PlayerResigned,
)
from napoleon.rulesets.napoleonic_wars.nations import CAMPS, seats
from napoleon.rulesets.napoleonic_wars.table import Wars


def _refuse_resignation(table: Wars, seat: str) -> Refusal | None:
    return refuse_over(table, "5.8.c")


def _resign(table: Wars, seat: str, order: Resign) -> None:
    """The other player wins, however the points stand."""
    [winner] = (it for it in seats(table.state) if it != seat)
    table.record(PlayerResigned(seat, winner), "R-160")


def _refuse_agreement(table: Wars, seat: str) -> Refusal | None:
    over = refuse_over(table, "5.8.c")
    if over is None and seat in table.state.agreed:
        detail = "You have agreed already; the other player has not."
        return refuse("ALREADY_AGREED", "R-160", detail)
    return over


def _agree(table: Wars, seat: str, order: AgreeToEnd) -> None:
    """The game is drawn when all have agreed."""
    table.record(EndOffered(seat), "R-160")
    if all(it in table.state.agreed for it in seats(table.state)):
        table.record(GameDrawn(), "R-160")


FREE: dict[type[Order], FreeVerb[Wars]] = {
    Resign: FreeVerb(Resign, "R-160", _refuse_resignation, _resign),
    AgreeToEnd: FreeVerb(AgreeToEnd, "R-160", _refuse_agreement, _agree),
}
"""What can be ordered at any time."""


def _turn_down(table: Wars) -> None:
    table.record(EndOffersLapsed(tuple(table.state.agreed)), "R-160")


TURNED_DOWN: Step[Wars] = Step(
    "offer to end turned down", lambda table: table.state.turned_down, _turn_down
)
"""An offer to end the game was answered by playing on."""


def forfeited(seat: str) -> Result:
    """The other player wins if one is silent for too long and the other claims the game [R-160].

    >>> forfeited("coalition").winner, forfeited("first").winner
    ('imperial', 'second')
    """
    both = BIDDERS if seat in BIDDERS else CAMPS
    [winner] = (it for it in both if it != seat)
    return Result(winner, noted("A player fell silent."), "R-160")
