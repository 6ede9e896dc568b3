"""Whole lists of cards as forms: decks, splits, deployments, cards sent on [G-39, G-43].

The seat that may give the order sees its own cards and nothing of the enemy's.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from napoleon.rules.terms import Decision
from napoleon.rules.wording import Choice, Phrase, Sheet, say
from napoleon.rulesets.eagles_waterloo import deck_rules, decks, deployment, layouts
from napoleon.rulesets.eagles_waterloo.campaign import aftermath, splits
from napoleon.rulesets.eagles_waterloo.layout import CUSTOM
from napoleon.rulesets.eagles_waterloo.orders import Laid, Place
from napoleon.rulesets.eagles_waterloo.sides import NAMES
from napoleon.rulesets.eagles_waterloo.table import Table
from napoleon.rulesets.eagles_waterloo.wording.calling import at_place, kind_heading
from napoleon.rulesets.eagles_waterloo.wording.decks import price
from napoleon.rulesets.eagles_waterloo.wording.deployment import IN

_TICKED = say("ticked")


def _box(table: Table, seat: str, card: str, ticked: bool, *notes: Phrase) -> Choice:
    return Choice(
        card, ((card, _TICKED),), int(ticked), notes, kind_heading(table, seat, card)
    )  # fmt: skip


def deck(table: Table, decision: Decision) -> Sheet:
    """Every card that a deck may have, as often as it may have it [2.0, 15.0]."""
    seat, battle = decision.seat, decks.battle_of(table)
    if decision.kind == "split":
        return _split(table, seat)
    mine = decks.made_by(table, seat)
    says, choices = [], []
    for nation, made in mine.items():
        says.append(_so_far(table, battle, nation, made))
        counts = Counter(made)
        for card in table.state.pools[nation]:
            if deck_rules.refuse_card(table, seat, battle, card) is None:
                for number in range(1, deck_rules.most_of(table, card) + 1):
                    box = _box(table, seat, card, number <= counts[card], *_copy(number))
                    choices.append(msgspec.structs.replace(box, price=price(table, card)))
    return Sheet(
        "cards", say("Tick all cards of your deck"), say("Make this deck"),
        tuple(says), tuple(choices),
    )  # fmt: skip


def _so_far(table: Table, battle: str, nation: str, made: Sequence[str]) -> Phrase:
    most, who = deck_rules.limit(table, battle, nation), NAMES[nation]
    if table.state.options["decks"] == CUSTOM:
        return say(
            "The deck of the %(nation)s has %(spent)s of %(limit)s battle points.",
            nation=who, spent=deck_rules.bp_of(table, made), limit=most,
        )  # fmt: skip
    return say(
        "The deck of the %(nation)s has %(cards)s of %(limit)s cards.",
        nation=who, cards=len(made), limit=most,
    )  # fmt: skip


def _copy(number: int) -> tuple[Phrase, ...]:
    return (say("copy %(number)s", number=number),) if number > 1 else ()


def _split(table: Table, seat: str) -> Sheet:
    """Every card that may serve in either battle [16.a]."""
    nations = splits.split_nations(table, seat)
    first, last = splits.battles_of(table, nations[0])
    choices = tuple(
        _box(table, seat, card, card in splits.deck(table, first, nation))
        for nation in nations
        for card in splits.free(table, nation)
    )
    asks = say(
        "Tick all cards that serve at %(first)s; the others serve at %(last)s",
        first=first, last=last,
    )  # fmt: skip
    return Sheet("cards", asks, say("Split your army like this"), (), choices)


def sent(table: Table, decision: Decision) -> Sheet:
    """Every card that may be sent on [16.d]."""
    cards = aftermath.sendable(table)
    return Sheet(
        "cards",
        say("Tick all cards that you send to %(battle)s", battle=aftermath.target_of(table)),
        say("Send these cards, and no more"),
        (),
        tuple(_box(table, decision.seat, card, False) for card in cards),
    )


# -- deployment [4.1] -----------------------------------------------------------------------------


def layout(table: Table, decision: Decision) -> Sheet:
    """Where each card of the muster may lie; those that are left out wait in Reserve."""
    seat = decision.seat
    trial, _ = layouts.emptied(table, seat)
    ways: dict[str, list[Place]] = defaultdict(list)
    for it in deployment.placings(trial, decision):
        ways[it.card].append(it)
    choices = []
    for card, places in ways.items():
        now = _lies(table, seat, card)
        listed = [way for it in places for way in _ways(seat, it, now)]
        chosen = next((n for n, (way, _) in enumerate(listed, 1) if _is_now(way, now)), 0)
        choices.append(
            Choice(card, tuple(listed), chosen, (), kind_heading(table, seat, card))
        )  # fmt: skip
    return Sheet(
        "cards",
        say("Say of all cards where they lie"),
        say("Lay them like this"),
        (say("At most %(count)s lie face down in a position.", count=deployment.MOST),),
        tuple(choices),
    )


def _lies(table: Table, seat: str, card: str) -> Laid | None:
    """Where a card lies now; None in Reserve."""
    battle = deployment.own(table, seat, card)
    if battle is None:
        return None
    if card in battle.sites:
        return Laid(card, battle.sites[card].place)
    it = battle.cards[card]
    formation: Any = it.formation
    return Laid(card, it.place, formation, it.terrain or "")


def _is_now(way: dict[str, Any], now: Laid | None) -> bool:
    return now is not None and all(
        way[name] == getattr(now, name) for name in ("place", "formation", "terrain")
    )


def _ways(seat: str, it: Place, now: Laid | None) -> Iterator[tuple[dict[str, Any], Phrase]]:
    """What is listed of a placing: first as it is now, if the card stands there on terrain."""
    where = at_place(seat, it.place)
    if it.formation:
        where = say("%(where)s %(formation)s", where=where, formation=IN[it.formation])
    if it.decoy:
        where = say("face down %(where)s", where=where)
    laid = Laid(it.card, it.place, it.formation, decoy=it.decoy)
    if now is not None and now.terrain and (it.place, it.formation) == (now.place, now.formation):
        there = msgspec.structs.replace(laid, terrain=now.terrain)
        on_terrain = say("%(where)s, on %(terrain)s", where=where, terrain=f"the {now.terrain}")
        yield msgspec.to_builtins(there), on_terrain
    yield msgspec.to_builtins(laid), where
