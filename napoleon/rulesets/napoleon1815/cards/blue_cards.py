"""INIT, CARDS.1, THREE.5 Blue cards: declared in turn, carried out in order [RULING.17]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.kit.declaring import DeclaredVerb, Domain, Irreversible
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.phrases import Named
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Card, Phrase, say
from napoleon.rulesets.napoleon1815 import decks, initiative
from napoleon.rulesets.napoleon1815.cards import blue_events
from napoleon.rulesets.napoleon1815.cards.blue_events import INTUITION
from napoleon.rulesets.napoleon1815.cards.card_event import CardEvent
from napoleon.rulesets.napoleon1815.events.initiative import CardTakenFromDeck
from napoleon.rulesets.napoleon1815.events.windows import (
    BlueCardDeclared,
    EventApplied,
    EventCancelled,
)
from napoleon.rulesets.napoleon1815.orders import ChooseFromDeck, DeclareBlue
from napoleon.rulesets.napoleon1815.state import Choice, Played
from napoleon.rulesets.napoleon1815.table import Player, Table, the_player

BLUE: dict[str, CardEvent] = {event.name: event for event in blue_events.EVENTS}
"""Every blue event by name [14.2]."""

ORDER = ("french", "allied", "prussian", "anglo_dutch")
"""In which players declare, with two Allied ones the Prussian first [INIT.1, THREE.5]."""


# -- declaring -----------------------------------------------------------------------------------


def declaring_due(table: Table) -> bool:
    """Whether somebody still has to say whether they play a blue card [INIT.1]."""
    return table.state.phase == "initiative" and any(_to_declare(table))


def declaring_asks(table: Table) -> list[Decision]:
    """The next player with a card in hand, whatever it is [DP-04, DP-05, VIS.9]."""
    text = "Do you play a blue card?"
    return [table.question(next(_to_declare(table)), "declare_blue", "W.INIT", text)]


def _to_declare(table: Table) -> Iterator[str]:
    state = table.state
    for player in ORDER:
        if player not in state.has_declared and state.hands.get(player):
            yield player


def _ways(it: Player) -> Iterator[DeclareBlue]:
    """No card, or every blue card in hand in every legal way."""
    yield DeclareBlue()
    for card in sorted(it.hand):
        if _refuse_card(it, card) is None:
            for choice in BLUE[it.table.pack.cards[card].event].choices(it.table, it.player):
                corps = choice.blocks[0] if choice.blocks else ""
                yield DeclareBlue(card, corps, choice.area, choice.player)


def _refuse(it: Player, order: DeclareBlue) -> Refusal | None:
    """Refuse a card that is not held or not blue, or cannot be played like this [CARDS.3]."""
    table, player, choice = it.table, it.player, _choice(order)
    if order.card is None:
        if choice != Choice():
            return refuse("BAD_PAYLOAD", "INIT.1", "Without a card there is nothing to name.")
        return None
    if refusal := _refuse_card(it, order.card):
        return refusal
    event = table.pack.cards[order.card].event
    if choice in BLUE[event].choices(table, player):
        return None
    printed = table.pack.blocks.get(order.corps)
    partners = printed is not None and printed.side == it.side
    if partners and not table.is_own(player, order.corps):
        detail = "A card acts only on blocks of the player who plays it."
        return refuse("PARTNERS_BLOCKS", "THREE.10", detail)
    detail = "The card cannot be played in that way now."
    return refuse("EVENT_PRECONDITION", f"CARD.{event}", detail)


def _refuse_card(it: Player, number: int) -> Refusal | None:
    if number not in it.hand:
        return refuse("CARD_NOT_IN_HAND", "CARDS.1", f"You do not hold card {number}.")
    card = it.table.pack.cards[number]
    if card.colour != "blue":
        detail = "Only blue cards are played in the initiative phase."
        return refuse("WRONG_COLOUR", "CARDS.3", detail)
    barred = BLUE[card.event].barred(it.table, it.player)
    if barred is not None:
        return refuse("EVENT_PRECONDITION", f"CARD.{card.event}", barred)
    return None


def _choice(order: DeclareBlue) -> Choice:
    blocks = (order.corps,) if order.corps else ()
    return Choice(blocks=blocks, area=order.area, player=order.player)


def _declare(it: Player, order: DeclareBlue) -> None:
    """The card leaves the hand; its effect waits for the other players [RULING.17]."""
    if order.card is None:
        it.table.record(BlueCardDeclared(it.player), "INIT.1")
        return
    event = it.table.pack.cards[order.card].event
    declared = BlueCardDeclared(it.player, order.card, event, _choice(order))
    it.table.record(declared, "INIT.1", "RULING.17", f"CARD.{event}")


_AGAINST = {
    "french": say("against the French"),
    "anglo_dutch": say("against the Anglo-Dutch"),
    "prussian": say("against the Prussians"),
}


def _says(it: Player, order: DeclareBlue) -> Phrase:
    if order.card is None:
        return say("Play no blue card")
    return say("Play %(card)s", card=Card(order.card))


def _follows(it: Player, order: DeclareBlue) -> Iterator[Phrase]:
    named: list[Named] = [*it.table.called((order.corps,) if order.corps else ())]
    named += [it.area(order.area)] if order.area else []
    if named:
        yield say("for %(named)s", named=tuple(named))
    if order.player:
        yield _AGAINST[order.player]


def _explain(table: Table, seat: str, order: Order) -> Refusal | None:
    """Why this player declares nothing now [INIT.1, THREE.5]."""
    if table.state.phase != "initiative":
        return None
    detail = "The French declare first, then the Allies; each of you once."
    return refuse("OUT_OF_ORDER", "INIT.1", detail)


DECLARE = DeclaredVerb(
    DeclareBlue,
    the_player("initiative", "declare_blue"),
    "INIT.1",
    listed=_ways,
    refuses=_refuse,
    does=_declare,
    lines={"blue none": {"card": None}},
    line="blue {card:card}[ for {corps:corps}][ in {area:area}][ against {player:player}]",
    says=_says,
    follows=_follows,
    heading=lambda it, order: None if order.card is None else _says(it, order),
    ordinary=False,
    irreversible=Irreversible.ALWAYS,
    misplaced=_explain,
)


# -- taking effect -------------------------------------------------------------------------------


def effect_due(table: Table) -> bool:
    """Whether a declared card still has to take effect."""
    return table.state.phase == "initiative" and bool(table.state.declared)


def take_effect(table: Table) -> None:
    """The next card takes effect, in the order of declaration, Intuition last [RULING.17]."""
    declared = table.state.declared
    played = min(declared, key=lambda card: card.event == INTUITION)
    if played.event == INTUITION:
        _intuit(table, list(declared))
    else:
        _apply(table, played)


def _apply(table: Table, played: Played) -> None:
    event, clause = BLUE[played.event], f"CARD.{played.event}"
    applied = EventApplied(played.card, played.event, played.player, event.summary)
    table.record(applied, clause, "RULING.17")
    event.take_effect(table, played)
    # Foresight has its effect when the card has been chosen [RULING.106].
    if played.card not in table.state.lasting.values() and not table.state.foresight:
        decks.discard(table, played.player, played.card, "played", "INIT.2")


def _intuit(table: Table, intuitions: list[Played]) -> None:
    """Its player has the initiative, unless both sides have played one [INIT.6]."""
    sides = [table.side_of_player(played.player) for played in intuitions]
    if len(set(sides)) == 1:
        for played in intuitions:
            _apply(table, played)
        initiative.seize(table, sides[0])
        return
    first, last = intuitions[0], intuitions[-1]
    for played in intuitions:
        by = last if played is first else first
        cancelled = EventCancelled(played.card, played.event, by.card)
        table.record(cancelled, "INIT.6", "CARD.intuition")
        decks.discard(table, played.player, played.card, "cancelled", "INIT.2")


# -- Foresight -----------------------------------------------------------------------------------


def foresight_due(table: Table) -> bool:
    """Whether a player who looks through their deck still has to take a card."""
    return bool(table.state.foresight)


def foresight_asks(table: Table) -> list[Decision]:
    """That player is asked which one [DP-06]."""
    text = "Which card do you take from your deck?"
    return [table.question(table.state.foresight, "choose_from_deck", "CARD.foresight", text)]


def _refuse_choice(it: Player, card: int) -> Refusal | None:
    """Refuse a card that is not in the deck, and a red one [CARD.foresight]."""
    if card not in it.table.state.decks[it.side]:
        detail = f"Card {card} is not in your deck."
        return refuse("CARD_NOT_IN_DECK", "CARD.foresight", detail)
    if card not in blue_events.eligible(it.table, it.side):
        return refuse("RED_NOT_ALLOWED", "CARD.foresight", "A red card cannot be taken.")
    return None


def _take(it: Player, order: ChooseFromDeck) -> None:
    """The card goes to the hand, unseen by the enemy."""
    left = len(it.table.state.decks[it.side]) - 1
    it.tell(CardTakenFromDeck, "CARD.foresight", card=order.card, deck_left=left)
    decks.end_of_step(it.table, [it.side])
    for card in [c for c in it.table.state.revealed if _is_foresight(it.table, c, it.side)]:
        decks.discard(it.table, it.player, card, "played", "INIT.2", "RULING.106")


def _is_foresight(table: Table, card: int, side: str) -> bool:
    """Whether a card lying on the table is the Foresight by which `side` has chosen a card."""
    it = table.pack.cards[card]
    return it.event == "foresight" and it.side == side


TAKE = DeclaredVerb(
    ChooseFromDeck,
    the_player("initiative", "choose_from_deck"),
    "CARD.foresight",
    fields={
        "card": Domain(
            lambda it: blue_events.eligible(it.table, it.side),
            Player.card,
            _refuse_choice,
        )
    },
    does=_take,
    line="take {card:card}",
    says=say("Take %(card)s"),
    ordinary=False,
    irreversible=Irreversible.ALWAYS,
)

VERBS = (DECLARE, TAKE)
