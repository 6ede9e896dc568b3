"""Fire, shock and morale in words: the dice, what they are rolled against, and why [6, 7]."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from napoleon.rules.events import Line, total
from napoleon.rules.phrases import written
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, Said, Words, say, say_many
from napoleon.rulesets.eagles_waterloo import (
    actions,
    fire,
    labels,
    morale,
    orders,
    ratings,
)
from napoleon.rulesets.eagles_waterloo.deployment import generals_at
from napoleon.rulesets.eagles_waterloo.sides import enemy, side_of
from napoleon.rulesets.eagles_waterloo.specials import effects
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table
from napoleon.rulesets.eagles_waterloo.wording.calling import (
    area,
    at_place,
    card,
    card_heading,
    seen_card,
)

_ADDED: Mapping[str, Phrase] = {
    "on a hill": say("on a hill %(amount)s"),
    "into woods": say("into woods %(amount)s"),
    "at artillery": say("at artillery %(amount)s"),
    "at a column": say("at a column %(amount)s"),
    "at a square": say("at a square %(amount)s"),
    "in column": say("in column %(amount)s"),
    "in square": say("in square %(amount)s"),
    "skirmishers": say("as skirmishers %(amount)s"),
    "lancers at a square": say("lancers at a square %(amount)s"),
    "rockets": say("rockets %(amount)s"),
}
"""What changes a number of dice or a rating, by what its line notes."""

_BY_SPECIAL = {
    "Thin Red Line": "b_thin_red_line",
    "Reverse Slope": "b_reverse_slope",
    "Grand Battery": "f_grand_battery",
    "Scotland Forever": "b_scotland_forever",
    "Up Guards": "b_up_guards",
    "Pas de Charge": "f_pas_de_charge",
}
"""The specials that do so."""


def _added(lines: Sequence[Line]) -> Iterator[Phrase]:
    for line in lines:
        amount = Said(f"{line.amount:+d}".replace("-", "\N{MINUS SIGN}"))
        if line.note in _ADDED:
            yield Phrase(_ADDED[written(line.note)].text, {"amount": amount})
        elif line.note in _BY_SPECIAL:
            yield say(
                "%(special)s %(amount)s", special=_BY_SPECIAL[line.note], amount=amount
            )  # fmt: skip


def _dice(dice: Sequence[Line], kind: str, rating: Sequence[Line]) -> tuple[Phrase, ...]:
    """So many dice with a rating, and what both are made of."""
    worth = total(rating)
    told = say_many(
        "%(count)s die with %(rating)s, which hits with %(least)s or more",
        "%(count)s dice with %(rating)s, which hit with %(least)s or more",
        total(dice),
        rating=Said(f"{kind}{worth}"),
        least=7 - worth,
    )
    if worth == 1:
        told = say_many(
            "%(count)s die with %(rating)s, which hits with a 6",
            "%(count)s dice with %(rating)s, which hit with a 6",
            total(dice),
            rating=Said(f"{kind}{worth}"),
        )
    return (told, *_added((*dice, *rating)))


def _general(table: Table, battle: Battle, seat: str, place: str) -> Iterator[Phrase]:
    """The enemy general whom a 1 endangers [12.4]."""
    for general in generals_at(table, battle, place, enemy(seat)):
        yield say("each 1 is a hit on %(general)s", general=card(general))


def fire_at(table: Table, decision: Decision, order: orders.Fire) -> Words:
    """Fire of a card at an enemy card."""
    battle, seat = actions.here(table), decision.seat
    target = battle.called(order.target, enemy(seat))
    how, aimed = fire.mode(table, battle, order.card), battle.cards[target]
    form = aimed.formation if aimed.revealed else ""
    rating = ratings.fire(table, battle, order.card, target, how, formation=form)
    follows = [*_dice(ratings.strength(table, battle, order.card, target), "F", rating)]
    if how in (ratings.LONG, ratings.SKIRMISH):
        follows.append(say("at long range"))
    follows += _general(table, battle, seat, aimed.place)
    if not battle.cards[order.card].revealed:
        follows.append(say("it is turned face up"))
    does = say(
        "Fire with %(card)s at %(target)s %(where)s",
        card=card(order.card),
        target=seen_card(battle, seat, order.target),
        where=at_place(seat, aimed.place),
    )
    return _attack(battle, seat, order, aimed.place, does, follows)


def shock_at(table: Table, decision: Decision, order: orders.Shock) -> Words:
    """Shock of a card at an enemy card."""
    battle, seat = actions.here(table), decision.seat
    place = battle.cards[order.card].place
    rating = ratings.shock(table, battle, order.card, order.target)
    follows = [*_dice(ratings.strength(table, battle, order.card, order.target), "S", rating)]
    follows += _general(table, battle, seat, place)
    if labels.kind_of(table, order.card) == labels.CAVALRY:
        follows.append(say("it is blown then, and only fires"))
    does = say(
        "Shock %(target)s with %(card)s %(where)s",
        card=card(order.card),
        target=seen_card(battle, seat, order.target),
        where=at_place(seat, place),
    )
    return _attack(battle, seat, order, place, does, follows)


def _attack(
    battle: Battle,
    seat: str,
    order: orders.Fire | orders.Shock,
    place: str,
    does: Phrase,
    follows: Sequence[Phrase],
) -> Words:
    return Words(
        does,
        tuple(follows),
        target=area(battle, place),
        pieces=(order.card, order.target),
        ordinary=True,
        heading=card_heading(battle, seat, order.card),
    )


# -- morale ---------------------------------------------------------------------------------------

_RAISED: Mapping[str, Phrase] = {
    "in square": say("in square %(amount)s"),
}


def check(table: Table, decision: Decision, order: orders.CheckMorale) -> Words:
    """A check of a card: how many dice, and how high they may be."""
    battle = actions.here(table)
    place = battle.cards[order.card].place
    does = say(
        "Check the morale of %(card)s %(where)s",
        card=card(order.card),
        where=at_place(decision.seat, place),
    )
    follows = list(_of_a_check(table, battle, order.card))
    if not battle.checked and _generals_hit(table, battle):
        follows.append(say("generals who were hit are checked first"))
    return Words(
        does, tuple(follows), target=area(battle, place), pieces=(order.card,), ordinary=True
    )


def _of_a_check(table: Table, battle: Battle, id_: str) -> Iterator[Phrase]:
    spared = effects.hits_removed(table, battle, id_)
    count = max(battle.cards[id_].hits, 1) - spared
    lines = morale.breakdown(table, battle, id_)
    if spared:
        yield say_many(
            "%(count)s hit is removed without a die",
            "%(count)s hits are removed without a die",
            spared,
        )
    if count:
        most = min(max(total(lines), morale.BEST), morale.WORST - 1)
        yield say_many(
            "%(count)s die, which passes with %(most)s or less",
            "%(count)s dice, which pass with %(most)s or less",
            count,
            most=most,
        )
        yield from _lent(lines)


def _lent(lines: Sequence[Line]) -> Iterator[Phrase]:
    """What is added to the morale of a card beyond its class."""
    for line in lines[1:]:
        amount = Said(f"{line.amount:+d}")
        if line.note in _RAISED:
            yield Phrase(_RAISED[written(line.note)].text, {"amount": amount})
        else:
            yield say("%(source)s %(amount)s", source=line.note, amount=amount)


def _generals_hit(table: Table, battle: Battle) -> bool:
    return any(
        battle.cards[it].hits
        for it in battle.cards
        if side_of(battle.cards[it].nation) == battle.active
        and labels.kind_of(table, it) == labels.GENERAL
    )


def check_rest(table: Table, decision: Decision, order: orders.CheckTheRest) -> Words:
    """All checks, in the order of the places."""
    does = say("Check all that were hit, in the order in which they stand")
    return Words(does, ordinary=True)
