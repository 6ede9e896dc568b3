"""Correcting cards in play: where they are, and in what state [G-84].

Each function records what corrects the table, or says why it cannot be corrected like this.
"""

from __future__ import annotations

from napoleon.rules.kit import tokens
from napoleon.rules.orders import Refusal
from napoleon.rulesets.eagles_waterloo import arrival, labels, places
from napoleon.rulesets.eagles_waterloo.corrections import kinds
from napoleon.rulesets.eagles_waterloo.corrections.checks import (
    battle_of,
    is_decoy,
    nothing_to_correct,
    refuse_no_fighter,
    refuse_no_unit_in_position,
    refuse_not_in_play,
)
from napoleon.rulesets.eagles_waterloo.deployment import MOST, face_down, generals_at
from napoleon.rulesets.eagles_waterloo.events.corrections import (
    OVER,
    TO_COME,
    ActionCorrected,
    CardShown,
    CardTurnedDown,
    CavalryBlown,
    CavalryRested,
    FormationCorrected,
    HitsCorrected,
    PlaceCorrected,
)
from napoleon.rulesets.eagles_waterloo.sides import enemy, side_of
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table, refuse

# -- where they are --------------------------------------------------------------------------------


def place(table: Table, wanted: kinds.PlaceCard, reason: str) -> Refusal | None:
    """A card is put into another place of its battlefield [8.0]."""
    wrong = refuse_no_fighter(table, wanted.card) or _refuse_placing(table, wanted)
    if wrong is not None:
        return wrong
    battle = battle_of(table, wanted.card)
    it = battle.cards[wanted.card]
    general = isinstance(labels.label(table, wanted.card), labels.General)
    token = it.token
    if places.is_reserve(it.place) and not general:
        (token,) = tokens.fresh(it.nation, table.state.tokens)
    corrected = PlaceCorrected(
        side_of(it.nation),
        battle.id,
        it.nation,
        wanted.card,
        token,
        it.place,
        wanted.place,
        reason,
        fog=not (it.revealed or general),
    )
    table.record(corrected, "G-84", "8.0")
    return None


def _refuse_placing(table: Table, wanted: kinds.PlaceCard) -> Refusal | None:
    battle, card = battle_of(table, wanted.card), wanted.card
    it, name = battle.cards[card], labels.name_of(table, card)
    side = side_of(it.nation)
    if wanted.place not in places.PLACES:
        detail = f"There is no place {wanted.place}."
        return refuse("UNKNOWN_PLACE", "4.0", detail, place=wanted.place)
    if wanted.place == it.place:
        return nothing_to_correct(card=card, place=it.place)
    if is_decoy(table, battle, card):
        return refuse("IS_DECOY", "14.0", f"{name} lies there as a decoy.", card=card)
    if places.is_reserve(wanted.place):
        return _refuse_reserve(battle, card, wanted.place)
    wrong = arrival.refuse_leaving(table, battle, card) or arrival.refuse_place(
        table, battle, card, wanted.place
    )
    return (
        wrong
        or _refuse_meeting(table, battle, card, wanted.place)
        or _refuse_crowd(table, battle, card, wanted.place, side)
    )


def _refuse_reserve(battle: Battle, card: str, place: str) -> Refusal | None:
    """Only the own Reserve, and nobody with hits, who is seen by all [7.1, 8.2]."""
    it = battle.cards[card]
    if place != places.reserve(side_of(it.nation)):
        return refuse("WRONG_RESERVE", "8.2", "Nobody goes into the enemy Reserve.", place=place)
    if it.hits:
        detail = "It has hits that are not checked: take them away first."
        return refuse("HAS_HITS", "6.0", detail, card=card, hits=it.hits)
    return None


def _refuse_meeting(table: Table, battle: Battle, card: str, place: str) -> Refusal | None:
    """Where enemies meet all lie face up, and foot artillery is never among them [7.24, 8.1]."""
    it = battle.cards[card]
    side = side_of(it.nation)
    enemies = battle.at(place, enemy(side))
    if not enemies:
        return None
    printed = labels.label(table, card)
    own = [*battle.at(place, side), card]
    if isinstance(printed, labels.Artillery) and not printed.horse:
        detail = f"{labels.name_of(table, card)} is foot artillery, which does not engage."
        return refuse("CANNOT_ENGAGE", "8.1", detail, card=card)
    down = [one for one in (*own, *enemies) if _would_lie_down(table, battle, one)]
    if down:
        detail = "Cards would have to be turned up there: do that first."
        return refuse("FACE_DOWN", "8.1", detail, place=place, cards=sorted(down))
    return None


def _would_lie_down(table: Table, battle: Battle, card: str) -> bool:
    general = isinstance(labels.label(table, card), labels.General)
    in_reserve = places.is_reserve(battle.cards[card].place)
    return not battle.cards[card].revealed and not (general and in_reserve)


def _refuse_crowd(
    table: Table, battle: Battle, card: str, place: str, side: str
) -> Refusal | None:  # fmt: skip
    """Four cards and one general at most [8.4, 12.0]."""
    if isinstance(labels.label(table, card), labels.General):
        if generals_at(table, battle, place, side):
            detail = "There is a general of that side in that position."
            return refuse("TWO_GENERALS", "12.0", detail, place=place)
    elif len(face_down(table, battle, place, side)) >= MOST:
        detail = f"At most {MOST} cards of a side stand in a position."
        return refuse("STACK_FULL", "8.4", detail, place=place)
    return None


