"""Correcting what holds for a turn or a phase: bars, weights, battles that are due [E-55]."""

from __future__ import annotations

from collections.abc import Mapping

from napoleon.rules.corrections import Correction
from napoleon.rules.events import CARD_CLAUSES
from napoleon.rules.kit.correcting import nothing_to_correct
from napoleon.rules.kit.settings import Field, Setting, corrected
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleonic_empire.corrections.checks import (
    FACE_UP,
    NONE,
    Country,
    place_of,
    refuse_battlefield,
    refuse_placing,
)
from napoleon.rulesets.napoleonic_empire.reinforcement import CONTINENTAL_CARD, WEIGHED_ON
from napoleon.rulesets.napoleonic_empire.state import State
from napoleon.rulesets.napoleonic_empire.table import Side, Table, refuse
from napoleon.rulesets.napoleonic_empire.turns import ATTACK, MOVE, REINFORCEMENT


def _turn(table: Table, wanted: Correction) -> Side:
    """The turn of the active side."""
    return Side(table, table.state.active)


# -- who may not move [E-28] -----------------------------------------------------------------------


class SetMovementBar(Correction, frozen=True, tag="set_movement_bar"):
    """Keep the active side from moving in this turn, or let it move after all."""

    barred: bool


def _bar_of(it: Side) -> str:
    """The card that bars the moves of a side."""
    cards = it.table.data.pack.cards.values()
    return next(card.id for card in cards if card.effect == "no_move" and card.side == it.side)


def _refuse_same(it: Side, wanted: SetMovementBar) -> Refusal | None:
    if bool(it.table.state.barred) != wanted.barred:
        return None
    return nothing_to_correct("E-55", side=it.side, barred=wanted.barred)


def _refuse_bar(it: Side, wanted: SetMovementBar) -> Refusal | None:
    """Such a card is played at the start of the Move phase, and lies face up from then on."""
    state = it.table.state
    if state.phase != MOVE or MOVE in state.windows_closed:
        detail = "Moves are barred at the start of the Move phase, while cards may be played."
        return refuse("WRONG_PHASE", "E-28", detail, phase=state.phase)
    bar = _bar_of(it)
    if wanted.barred and place_of(state, bar) != FACE_UP:
        detail = "The card that bars moves has been played: put it face up on the discards first."
        return refuse("CARD_NOT_PLAYED", "E-28", detail, card=bar)
    return None


def _cards(it: Side, wanted: SetMovementBar) -> Mapping[str, str]:
    """The card that barred moves, and the one that does now."""
    return {
        "before": it.table.state.barred or NONE,
        "after": _bar_of(it) if wanted.barred else NONE,
    }


def _bar(state: State, after: str) -> None:
    state.barred = "" if after == NONE else after


BAR: Setting[Table, Side, SetMovementBar] = Setting(
    SetMovementBar,
    _turn,
    "E-28",
    corrected(
        "napoleonic_empire.movement_bar_corrected/1",
        "Correction: what keeps the {side} from moving this turn is {after}, no longer {before}.",
        {"side": str, "before": str, "after": str},
        _bar,
    ),
    unable=_refuse_same,
    refuses=_refuse_bar,
    more=_cards,
)


# -- the Continental System [E-27] -----------------------------------------------------------------

PENDING = "pending"


class SetContinentalSystem(Correction, frozen=True, tag="set_continental_system"):
    """Say whether a country still owes the Reinforcement phase in which it gives fewer armies."""

    country: Country
    weighs: bool


class Owing(Side):
    """A country under the Continental System, or free of it."""

    def __init__(self, table: Table, country: str) -> None:
        super().__init__(table, table.state.active)
        self.country, self.weighs = country, country in table.state.continental


