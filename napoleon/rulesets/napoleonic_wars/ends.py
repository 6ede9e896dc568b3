"""8.6 How people end a game by themselves, or leave it to others; talk binds nobody [R-86, R-166].

Points decide every game that is played to its end; see `scoring`. If one of two players leaves, the
other has won [R-160]; with more of them the game goes on, and nobody commands what was left behind
[R-167].
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
    PlayerLeft,
    PlayerResigned,
    PowersLeftBehind,
)
from napoleon.rulesets.napoleonic_wars.nations import CAMPS, commanded, playing_on, seats
from napoleon.rulesets.napoleonic_wars.pacts import replace_hand
from napoleon.rulesets.napoleonic_wars.state import MULLIGAN, SETUP
from napoleon.rulesets.napoleonic_wars.table import Wars

# -- leaving ---------------------------------------------------------------------------------------


def _refuse(table: Wars, seat: str) -> Refusal | None:
    over = refuse_over(table, "5.8.c")
    if over is None and seat not in playing_on(table.state):
        return refuse("LEFT_ALREADY", "R-167", "You have left the game.")
    return over


def _resign(table: Wars, seat: str, order: Resign) -> None:
    """A single other player wins, however the points stand; more of them play on [R-167]."""
    others = [it for it in playing_on(table.state) if it != seat]
    if len(others) == 1:
        table.record(PlayerResigned(seat, others[0]), "R-160")
    table.record(PlayerLeft(seat), "R-167")
    _end_if_agreed(table)


def is_leaving(table: Wars, seat: str) -> bool:
    """Whether a player has left in the middle of something, and the rules answer [R-167]."""
    return seat in table.state.leaving


def _may_go(table: Wars) -> bool:
    """Whether nothing is going on that a player who leaves is a part of."""
    state = table.state
    settled = not state.stack and state.phase not in (SETUP, MULLIGAN)
    return bool(state.leaving) and settled and not any(it.carried for it in state.nations.values())


def _go(table: Wars) -> None:
    """Nobody commands the powers any more; nobody knows what they hold [R-167, 8.21.b]."""
    seat = table.state.leaving[0]
    nations = commanded(table.state, table.data, seat)
    seen = [it for it in nations if not table.state.nations[it].unseen]
    table.record(PowersLeftBehind(seat, tuple(nations)), "R-167")
    for nation in seen:
        replace_hand(table, nation)


LEAVING: Step[Wars] = Step("a player has left", _may_go, _go)
"""A seat that has left the game is waited for no more as soon as nothing is going on."""

# -- agreeing --------------------------------------------------------------------------------------


def _refuse_agreement(table: Wars, seat: str) -> Refusal | None:
    over = _refuse(table, seat)
    if over is None and seat in table.state.agreed:
        return refuse("ALREADY_AGREED", "R-160", "You have agreed already; others have not.")
    return over


def _agree(table: Wars, seat: str, order: AgreeToEnd) -> None:
    """The game is drawn when all have agreed."""
    table.record(EndOffered(seat), "R-160")
    _end_if_agreed(table)


def _end_if_agreed(table: Wars) -> None:
    agreed = table.state.agreed
    if agreed and all(it in agreed for it in playing_on(table.state)):
        table.record(GameDrawn(), "R-160")


FREE: dict[type[Order], FreeVerb[Wars]] = {
    Resign: FreeVerb(Resign, "R-160", _refuse, _resign, goes_on=True),
    AgreeToEnd: FreeVerb(AgreeToEnd, "R-160", _refuse_agreement, _agree),
}
"""What can be ordered at any time."""


def _turn_down(table: Wars) -> None:
    table.record(EndOffersLapsed(tuple(table.state.agreed)), "R-160")


TURNED_DOWN: Step[Wars] = Step(
    "offer to end turned down", lambda table: table.state.turned_down, _turn_down
)
"""An offer to end the game was answered by playing on."""

# -- falling silent --------------------------------------------------------------------------------


def forfeited(seat: str) -> Result | None:
    """The other one of two players wins if one is silent for too long and they claim the game.

    With more players the game goes on without the silent one, and ends for nobody else [R-167].

    >>> forfeited("coalition").winner, forfeited("first").winner, forfeited("ru")
    ('imperial', 'second', None)
    """
    for both in (BIDDERS, CAMPS):
        if seat in both:
            [winner] = (it for it in both if it != seat)
            return Result(winner, noted("A player fell silent."), "R-160")
    return None


def leaving(seat: str) -> Order | None:
    """The order by which a seat leaves a game of more than two that others may play on [R-167]."""
    return None if forfeited(seat) else Resign()


def refuse_letter(table: Wars, seat: str, other: str) -> Refusal | None:
    """Refuse a letter that a third player does not read, unless the players have chosen them."""
    if table.state.options.get("letters") or len(seats(table.state)) == 2:
        return None
    detail = "Talk is public in this game: write to all."
    return refuse("TALK_IS_PUBLIC", "R-86", detail)
