"""Correcting cards: where they lie, with whom, and what they do from the table [R-135].

Each function records what corrects the table, or says why it cannot be corrected like this.
"""

from __future__ import annotations

from napoleon.rules.kit.correcting import nothing_to_correct
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rulesets.napoleonic_wars.cards.grammar import says
from napoleon.rulesets.napoleonic_wars.cards.lasting import SAILING, YOU, Lasting, lasting_of
from napoleon.rulesets.napoleonic_wars.corrections.checks import (
    CLAUSE,
    refuse_under_way,
    refuse_unknown,
)
from napoleon.rulesets.napoleonic_wars.corrections.kinds import (
    LayCard,
    LendHomeCard,
    PlaceCard,
    TakeCardOff,
    TurnHomeCard,
)
from napoleon.rulesets.napoleonic_wars.events.corrections_of_cards import (
    DECK,
    DISCARDS,
    REMOVED,
    CardCorrected,
    CardLaid,
    CardTakenOff,
    HomeCardCorrected,
    HomeCardLent,
    OpenCardCorrected,
    place_of,
)
from napoleon.rulesets.napoleonic_wars.nations import commander, is_allied
from napoleon.rulesets.napoleonic_wars.table import Wars


def place_card(table: Wars, wanted: PlaceCard, reason: str) -> Refusal | None:
    """A card of the deck lies in another pile or hand; what it has done stays."""
    card, target = wanted.card, wanted.to
    refusal = refuse_unknown(table, card=card) or refuse_under_way(table)
    if refusal is not None:
        return refusal
    if table.data.cards[card].home:
        return refuse("HOME_CARD", "6.2.a", "A home card stays with its nation.", card=card)
    if target not in (DECK, DISCARDS, REMOVED, *table.data.track):
        detail = "A card goes to the deck, the discards, out of the game, or to a hand."
        return refuse("UNKNOWN_NAME", CLAUSE, detail, to=target)
    if any(card in it.carried for it in table.state.nations.values()):
        detail = "Hands are being decided about: set that card when they are."
        return refuse("NOT_NOW", "14.31.c", detail, card=card)
    source = place_of(table.state, card)
    if not source:
        detail = "That card lies on the table for a foreign war or another lasting effect."
        return refuse("CARD_IN_PLAY", "6.13.a", detail, card=card)
    if source == target:
        return nothing_to_correct(CLAUSE, card=card, to=target)
    if {source, target} & {DISCARDS, REMOVED}:
        table.record(OpenCardCorrected(card, source, target, reason), CLAUSE)
        return None
    hands = (it for it in (source, target) if it in table.data.track)
    readers = dict.fromkeys(commander(table.state, it) for it in hands)
    seats = tuple(it for it in readers if it)
    table.record(CardCorrected(seats, card, source, target, reason), CLAUSE)
    return None


def take_card_off(table: Wars, wanted: TakeCardOff, reason: str) -> Refusal | None:
    """What a card does from the table is over; it goes to the discards [6.1.d, 6.13, 7.6]."""
    refusal = refuse_unknown(table, card=wanted.card) or refuse_under_way(table)
    if refusal is not None:
        return refusal
    lying = {it.card for it in table.state.foreign_wars} | {it.card for it in table.state.rules}
    if wanted.card not in lying:
        detail = "That card has no lasting effect now."
        return refuse("NOT_IN_PLAY", "6.1.d", detail, card=wanted.card)
    aside = not table.data.cards[wanted.card].home and not place_of(table.state, wanted.card)
    table.record(CardTakenOff(wanted.card, aside, reason), CLAUSE, "7.6.b")
    return None


def turn_home_card(table: Wars, wanted: TurnHomeCard, reason: str) -> Refusal | None:
    """A home card is used, or not yet [6.2]."""
    held = [it for nation in table.state.nations.values() for it in nation.home]
    found = next((it for it in held if it.card == wanted.card), None)
    if found is None:
        return refuse("UNKNOWN_NAME", "6.2.a", "That is no home card.", card=wanted.card)
    refusal = refuse_under_way(table)
    if refusal is not None:
        return refusal
    if found.up == wanted.up:
        return nothing_to_correct(CLAUSE, card=wanted.card)
    table.record(HomeCardCorrected(wanted.card, wanted.up, reason), CLAUSE, "6.2.a")
    return None


def lay_card(table: Wars, wanted: LayCard, reason: str) -> Refusal | None:
    """What a card does from the table holds again, for as long as the card says [6.1.d]."""
    card, nation = wanted.card, wanted.nation
    refusal = refuse_unknown(table, card=card, nation=nation)
    if refusal is None and wanted.about:
        refusal = refuse_unknown(table, nation=wanted.about)
    refusal = refusal or refuse_under_way(table)
    if refusal is not None:
        return refusal
    printed = table.data.cards[card]
    lasts = lasting_of(printed.program)
    if lasts is None:
        return refuse("NO_LASTING_EFFECT", "6.1.d", "That card does nothing from the table.")
    if any(it.card == card for it in table.state.rules):
        return nothing_to_correct(CLAUSE, card=card)
    if nation != (printed.home or nation) or not printed.is_played_by(nation):
        detail = "That nation does not play that card for its event."
        return refuse("NOT_THEIRS", "6.1.a", detail, card=card)
    if lasts.until == SAILING:
        return refuse("NOTHING_SAILS", "6.1.d", "That card is for a fleet that sails.", card=card)
    refusal = _refuse_about(table, lasts, nation, wanted.about)
    if refusal is not None:
        return refusal
    source = place_of(table.state, card) if printed.lasting and not printed.home else ""
    event = CardLaid(card, lasts.hook, nation, wanted.about, lasts.until, source, reason)
    table.record(event, CLAUSE, "6.1.d")
    return None


def _refuse_about(table: Wars, lasts: Lasting, nation: str, about: str) -> Refusal | None:
    """The card says whom it is about, or leaves it open, or is about nobody."""
    named = nation if lasts.of == YOU else lasts.of
    known = named in table.data.nations
    if (known and about == named) or (not known and bool(about) == bool(named)):
        return None
    detail = "The card is about another nation, or about none in particular."
    return refuse("NOT_ABOUT_THAT", "6.1.d", detail, about=about)


def lend_home_card(table: Wars, wanted: LendHomeCard, reason: str) -> Refusal | None:
    """A home card that its event hands over lies with a power of the camp, or at home [14.34]."""
    card, to, state = wanted.card, wanted.nation, table.state
    refusal = refuse_unknown(table, card=card, nation=to) or refuse_under_way(table)
    if refusal is not None:
        return refusal
    printed = table.data.cards[card]
    if not says(printed.program, "hand_over", "card", card):
        return refuse("NOT_LENT", "14.34.a", "No event hands that card over.", card=card)
    if to not in state.powers or not is_allied(state, to, printed.home):
        detail = "It lies with a player power of its owner's camp."
        return refuse("NO_SUCH_POWER", "14.34.a", detail, nation=to)
    before = next(it for it, of in state.nations.items() if any(h.card == card for h in of.home))
    if before == to:
        return nothing_to_correct(CLAUSE, card=card)
    owner = "" if to == printed.home else printed.home
    table.record(HomeCardLent(card, before, to, owner, reason), CLAUSE, "14.34.a")
    return None
