"""Playing a card, and passing [CARD.1 to CARD.4]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.napoleonic_empire import turns
from napoleon.rulesets.napoleonic_empire.cards import windows
from napoleon.rulesets.napoleonic_empire.cards.effects import EFFECTS
from napoleon.rulesets.napoleonic_empire.events.cards import CardPlayed, PassDeclared
from napoleon.rulesets.napoleonic_empire.orders import Pass, PlayCard
from napoleon.rulesets.napoleonic_empire.packs.pack import Card
from napoleon.rulesets.napoleonic_empire.table import Table, refuse


def play_offers(table: Table, decision: Decision) -> Iterator[PlayCard]:
    """Every card of the hand whose window this is."""
    for card in table.state.hands[decision.seat]:
        if refuse_card(table, decision.seat, PlayCard(card)) is None:
            yield PlayCard(card)


def refuse_play(table: Table, decision: Decision, order: PlayCard) -> Refusal | None:
    """Refuse a card that is not in the hand, or not for this window or battle."""
    return refuse_card(table, decision.seat, order)


def refuse_card(table: Table, seat: str, order: PlayCard) -> Refusal | None:
    """Why `seat` may not play a card now; None if it may.

    Faults of card and moment come first, then whose turn to speak it is, then the battle.
    """
    state, card = table.state, table.data.pack.cards.get(order.card)
    if card is None:
        return refuse("UNKNOWN_CARD", "COMP.4", f"There is no card {order.card}.", card=order.card)
    if card.id not in state.hands[seat]:
        return refuse("NOT_IN_HAND", "CARD.3", f"You do not hold {card.name}.", card=card.id)
    if _is_second_extra_turn(table, card):
        detail = "Another turn has been granted; play this at the end of that one."
        return refuse("SECOND_EXTRA_TURN", "E-29", detail, card=card.id)
    if windows.code(state) not in card.windows:
        detail = f"{card.name} may not be played now."
        return refuse("WINDOW_CLOSED", "CARD.2", detail, card=card.id, windows=list(card.windows))
    assert state.window is not None
    if state.window.word != seat:
        return not_your_word(table)
    if not windows.in_place(table, card):
        detail = f"{card.name} is not for this battle."
        return refuse("WRONG_COUNTRY", card.clause, detail, places=list(card.places))
    return None


def _is_second_extra_turn(table: Table, card: Card) -> bool:
    """Whether a card would grant a turn where one has been granted and is not over [E-29, E-06].

    The window of the first one is closed as soon as it is played, and the extra turn begins.
    """
    state = table.state
    if card.effect != windows.EXTRA_TURN:
        return False
    is_running = state.extra and card.side == state.active and state.phase != turns.TURN_END
    return bool(state.extra_granted) or is_running


def play(table: Table, decision: Decision, order: PlayCard) -> None:
    """The card is discarded face up and takes effect [CARD.1, CARD.3]."""
    card = table.data.pack.cards[order.card]
    table.record(
        CardPlayed(decision.seat, card.id, windows.code(table.state)),
        "CARD.1",
        "CARD.3",
        card.clause,
    )
    EFFECTS[card.effect](table, card)


def pass_offers(table: Table, decision: Decision) -> Iterator[Pass]:
    """Passing is always possible."""
    yield Pass()


def declare_pass(table: Table, decision: Decision, order: Pass) -> None:
    """The word goes over; after two passes in succession the window is closed [E-13, E-24]."""
    table.record(PassDeclared(decision.seat), decision.clause)
    windows.close_after_passes(table)


def explain_misplaced_play(table: Table, seat: str, order: PlayCard) -> Refusal | None:
    """Why a card cannot be played when its holder has not been asked."""
    return refuse_card(table, seat, order)


def explain_misplaced_pass(table: Table, seat: str, order: Pass) -> Refusal | None:
    """There is nothing to pass."""
    return not_your_word(table)


def not_your_word(table: Table) -> Refusal:
    """Why a seat may not play a card or pass now."""
    window = table.state.window
    if window is None:
        return refuse("NOT_YOUR_WORD", "CARD.2", "No cards are asked for now.")
    clause = windows.clause_of(window)
    return refuse("NOT_YOUR_WORD", clause, "The other side has the word.", word=window.word)
