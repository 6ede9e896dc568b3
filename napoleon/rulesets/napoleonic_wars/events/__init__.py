"""What happens in the game, one atomic fact each."""

from napoleon.rules.kit.conceding import is_conceding, turns_down
from napoleon.rules.kit.table import applied_by, count_order
from napoleon.rules.orders import Answered, OrderGiven
from napoleon.rulesets.napoleonic_wars.events import (
    battle_cards,
    battles,
    bidding,
    building,
    camps,
    cards,
    cards_at_sea,
    conquest,
    convoys,
    corrections,
    corrections_of_cards,
    corrections_of_diplomacy,
    corrections_of_values,
    ends,
    flags,
    fleet_deployment,
    foreign_wars,
    hands,
    impulses,
    influence,
    interphase,
    losses,
    marches,
    meetings,
    outcomes,
    pacts,
    production,
    proxies,
    refuges,
    resources,
    sailing,
    sea_battles,
    searches,
    setup,
    sieges,
    turn_end,
    war,
    windows,
)
from napoleon.rulesets.napoleonic_wars.frames.answers import Answer, Joining, Window
from napoleon.rulesets.napoleonic_wars.state import State

__all__ = [
    "battle_cards",
    "battles",
    "bidding",
    "building",
    "camps",
    "cards",
    "cards_at_sea",
    "conquest",
    "convoys",
    "corrections",
    "corrections_of_cards",
    "corrections_of_diplomacy",
    "corrections_of_values",
    "ends",
    "flags",
    "fleet_deployment",
    "foreign_wars",
    "hands",
    "impulses",
    "influence",
    "interphase",
    "losses",
    "marches",
    "meetings",
    "outcomes",
    "pacts",
    "production",
    "proxies",
    "refuges",
    "resources",
    "sailing",
    "sea_battles",
    "searches",
    "setup",
    "sieges",
    "turn_end",
    "war",
    "windows",
]


def note_order(state: State, event: Answered) -> None:
    """Orders are counted by the nation they are given for; sealed answers are kept [R-68, R-73].

    A sealed answer is counted for its seat alone, as its nation would tell that a card is played.
    One that does not answer an offer to end the game turns it down.
    """
    if is_conceding(event):
        return
    frame = state.stack[-1] if state.stack else None
    sealed = isinstance(frame, Window | Joining) and event.player in frame.waiting
    count_order(state, event, "" if sealed else "nation")
    own = type(event) is OrderGiven
    state.turned_down = own and turns_down(state.agreed, event.player)
    if state.bidding is not None and event.player in state.bidding.waiting:
        state.bidding.answers.append(Answer(event.player, event.order))
    if isinstance(frame, Window | Joining) and sealed:
        frame.answers.append(Answer(event.player, event.order))


apply = applied_by(setup.GameSetUp, note_order)
"""Changes a position by an event."""
