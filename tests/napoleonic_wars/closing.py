"""The end of a turn and the interphase, played by nations that do as little as may be."""

from __future__ import annotations

from collections.abc import Sequence

from napoleon.rules.events import Event
from napoleon.rules.kit import verbs
from napoleon.rules.kit.table import Table
from napoleon.rules.kit.verbs import until_the_end
from napoleon.rules.orders import Order, Refusal
from napoleon.rulesets.napoleonic_wars.events import apply
from napoleon.rulesets.napoleonic_wars.orders.beginning import KeepHand
from napoleon.rulesets.napoleonic_wars.orders.between_turns import EndReinforcement, LeavePeace
from napoleon.rulesets.napoleonic_wars.orders.conquest import NoOffer, StayThere
from napoleon.rulesets.napoleonic_wars.sequence import BOOK
from napoleon.rulesets.napoleonic_wars.state import TURN_END, State
from napoleon.rulesets.napoleonic_wars.table import Wars
from tests.napoleonic_wars.playing import Dice, Played, at_play, chance, copied, pack

QUIET = (LeavePeace, EndReinforcement, KeepHand, NoOffer, StayThere)
"""The orders with which a nation does as little as may be."""


def closing(
    turn: int = 2, *, next_up: str = "fr", players: int = 2, changing: Sequence[str] = ()
) -> State:
    """Card play is over, nobody holds a card, and a nation is due to act first next turn.

    Of camps and wars only those powers are asked that are `changing` [14.1].
    """
    state = at_play({}, turn=turn, scheduled=next_up, players=players)
    state.phase = TURN_END
    state.ending.camps = [it for it in state.powers if it not in changing]
    return state


def quietly(
    state: State,
    *orders: Order,
    dice: Sequence[int] = (),
    game: int = 0,
    until: Sequence[str] = ("act", "preempt"),
    asks: Sequence[str] = (),
) -> Played:
    """Go on up to a question of the kinds `until`, or the end of the game.

    Questions of the kinds `asks` are answered by `orders` in their order, all others quietly.
    Without `game` the dice are those given, and then all ones.
    """
    state, happened, loaded, left = copied(state), list[Event](), Dice(*dice), [*orders]

    def table() -> Wars:
        return Table(state, pack(), apply, chance(game, state.draws) if game else loaded)

    going = table()
    with until_the_end():
        verbs.advance(BOOK, going)
    happened += going.recorded
    while state.result is None:
        [decision, *_] = verbs.decisions(BOOK, table())
        if decision.kind in until and not left:
            break
        if decision.kind in asks or decision.kind in until:
            assert left, f"nobody answers {decision.kind}"
            order = left.pop(0)
        else:
            legal = list(verbs.legal_orders(BOOK, table(), decision))
            order = next((it for it in legal if isinstance(it, QUIET)), legal[0])
        events = verbs.decide(BOOK, table(), decision.seat, order)
        assert not isinstance(events, Refusal), (order, events)
        happened += events
    assert not left, f"{left} were not asked for"
    return Played(state, happened)
