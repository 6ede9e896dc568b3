"""7.0 One card at a time: who may still act in this Combat phase [G-47].

A card that has begun is finished before the next one begins, so another order ends it.
"""

from __future__ import annotations

from napoleon.rules.orders import Refusal
from napoleon.rulesets.eagles_waterloo import labels
from napoleon.rulesets.eagles_waterloo.sides import side_of
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table, refuse

ONE_MOVE = 1
OWN_MOVES = {labels.CAVALRY: 2, labels.GENERAL: 2}
"""Moves of a card in a player turn; others have one [8.0, 8.3]."""


def here(table: Table) -> Battle:
    """The battle whose player turn it is."""
    return table.state.battle


def refuse_card(table: Table, seat: str, card: str, clause: str) -> Refusal | None:
    """Only an own card that is in play in the running battle is ordered about."""
    battle = here(table)
    if card not in battle.cards or side_of(battle.cards[card].nation) != seat:
        return refuse("NOT_YOUR_CARD", clause, "Name a card of yours in this battle.")
    return None


def refuse_finished(table: Table, card: str, clause: str) -> Refusal | None:
    """A card that has acted, or was left for another one, does nothing more [7.0, G-47]."""
    battle = here(table)
    it, name = battle.cards[card], labels.name_of(table, card)
    if it.late:
        detail = f"{name} came in this turn, and acts from your next one."
        return refuse("ARRIVED_THIS_TURN", "10.0", detail)
    if rests(table, card):
        return refuse_rest(table, card)
    if it.acted or (it.moves and battle.current != card):
        return refuse("ALREADY_ACTED", clause, f"{name} has acted in this turn.")
    return None


def rests(table: Table, card: str) -> bool:
    """Whether a card was a decoy, and went back in its owner's last player turn [14.0, G-96]."""
    return table.rulings.withdrawn_rest and here(table).cards[card].rests


def refuse_rest(table: Table, card: str) -> Refusal | None:
    """A decoy that went back is used, in any way, from its owner's next turn on [14.0, G-96]."""
    if not rests(table, card):
        return None
    name = labels.name_of(table, card)
    detail = f"{name} was a decoy, went back in this turn, and is used from your next one."
    return refuse("ALREADY_ACTED", "G-96", detail)


def refuse_moved(table: Table, card: str, clause: str) -> Refusal | None:
    """A card that has moved neither fires nor changes in the same turn [7.0]."""
    it, name = here(table).cards[card], labels.name_of(table, card)
    if it.moves:
        return refuse("ALREADY_ACTED", clause, f"{name} has moved in this turn.")
    return None


def moves_left(table: Table, card: str) -> int:
    """Moves of its own that a card still has [8.0, 8.3]."""
    battle = here(table)
    it = battle.cards[card]
    if it.late or it.acted or rests(table, card) or (it.moves and battle.current != card):
        return 0
    return max(0, OWN_MOVES.get(labels.kind_of(table, card), ONE_MOVE) - it.moves)


def has_extra_move(table: Table, card: str) -> bool:
    """Whether a special has given a card one more move, though it may have moved [13.a, 103].

    It does nothing for a card that has fired, shocked, or changed.
    """
    it = here(table).cards[card]
    return it.extra > 0 and not (it.acted or it.late or rests(table, card))
