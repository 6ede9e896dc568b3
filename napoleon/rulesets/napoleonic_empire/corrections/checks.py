"""What corrections name, what they may not touch, and what cannot be set [E-55].

A refusal of a correction is for the referee, who sees everything.
"""

from __future__ import annotations

from typing import Annotated

from napoleon.rules.kit.settings import Named
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleonic_empire.movement import ENGLAND, refuse_unknown
from napoleon.rulesets.napoleonic_empire.sides import FRENCH
from napoleon.rulesets.napoleonic_empire.state import Discarded, State
from napoleon.rulesets.napoleonic_empire.table import Table, refuse
from napoleon.rulesets.napoleonic_empire.turns import DRAW, MOVE

NONE = "none"
"""What an event calls what is not there."""

# -- things that are there -------------------------------------------------------------------------


def _countries(table: Table) -> dict[str, str]:
    known = sorted(table.data.board.countries.values(), key=lambda it: it.short_name)
    return {it.id: it.short_name for it in known}


def _refuse_commander(table: Table, name: str) -> Refusal | None:
    if not table.state.options["commanders"]:
        detail = "The game is played without commanders."
        return refuse("UNKNOWN_COMMANDER", "E-33", detail, commander=name)
    if name not in table.data.pack.commanders:
        detail = f"There is no commander {name}."
        return refuse("UNKNOWN_COMMANDER", "E-33", detail, commander=name)
    return None


Country = Annotated[str, Named(_countries, refuse_unknown)]
Commander = Annotated[
    str,
    Named(
        lambda table: {it.id: it.name for it in table.data.pack.commanders.values()},
        _refuse_commander,
    ),
]

# -- where cards are [CARD.1] ----------------------------------------------------------------------

DECK, FACE_UP, FACE_DOWN = "deck", "face_up", "face_down"
PILES = (DECK, FACE_UP, FACE_DOWN)
"""Places of cards that are no hand; the discards lie face up or face down."""


def place_of(state: State, card: str) -> str:
    """The pile, or the seat whose hand a card is in; empty for one that is not in the game yet."""
    for seat, hand in state.hands.items():
        if card in hand:
            return seat
    if card in state.deck:
        return DECK
    lying = discarded(state, card)
    if lying is None:
        return ""
    return FACE_DOWN if lying.face_down_by else FACE_UP


def discarded(state: State, card: str) -> Discarded | None:
    """How a card lies in the discard pile; None if it does not."""
    return next((it for it in state.discards if it.card == card), None)


# -- what may not be touched -----------------------------------------------------------------------


def refuse_place(table: Table, side: str, country: str) -> Refusal | None:
    """Refuse a country in which nobody of a side can ever be [MAP.5, MOVE.5]."""
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
