"""What a correction may not touch, and what cannot be set [G-84].

A refusal of a correction is for the referee, who sees everything.
"""

from __future__ import annotations

from functools import partial

from napoleon.rules.kit import correcting
from napoleon.rules.orders import Refusal
from napoleon.rulesets.eagles_waterloo import labels, places
from napoleon.rulesets.eagles_waterloo.combat import COMBAT
from napoleon.rulesets.eagles_waterloo.morale import MORALE
from napoleon.rulesets.eagles_waterloo.reinforcement import REINFORCEMENT
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table, refuse

nothing_to_correct = partial(correcting.nothing_to_correct, "G-84")
"""What is to be set is so already."""


def refuse_time(table: Table) -> Refusal | None:
    """Decks and layouts are their owners' own, and a battle that is over is being settled."""
    state = table.state
    if state.phase in (MORALE, COMBAT, REINFORCEMENT):
        return None
    detail = "The table is corrected while a battle is fought."
    return refuse("WRONG_PHASE", "G-84", detail, phase=state.phase)


def refuse_unknown(table: Table, card: str) -> Refusal | None:
    """Refuse what is no card."""
    if labels.printed(card) in table.data.by_id:
        return None
    return refuse("UNKNOWN_CARD", "1.0", f"There is no card {card}.", card=card)


def refuse_not_in_play(table: Table, card: str) -> Refusal | None:
    """Refuse any time but a fight, what is no card, and one that is in no battle."""
    wrong = refuse_time(table) or refuse_unknown(table, card)
    if wrong is None and table.state.battle_of(card) is None:
        detail = f"{labels.name_of(table, card)} is in no Reserve and in no position."
        return refuse("NOT_IN_PLAY", "G-84", detail, card=card)
    return wrong


def refuse_no_fighter(table: Table, card: str) -> Refusal | None:
    """Refuse whatever is no unit or general in play."""
    wrong = refuse_not_in_play(table, card)
    if wrong is not None or _fights(table, card):
        return wrong
    detail = f"{labels.name_of(table, card)} is neither a unit nor a general."
    return refuse("NOT_A_UNIT", "G-84", detail, card=card)


def _fights(table: Table, card: str) -> bool:
    it = labels.label(table, card)
    return labels.is_unit(it) or isinstance(it, labels.General)


def refuse_no_unit_in_position(table: Table, card: str) -> Refusal | None:
    """Refuse whatever is no unit in a position."""
    wrong = refuse_not_in_play(table, card)
    if wrong is not None:
        return wrong
    name = labels.name_of(table, card)
    if not labels.is_unit(labels.label(table, card)):
        return refuse("NOT_A_UNIT", "G-84", f"{name} is no unit.", card=card)
    if places.is_reserve(battle_of(table, card).cards[card].place):
        return refuse("IN_RESERVE", "G-84", f"{name} is in Reserve.", card=card)
    return None


def battle_of(table: Table, card: str) -> Battle:
    """The battle of a card, where `refuse_not_in_play` has nothing against it."""
    battle = table.state.battle_of(card)
    assert battle is not None, "refused where there is none"
    return battle


def is_decoy(table: Table, battle: Battle, card: str) -> bool:
    """Whether a card lies in a position face down and is no unit [14.0]."""
    it = battle.cards[card]
    face_down = not it.revealed and not places.is_reserve(it.place)
    return face_down and not labels.is_unit(labels.label(table, card))
