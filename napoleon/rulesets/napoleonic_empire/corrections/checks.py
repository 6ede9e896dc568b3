"""What a correction may not touch, and what cannot be set [E-55].

A refusal of a correction is for the referee, who sees everything.
"""

from __future__ import annotations

from functools import partial

from napoleon.rules.kit import correcting
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleonic_empire.movement import ENGLAND
from napoleon.rulesets.napoleonic_empire.sides import FRENCH
from napoleon.rulesets.napoleonic_empire.table import Table, refuse
from napoleon.rulesets.napoleonic_empire.turns import DRAW, MOVE

nothing_to_correct = partial(correcting.nothing_to_correct, "E-55")
"""What is to be set is so already."""


def refuse_country(table: Table, country: str) -> Refusal | None:
    """Refuse what is not a country of this map [MAP.1, OPT3]."""
    if country in table.data.board.countries:
        return None
    return refuse("UNKNOWN_COUNTRY", "MAP.1", f"There is no country {country}.", country=country)


def refuse_place(table: Table, side: str, country: str) -> Refusal | None:
    """Refuse a country in which nobody of a side can ever be [MAP.5, MOVE.5]."""
    refusal = refuse_country(table, country)
    if refusal is not None:
        return refusal
    if not table.data.board.countries[country].enterable:
        return refuse("OTTOMAN_CLOSED", "MAP.5", f"Nobody enters {country}.", country=country)
    if (side, country) == (FRENCH, ENGLAND):
        return refuse("ENGLAND_CLOSED", "MOVE.5", "The French are never in England.")
    return None


def refuse_moved(table: Table, country: str) -> Refusal | None:
    """Refuse anybody who has moved where nobody of the active side can have by now.

    Nobody enters England [MOVE.6], nobody moves before the Move phase is open [SEQ.2], nobody
    moves in a turn in which a card bars it [E-28], and where no army has moved nobody has [MOVE.2].
    """
    state = table.state
    if country == ENGLAND:
        detail = "Nobody moves to England, so nobody there has moved."
        return refuse("ENGLAND_CLOSED", "MOVE.6", detail, country=country)
    if state.phase == DRAW or (state.phase == MOVE and MOVE not in state.windows_closed):
        detail = "Nobody has moved yet in this turn."
        return refuse("WRONG_PHASE", "SEQ.2", detail, phase=state.phase)
    if state.barred:
        detail = "A card keeps the side from moving in this turn."
        return refuse("BARRED", "E-28", detail, card=state.barred)
    if not state.moved:
        detail = "Nobody has moved yet in this turn."
        return refuse("NOBODY_MOVED", "MOVE.2", detail)
    return None


def refuse_battlefield(table: Table, country: str) -> Refusal | None:
    """A battle counts on all who were there at its start, until it is over [E-15]."""
    battle = table.state.battle
    if battle is None or battle.country != country:
        return None
    detail = f"The battle in {country} is being fought; wait until it is over."
    return refuse("BATTLE_IN_PROGRESS", "E-55", detail, country=country)


def refuse_placing(table: Table) -> Refusal | None:
    """What is due was counted by the table as it is, and stays due until it is placed [REINF.3]."""
    if not table.state.due:
        return None
    detail = "Armies that are due are being placed; wait until that is done."
    return refuse("NOT_NOW", "REINF.3", detail, side=table.state.due[0].side)