def _refuse_country(it: Owing, wanted: SetContinentalSystem) -> Refusal | None:
    if it.country not in WEIGHED_ON.values():
        detail = f"The Continental System never weighs on {it.country}."
        return refuse("WRONG_COUNTRY", "E-27", detail, countries=[*WEIGHED_ON.values()])
    return refuse_placing(it.table) or _refuse_weighing(it)


def _refuse_weighing(it: Owing) -> Refusal | None:
    """In the phase of a country the weight has had its effect, and is about to be lifted."""
    state = it.table.state
    going_on = state.reinforced and state.phase == REINFORCEMENT
    if not going_on or WEIGHED_ON[state.active] != it.country:
        return None
    detail = f"The Reinforcement phase of {it.country} is going on; wait until it is over."
    return refuse("NOT_NOW", "E-27", detail, country=it.country)


def _refuse_card(it: Owing, wanted: SetContinentalSystem) -> Refusal | None:
    card = CONTINENTAL_CARD.removeprefix(CARD_CLAUSES)
    if card in it.table.state.dated:
        detail = "The card joins the deck in a later round."
        return refuse("CARD_NOT_YET", "E-41", detail, card=card)
    if wanted.weighs and place_of(it.table.state, card) != FACE_UP:
        detail = "The card that weighs has been played: put it face up on the discards first."
        return refuse("CARD_NOT_PLAYED", "E-27", detail, card=card)
    return None


def _weigh(state: State, country: str, after: str) -> None:
    (state.continental.remove if after == NONE else state.continental.append)(country)


CONTINENTAL: Setting[Table, Owing, SetContinentalSystem] = Setting(
    SetContinentalSystem,
    lambda table, wanted: Owing(table, wanted.country),
    "E-27",
    corrected(
        "napoleonic_empire.continental_system_corrected/1",
        "Correction: the Continental System on {country:the} is {after}, no longer {before}.",
        {"country": str, "before": str, "after": str},
        _weigh,
    ),
    sets={"weighs": Field(lambda it: it.weighs, {True: PENDING, False: NONE})},
    unable=_refuse_country,
    refuses=_refuse_card,
    facts=("country", "weighs"),
)


# -- battles of the phase [E-11] -------------------------------------------------------------------

OVER, TO_BE_FOUGHT = "over", "to be fought"


class SetBattleDue(Correction, frozen=True, tag="set_battle_due"):
    """Say whether the battle of a country is still to be fought in the running Attack phase."""

    country: Country
    due: bool


class Contested(Side):
    """A country in which there is, or was, a battle of this phase."""

    def __init__(self, table: Table, country: str) -> None:
        super().__init__(table, table.state.active)
        self.country, self.due = country, country not in table.state.fought


def _refuse_peace(it: Contested, wanted: SetBattleDue) -> Refusal | None:
    state, country = it.table.state, it.country
    if state.phase != ATTACK:
        detail = "There are battles in the Attack phase only."
        return refuse("WRONG_PHASE", "ATTACK.1", detail, phase=state.phase)
    if refusal := refuse_battlefield(it.table, country):
        return refusal
    if country in state.contested():
        return None
    detail = f"{country} is not contested."
    return refuse("NOT_CONTESTED", "ATTACK.1", detail, country=country)


def _fight(state: State, country: str, after: str) -> None:
    """A country is fought over once in a phase."""
    (state.fought.append if after == OVER else state.fought.remove)(country)


BATTLE_DUE: Setting[Table, Contested, SetBattleDue] = Setting(
    SetBattleDue,
    lambda table, wanted: Contested(table, wanted.country),
    "E-11",
    corrected(
        "napoleonic_empire.battle_due_corrected/1",
        "Correction: the battle in {country:the} was {before} in this phase, and is {after}.",
        {"country": str, "before": str, "after": str},
        _fight,
    ),
    sets={"due": Field(lambda it: it.due, {True: TO_BE_FOUGHT, False: OVER})},
    unable=_refuse_peace,
    facts=("country", "due"),
)

SETTINGS = (BAR, CONTINENTAL, BATTLE_DUE)