# -- how they are ----------------------------------------------------------------------------------


def set_face(table: Table, wanted: kinds.SetFace, reason: str) -> Refusal | None:
    """Whether others see a unit [7.1, 8.1]."""
    wrong = refuse_no_unit_in_position(table, wanted.card)
    if wrong is not None:
        return wrong
    battle, card = battle_of(table, wanted.card), wanted.card
    it = battle.cards[card]
    if it.revealed == wanted.shown:
        return nothing_to_correct(card=card, shown=it.revealed)
    if wanted.shown:
        formation = it.formation or "line"
        shown = CardShown(battle.id, card, it.token, it.place, formation, reason)
        table.record(shown, "G-84", "8.1")
        return None
    name = labels.name_of(table, card)
    if battle.is_engaged(it.place):
        return refuse("ENGAGED", "8.1", f"{name} is engaged, and lies face up.", card=card)
    if it.hits or it.blown:
        detail = f"{name} has hits or is blown, which all see."
        return refuse("FACE_UP", "7.1", detail, card=card)
    (token,) = tokens.fresh(it.nation, table.state.tokens)
    table.record(CardTurnedDown(battle.id, card, token, it.place, reason), "G-84", "G-44")
    return None


def set_hits(table: Table, wanted: kinds.SetHits, reason: str) -> Refusal | None:
    """Hits that are to be checked: of a card face up in a position [6.0, 12.4]."""
    wrong = refuse_no_fighter(table, wanted.card)
    if wrong is not None:
        return wrong
    battle, card = battle_of(table, wanted.card), wanted.card
    it = battle.cards[card]
    if not it.revealed or places.is_reserve(it.place):
        detail = f"{labels.name_of(table, card)} does not lie face up in a position."
        return refuse("FACE_DOWN", "7.1", detail, card=card)
    if it.hits == wanted.hits:
        return nothing_to_correct(card=card, hits=it.hits)
    table.record(HitsCorrected(battle.id, card, it.hits, wanted.hits, reason), "G-84", "6.0")
    return None


def set_formation(table: Table, wanted: kinds.SetFormation, reason: str) -> Refusal | None:
    """The formation of infantry [9.0]."""
    wrong = refuse_no_unit_in_position(table, wanted.card)
    if wrong is not None:
        return wrong
    battle, card = battle_of(table, wanted.card), wanted.card
    it, name = battle.cards[card], labels.name_of(table, card)
    if labels.kind_of(table, card) != labels.INFANTRY:
        return refuse("NOT_INFANTRY", "9.0", f"{name} is no infantry.", card=card)
    before = it.formation or "line"
    if before == wanted.formation:
        return nothing_to_correct(card=card, formation=before)
    corrected = FormationCorrected(
        side_of(it.nation),
        battle.id,
        card,
        it.token,
        before,
        wanted.formation,
        reason,
        fog=not it.revealed,
    )
    table.record(corrected, "G-84", "9.0")
    return None


def set_blown(table: Table, wanted: kinds.SetBlown, reason: str) -> Refusal | None:
    """Whether cavalry has shocked: it lies face up then [7.31]."""
    wrong = refuse_no_unit_in_position(table, wanted.card)
    if wrong is not None:
        return wrong
    battle, card = battle_of(table, wanted.card), wanted.card
    it, name = battle.cards[card], labels.name_of(table, card)
    if labels.kind_of(table, card) != labels.CAVALRY:
        return refuse("NOT_CAVALRY", "7.31", f"{name} is no cavalry.", card=card)
    if not it.revealed:
        detail = f"{name} lies face down, and blown cavalry lies face up."
        return refuse("FACE_DOWN", "7.31", detail, card=card)
    if it.blown == wanted.blown:
        return nothing_to_correct(card=card, blown=it.blown)
    kind = CavalryBlown if wanted.blown else CavalryRested
    table.record(kind(battle.id, card, reason), "G-84", "7.31")
    return None


def set_acted(table: Table, wanted: kinds.SetActed, reason: str) -> Refusal | None:
    """Whether a card of the side whose turn it is has acted [7.0]."""
    wrong = refuse_not_in_play(table, wanted.card)
    if wrong is not None:
        return wrong
    battle, card = battle_of(table, wanted.card), wanted.card
    it = battle.cards[card]
    if battle.id != table.state.at or side_of(it.nation) != battle.active:
        detail = f"It is not the turn of {labels.name_of(table, card)}."
        return refuse("NOT_YOUR_TURN", "5.0", detail, card=card)
    if it.acted == wanted.acted and (it.acted or not it.moves):
        return nothing_to_correct(card=card, acted=it.acted)
    corrected = ActionCorrected(
        side_of(it.nation),
        battle.id,
        card,
        it.token,
        OVER if it.acted or it.moves else TO_COME,
        OVER if wanted.acted else TO_COME,
        reason,
        fog=not it.revealed,
    )
    table.record(corrected, "G-84", "7.0")
    return None
