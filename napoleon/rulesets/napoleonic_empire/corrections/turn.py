"""Correcting what holds for a turn or a phase: bars, weights, battles that are due [E-55].

Each function records what corrects the table, or says why it cannot be corrected like this.
"""

from __future__ import annotations

from napoleon.rules.events import CARD_CLAUSES
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleonic_empire.corrections.checks import (
    nothing_to_correct,
    refuse_battlefield,
    refuse_country,
    refuse_placing,
)
from napoleon.rulesets.napoleonic_empire.corrections.kinds import (
    SetBattleDue,
    SetContinentalSystem,
    SetMovementBar,
)
from napoleon.rulesets.napoleonic_empire.events.corrections import (
    FACE_UP,
    NONE,
    OVER,
    PENDING,
    TO_BE_FOUGHT,
    BattleDueCorrected,
    ContinentalSystemCorrected,
    MovementBarCorrected,
    place_of,
)
from napoleon.rulesets.napoleonic_empire.reinforcement import CONTINENTAL_CARD, WEIGHED_ON
from napoleon.rulesets.napoleonic_empire.table import Table, refuse
from napoleon.rulesets.napoleonic_empire.turns import ATTACK, MOVE, REINFORCEMENT


def set_bar(table: Table, wanted: SetMovementBar, reason: str) -> Refusal | None:
    """Whether the active side may move, while cards are asked for that bar its moves [E-28].

    Such a card is played then and at no other time, and lies face up among the discards from then
    on: so it does where a side is to be barred.
    """
    state, side = table.state, table.state.active
    if bool(state.barred) == wanted.barred:
        return nothing_to_correct(side=side, barred=wanted.barred)
    if state.phase != MOVE or MOVE in state.windows_closed:
        detail = "Moves are barred at the start of the Move phase, while cards may be played."
        return refuse("WRONG_PHASE", "E-28", detail, phase=state.phase)
    cards = table.data.pack.cards.values()
    bar = next(card.id for card in cards if card.effect == "no_move" and card.side == side)
    if wanted.barred and place_of(state, bar) != FACE_UP:
        detail = "The card that bars moves has been played: put it face up on the discards first."
        return refuse("CARD_NOT_PLAYED", "E-28", detail, card=bar)
    after = bar if wanted.barred else NONE
    corrected = MovementBarCorrected(side, state.barred or NONE, after, reason)
    table.record(corrected, "E-55", "E-28")
    return None


def set_continental(table: Table, wanted: SetContinentalSystem, reason: str) -> Refusal | None:
    """Whether a country gives fewer armies in its next Reinforcement phase [E-27]."""
    country = wanted.country
    refusal = refuse_country(table, country)
    if refusal is not None:
        return refusal
    if country not in WEIGHED_ON.values():
        detail = f"The Continental System never weighs on {country}."
        return refuse("WRONG_COUNTRY", "E-27", detail, countries=[*WEIGHED_ON.values()])
    refusal = refuse_placing(table) or _refuse_weighing(table, country)
    if refusal is not None:
        return refusal
    weighs = country in table.state.continental
    if weighs == wanted.weighs:
        return nothing_to_correct(country=country, weighs=weighs)
    card = CONTINENTAL_CARD.removeprefix(CARD_CLAUSES)
    if card in table.state.dated:
        detail = "The card joins the deck in a later round."
        return refuse("CARD_NOT_YET", "E-41", detail, card=card)
    if wanted.weighs and place_of(table.state, card) != FACE_UP:
        detail = "The card that weighs has been played: put it face up on the discards first."
        return refuse("CARD_NOT_PLAYED", "E-27", detail, card=card)
    before, after = (PENDING, NONE) if weighs else (NONE, PENDING)
    corrected = ContinentalSystemCorrected(country, before, after, reason)
    table.record(corrected, "E-55", "E-27")
    return None


def _refuse_weighing(table: Table, country: str) -> Refusal | None:
    """In the phase of a country the weight has had its effect, and is about to be lifted."""
    state = table.state
    if not state.reinforced or state.phase != REINFORCEMENT or WEIGHED_ON[state.active] != country:
        return None
    detail = f"The Reinforcement phase of {country} is going on; wait until it is over."
    return refuse("NOT_NOW", "E-27", detail, country=country)


def set_battle_due(table: Table, wanted: SetBattleDue, reason: str) -> Refusal | None:
    """Whether the battle of a contested country is still to be fought in this phase [E-11]."""
    state, country = table.state, wanted.country
    refusal = refuse_country(table, country)
    if refusal is not None:
        return refusal
    if state.phase != ATTACK:
        detail = "There are battles in the Attack phase only."
        return refuse("WRONG_PHASE", "ATTACK.1", detail, phase=state.phase)
    refusal = refuse_battlefield(table, country)
    if refusal is not None:
        return refusal
    if country not in state.contested():
        detail = f"{country} is not contested."
        return refuse("NOT_CONTESTED", "ATTACK.1", detail, country=country)
    due = country not in state.fought
    if due == wanted.due:
        return nothing_to_correct(country=country, due=due)
    before, after = (TO_BE_FOUGHT, OVER) if due else (OVER, TO_BE_FOUGHT)
    table.record(BattleDueCorrected(country, before, after, reason), "E-55", "E-11")
    return None
