"""CARD Playing a card, what each kind does for the side named on it, and passing [E-23]."""

from __future__ import annotations

from collections.abc import Callable, Mapping

from napoleon.rules.kit.declaring import DeclaredVerb, Domain, Irreversible
from napoleon.rules.orders import Refusal
from napoleon.rules.wording import Phrase, say
from napoleon.rulesets.napoleonic_empire import turns
from napoleon.rulesets.napoleonic_empire.cards import armies, windows
from napoleon.rulesets.napoleonic_empire.cards.windows import EXTRA_TURN
from napoleon.rulesets.napoleonic_empire.drawing import draw_cards
from napoleon.rulesets.napoleonic_empire.events.battle import BonusApplied
from napoleon.rulesets.napoleonic_empire.events.cards import (
    CardPlayed,
    ContinentalSystemBegan,
    PassDeclared,
)
from napoleon.rulesets.napoleonic_empire.events.movement import MovementBarred
from napoleon.rulesets.napoleonic_empire.events.turn import ExtraTurnGranted
from napoleon.rulesets.napoleonic_empire.orders import Pass, PlayCard
from napoleon.rulesets.napoleonic_empire.packs.pack import Card
from napoleon.rulesets.napoleonic_empire.table import Side, Table, refuse, the_side


def _refuse_card(table: Table, seat: str, name: str) -> Refusal | None:
    """Why `seat` may not play a card now; None if it may.

    Faults of card and moment come first, then whose turn to speak it is, then the battle.
    """
    state, card = table.state, table.data.pack.cards.get(name)
    if card is None:
        return refuse("UNKNOWN_CARD", "COMP.4", f"There is no card {name}.", card=name)
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
        return _not_your_word(table)
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


def _play(it: Side, order: PlayCard) -> None:
    """The card is discarded face up and takes effect [CARD.1, CARD.3]."""
    card = it.table.data.pack.cards[order.card]
    window = windows.code(it.table.state)
    it.tell(CardPlayed, "CARD.1", "CARD.3", card.clause, card=card.id, window=window)
    EFFECTS[card.effect](it.table, card)


def _pass(it: Side, order: Pass) -> None:
    """The word goes over; after two passes in succession the window is closed [E-13, E-24]."""
    it.tell(PassDeclared, windows.clause_of(windows.opened(it.table)))
    windows.close_after_passes(it.table)


def _closes(it: Side, order: Pass) -> tuple[Phrase, ...]:
    return (say("no more cards now"),) if windows.opened(it.table).passes else ()


def _not_your_word(table: Table) -> Refusal:
    """Why a seat may not play a card or pass now."""
    window = table.state.window
    if window is None:
        return refuse("NOT_YOUR_WORD", "CARD.2", "No cards are asked for now.")
    clause = windows.clause_of(window)
    return refuse("NOT_YOUR_WORD", clause, "The other side has the word.", word=window.word)


PLAY_CARD = DeclaredVerb(
    PlayCard,
    the_side("window"),
    "CARD.2",
    fields={
        "card": Domain(
            lambda it: it.table.state.hands[it.player],
            lambda it, card: it.table.data.pack.cards[card].name,
            lambda it, card: _refuse_card(it.table, it.player, card),
        )
    },
    does=_play,
    line="play {card:card}",
    says=say("Play %(card)s"),
    ordinary=False,
    irreversible=Irreversible.ALWAYS,
    misplaced=lambda table, seat, order: _refuse_card(table, seat, order.card),
)

PASS = DeclaredVerb(
    Pass,
    the_side("window"),
    "CARD.2",
    does=_pass,
    line="pass",
    says=say("Play no card"),
    follows=_closes,
    misplaced=lambda table, seat, order: _not_your_word(table),
)

VERBS = (PLAY_CARD, PASS)


def add_bonus(table: Table, card: Card) -> None:
    """The card adds to its side's total in this battle, attacker or defender [ATTACK.4]."""
    assert table.state.battle is not None
    country = table.state.battle.country
    table.record(BonusApplied(card.side, card.id, card.amount, country), "ATTACK.4", card.clause)


def draw_more(table: Table, card: Card) -> None:
    """Its side draws cards at once, before those of the phase [CARD.2]."""
    draw_cards(table, card.side, card.amount, card.clause)


def bar_movement(table: Table, card: Card) -> None:
    """Its side may not move in this turn [E-28]."""
    table.record(MovementBarred(card.side, card.id), card.clause, "E-28")


def weigh_on_trade(table: Table, card: Card) -> None:
    """Two countries give fewer armies, each in one Reinforcement phase [E-27]."""
    table.record(ContinentalSystemBegan(card.places), card.clause, "E-27")


def grant_turn(table: Table, card: Card) -> None:
    """Its side has one more turn, without reinforcements [SEQ.3, E-29]."""
    table.record(ExtraTurnGranted(card.side, card.id), card.clause, "E-29")


EFFECTS: Mapping[str, Callable[[Table, Card], None]] = {
    "battle": add_bonus,
    "draw": draw_more,
    "no_move": bar_movement,
    "armies": armies.give_armies,
    "rebels": armies.give_rebels,
    "value": weigh_on_trade,
    EXTRA_TURN: grant_turn,
}
"""By the word that the data pack has for the effect."""
