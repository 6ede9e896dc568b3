"""Chapters 2, 3 and 15.0: pools, sizes, chosen and custom decks, musters."""

from dataclasses import dataclass
from math import floor

from tests.eagles_waterloo.oracle.cards import CHART, SCALES, without_code

LEAST_UNITS, LEAST_WINNERS, LEAST_CUSTOM = 6, 2, 8  # G-42
CHARLEROI_REINFORCEMENTS = {"french": 3, "british": 2, "prussian": 2}  # 16.f
BOUND = frozenset({"terrain", "special"})  # G-40


@dataclass(frozen=True)
class Sizes:
    """What the chart says of a deck at a scale (G-41): cards, muster, reinforcements a turn, BP."""

    deck: int
    muster: int
    reinforcements: int
    bp: int


def sizes(battle, nation, scale="printed"):
    """Rounded down, reinforcements at least 1 (G-05)."""
    row, factor = CHART[battle, nation], SCALES[scale]
    return Sizes(
        floor(row.deck * factor),
        floor(row.muster * factor),
        max(1, floor(row.reinforcements * factor)),
        floor(row.bp * factor),
    )


def in_pool(face, nation, battle, historical=False):
    """Whether the card is in the legal pool (G-40, G-59)."""
    if face.nation != nation:
        return False
    if battle == "charleroi":
        return face.kind != "terrain"
    if face.battles == {"hal"}:
        return False
    return battle in face.battles or not (historical or face.kind in BOUND)


def legal_pool(faces, nation, battle, historical=False):
    """The numbers of all cards in the legal pool."""
    return {no for no, face in faces.items() if in_pool(face, nation, battle, historical)}


def scale_refused(faces, battle, scale, historical=False):
    """Refusals of ChooseBattle with random or chosen decks (G-41)."""
    if battle not in {at for at, _ in CHART}:
        return {"unknown_battle"}
    if scale not in SCALES:
        return {"bad_scale"}
    short = any(
        len(legal_pool(faces, nation, battle, historical)) < sizes(battle, nation, scale).deck
        for at, nation in CHART
        if at == battle
    )
    return {"bad_scale"} if short else set()


def copies_allowed(face):
    """In a custom deck (15.0)."""
    return 1 if face.kind in ("general", "terrain") else 3


def add_refused(deck, face, decks, limits, nation, battle, historical=False):
    """Refusals of AddCard to the faces in `deck`; `decks` is chosen or custom, `limits` the
    `Sizes` of the deck (G-39, 15.0)."""
    reasons = set()
    if face.nation != nation:
        reasons.add("wrong_nation")
    elif not in_pool(face, nation, battle, historical):
        reasons.add("wrong_battle")
    copies = sum(it.number == face.number for it in deck)
    if copies >= (copies_allowed(face) if decks == "custom" else 1):
        reasons.add("duplicate")
    if decks == "custom":
        if sum(it.bp for it in deck) + face.bp > limits.bp:
            reasons.add("over_bp")
    elif len(deck) >= limits.deck:
        reasons.add("wrong_size")
    return reasons


def finish_refused(deck, decks, limits):
    """Refusals of FinishDeck (G-39, G-42)."""
    reasons = set()
    if least_missing(deck):
        reasons.add("wrong_size")
    if decks == "custom":
        if len(deck) < LEAST_CUSTOM:
            reasons.add("wrong_size")
    elif len(deck) != limits.deck:
        reasons.add("wrong_size")
    return reasons


def least_missing(deck):
    """Whether the deck lacks six units, two of them infantry or cavalry (G-42)."""
    return (
        sum(face.unit for face in deck) < LEAST_UNITS
        or sum(face.winner for face in deck) < LEAST_WINNERS
    )


def whole_deck_refused(deck, decks, limits, nation, battle, historical=False):
    """Refusals of a whole list of faces, as if added one by one and finished."""
    reasons = finish_refused(deck, decks, limits)
    for count, face in enumerate(deck):
        reasons |= add_refused(deck[:count], face, decks, limits, nation, battle, historical)
    return reasons


def muster(battle, nation, cards, half=False, scale="printed"):
    """Cards of the muster of a deck of so many: the chart's, or half in custom decks and in the
    campaign (15.0, 16.b); none for the Prussians at Waterloo (3.0)."""
    if (battle, nation) == ("waterloo", "prussian"):
        return 0
    return cards // 2 if half else sizes(battle, nation, scale).muster


def campaign_reinforcements(battle, nation):
    """Cards a turn in the campaign: twice the chart (16.b, G-32), Charleroi its own (16.f)."""
    if battle == "charleroi":
        return CHARLEROI_REINFORCEMENTS[nation]
    return 2 * CHART[battle, nation].reinforcements


def drop_refused(deck, number):
    """Refusals of DropCard: the table has no word for a card that is not there."""
    return set() if any(face.number == number for face in deck) else {without_code("15.0")}
