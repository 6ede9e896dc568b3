"""Decks, splits, and cards that are sent on, in words [2.0, 15.0, 16.a, 16.d]."""

from __future__ import annotations

from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, Words, say, say_many
from napoleon.rulesets.eagles_waterloo import deck_rules, decks, labels, orders
from napoleon.rulesets.eagles_waterloo.campaign import aftermath
from napoleon.rulesets.eagles_waterloo.layout import CUSTOM
from napoleon.rulesets.eagles_waterloo.sides import NAMES, side_of
from napoleon.rulesets.eagles_waterloo.table import Table
from napoleon.rulesets.eagles_waterloo.wording.calling import card, kind_heading, of_kinds


def _deck(table: Table, id_: str) -> list[str]:
    """The deck of a card's nation, as far as it is made."""
    nation = labels.label(table, id_).nation
    return table.state.drafts[decks.battle_of(table)][nation]


def price(table: Table, id_: str) -> Phrase | None:
    """What a card costs; None where none costs anything [15.0]."""
    if table.state.options["decks"] != CUSTOM:
        return None
    points = labels.label(table, id_).bp
    return say_many("%(count)s battle point", "%(count)s battle points", points)


def _so_far(table: Table, id_: str, deck: list[str]) -> Phrase:
    """How far a deck has come then [2.0, 15.0]."""
    most = deck_rules.limit(table, decks.battle_of(table), labels.label(table, id_).nation)
    if table.state.options["decks"] == CUSTOM:
        spent = deck_rules.bp_of(table, deck)
        return say("%(spent)s of %(limit)s spent then", spent=spent, limit=most)
    return say("%(cards)s of %(limit)s cards then", cards=len(deck), limit=most)


def add(table: Table, decision: Decision, order: orders.AddCard) -> Words:
    """A card more, listed with others of its kind."""
    deck = [*_deck(table, order.card), order.card]
    follows = [_so_far(table, order.card, deck)]
    if deck.count(order.card) > 1:
        follows.insert(0, say("copy %(number)s", number=deck.count(order.card)))
    return Words(
        say("Add %(card)s", card=card(order.card)),
        tuple(follows),
        ordinary=True,
        heading=kind_heading(table, decision.seat, order.card),
        price=price(table, order.card),
    )


def drop(table: Table, decision: Decision, order: orders.DropCard) -> Words:
    """A card less."""
    deck = list(_deck(table, order.card))
    deck.remove(order.card)
    return Words(
        say("Take out %(card)s", card=card(order.card)),
        (_so_far(table, order.card, deck),),
        ordinary=True,
        heading=say("Cards in your deck"),
    )


def assign(table: Table, decision: Decision, order: orders.AssignCard) -> Words:
    """A card of the campaign goes to the other deck."""
    nation = labels.label(table, order.card).nation
    there = len(table.state.drafts[order.battle].get(nation, [])) + 1
    return Words(
        say("Have %(card)s serve at %(battle)s", card=card(order.card), battle=order.battle),
        (_cards_there(there),),
        ordinary=True,
        heading=kind_heading(table, decision.seat, order.card),
    )


def _cards_there(count: int) -> Phrase:
    return say_many("%(count)s card there then", "%(count)s cards there then", count)


def submit(table: Table, decision: Decision, order: orders.SubmitDeck) -> Words:
    """A whole list; it may still be changed."""
    kinds = of_kinds(table, order.cards)
    if decision.kind == "split":
        first, last = _battles(table, decision.seat)
        does = say_many(
            "Have this %(count)s card serve at %(battle)s",
            "Have these %(count)s cards serve at %(battle)s",
            len(order.cards),
            battle=first,
        )
        return Words(
            does, (*kinds, say("all others at %(battle)s", battle=last)), ordinary=True
        )  # fmt: skip
    does = say_many(
        "Make a deck of %(count)s card", "Make a deck of %(count)s cards", len(order.cards)
    )
    return Words(does, (*kinds, say("it may still be changed")), ordinary=True)


def _battles(table: Table, seat: str) -> tuple[str, str]:
    """The two battles between which a seat splits."""
    mine = [
        battle.id
        for battle in table.state.battles.values()
        if any(side_of(nation) == seat for nation in battle.nations)
    ]
    return mine[0], mine[-1]


def finish(table: Table, decision: Decision, order: orders.FinishDeck) -> Words:
    """How large the decks are that are sealed."""
    sizes = [
        say(
            "%(cards)s cards of the %(nation)s for %(battle)s",
            cards=len(deck),
            nation=NAMES[nation],
            battle=battle,
        )
        for battle, drafts in table.state.drafts.items()
        for nation, deck in drafts.items()
        if side_of(nation) == decision.seat
    ]
    return Words(say("End your decks"), (*sizes, say("they are under seal then")))


# -- cards that are sent on -----------------------------------------------------------------------


def send(table: Table, decision: Decision, order: orders.SendReinforcement) -> Words:
    """A card for the deck of the other battle."""
    battle = aftermath.target_of(table)
    return Words(
        say("Send %(card)s to %(battle)s", card=card(order.card), battle=battle),
        (say("comes in by chance, with the reinforcements there"),),
        ordinary=True,
        heading=kind_heading(table, decision.seat, order.card),
    )


def send_all(table: Table, decision: Decision, order: orders.SendReinforcements) -> Words:
    """A whole list, and no more."""
    does = say_many(
        "Send this %(count)s card to %(battle)s, and no more",
        "Send these %(count)s cards to %(battle)s, and no more",
        len(order.cards),
        battle=aftermath.target_of(table),
    )
    return Words(does, of_kinds(table, order.cards))


def end_sending(table: Table, decision: Decision, order: orders.EndSending) -> Words:
    """How many go."""
    sent = len(table.state.sent)
    does = say("Send no more cards")
    told = say_many("%(count)s card is sent", "%(count)s cards are sent", sent)
    return Words(does, (told, say("the others wait for a later battle")))
