"""13.0 Playing a special: its window, what it names, and what it does [G-28]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.chance import PUBLIC
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import actions, arrival, labels, places
from napoleon.rulesets.eagles_waterloo.decks import drawn
from napoleon.rulesets.eagles_waterloo.events.specials import (
    CardRallied,
    DetachmentCame,
    SpecialPlayed,
)
from napoleon.rulesets.eagles_waterloo.orders import PlaySpecial
from napoleon.rulesets.eagles_waterloo.reinforcement import bring
from napoleon.rulesets.eagles_waterloo.sides import BRITISH, PRUSSIAN
from napoleon.rulesets.eagles_waterloo.specials import effects, in_print
from napoleon.rulesets.eagles_waterloo.specials.idle import is_idle
from napoleon.rulesets.eagles_waterloo.specials.naming import named, refuse_named
from napoleon.rulesets.eagles_waterloo.state import Battle
from napoleon.rulesets.eagles_waterloo.table import Table, refuse

MOST = 2
"""Specials of a side at a position in a phase [13.0, G-28]."""

WINDOWS = {"morale": "M", "combat": "C", "window": "E", "reinforcement": "R"}
"""The window of each kind of question [13.a]."""

HAL = "hal"


def legal_orders(table: Table, decision: Decision) -> Iterator[PlaySpecial]:
    """Every special in Reserve, with everything that it may name; last what has no effect now."""
    battle = actions.here(table)
    yield from sorted(_all(table, decision), key=lambda it: is_idle(table, battle, it))


def _all(table: Table, decision: Decision) -> Iterator[PlaySpecial]:
    battle = actions.here(table)
    for card in battle.at(places.reserve(decision.seat), decision.seat):
        if not isinstance(labels.label(table, card), labels.Special):
            continue
        if _refuse_time(table, decision, card) is not None:
            continue
        for place, target in named(table, battle, decision.seat, card):
            order = PlaySpecial(card, place, target)
            if refuse_playing(table, decision, order) is None:
                yield order


def refuse_playing(table: Table, decision: Decision, order: PlaySpecial) -> Refusal | None:
    """Why a special cannot be played so now [13.0, 13.a, G-28, G-60]."""
    battle = actions.here(table)
    wrong = actions.refuse_card(table, decision.seat, order.card, "13.0")
    if wrong is not None:
        return wrong
    it = labels.label(table, order.card)
    in_reserve = places.is_reserve(battle.cards[order.card].place)
    if not isinstance(it, labels.Special) or not in_reserve:
        return refuse("NOT_A_SPECIAL", "13.0", "Name a special card in your Reserve.")
    return (
        _refuse_time(table, decision, order.card)
        or refuse_named(table, battle, decision.seat, order)
        or _refuse_nation(table, battle, it, order)
        or _refuse_limit(table, battle, decision.seat, order)
    )


def _refuse_time(table: Table, decision: Decision, card: str) -> Refusal | None:
    """Each special has its window, and waits for it once it has come [10.0, 13.a, G-60]."""
    special, battle = effects.special(table, card), table.state.battle
    window, name = WINDOWS[decision.kind], labels.name_of(table, card)
    own = decision.kind != "window"
    if not in_print.is_for(special, window, own=own):
        detail = f"{name} is not played in this phase."
        return refuse("WRONG_PHASE", f"13.a.{special.no}", detail, windows=list(special.windows))
    if own and battle.cards[card].late:
        detail = f"{name} came in this turn, and is played from the enemy's next turn on."
        return refuse("ARRIVED_THIS_TURN", "10.0", detail)
    wrong = actions.refuse_rest(table, card)
    if wrong is not None:
        return wrong
    if decision.kind == "morale" and battle.checked and "M" in special.windows:
        return refuse("WRONG_PHASE", "13.a", f"{name} is played before the first check.")
    if not in_print.is_of_battle(table, battle, special):
        if special.effect_kind == effects.ADD_CARD:
            detail = f"{name} is for Waterloo outside the campaign."
        else:
            detail = f"{name} is for Waterloo."
        return refuse("WRONG_BATTLE", "G-60", detail)
    return None


def _refuse_nation(
    table: Table, battle: Battle, it: labels.Special, order: PlaySpecial
) -> Refusal | None:
    """At Waterloo the specials of one nation do not help the other [13.0]."""
    if battle.id != arrival.WATERLOO or it.nation not in (BRITISH, PRUSSIAN):
        return None
    if in_print.has_to_arrive(battle, it):
        detail = "The Prussians play specials once they have arrived."
        return refuse("NATION", "13.0", detail)
    place = position_of(battle, order.place, order.target)
    if place not in places.POSITIONS:
        return None
    there = {battle.cards[card].nation for card in battle.at(place, it.side)}
    if it.nation == PRUSSIAN and PRUSSIAN not in there:
        return refuse("NATION", "13.0", "No Prussian card is in that position.")
    if it.nation == BRITISH and there - {BRITISH}:
        return refuse("NATION", "13.0", "Not all cards of your side there are British.")
    return None


def position_of(battle: Battle, place: str, target: str) -> str:
    """What a special is played on: the place that it names, or that of the card [13.0, G-79].

    Empty for one that names neither, or a card that is not in play.
    """
    if place or target not in battle.cards:
        return place
    return battle.cards[target].place


def _refuse_limit(table: Table, battle: Battle, seat: str, order: PlaySpecial) -> Refusal | None:
    """At most two of a side at a position in a phase, and not the same [13.0, G-28]."""
    place = position_of(battle, order.place, order.target)
    if place not in places.POSITIONS:
        return None
    phase = table.state.phase
    here = [
        it
        for it in battle.played
        if it.side == seat
        and it.phase == phase
        and position_of(battle, it.place, it.target) == place
    ]
    number = labels.printed(order.card)
    if any(labels.printed(it.card) == number for it in here):
        return refuse("SAME_CARD", "13.0", "That special was played at this position just now.")
    if len(here) >= MOST:
        detail = f"At most {MOST} specials are played at a position in a phase."
        return refuse("LIMIT", "13.0", detail)
    return None


# -- what it does ---------------------------------------------------------------------------------


def play(table: Table, decision: Decision, order: PlaySpecial) -> None:
    """It is shown, has its effect, and is gone [13.0, G-28]."""
    battle = actions.here(table)
    special = effects.special(table, order.card)
    kind, nation = special.effect_kind, battle.cards[order.card].nation
    shown = order.target
    if order.target in battle.cards:
        shown = battle.seen_as(order.target)
    played = SpecialPlayed(
        decision.seat,
        battle.id,
        order.card,
        order.place,
        order.target,
        shown,
        kind,
        special.until == "own_next_turn",
        special.amount if kind == effects.EXTRA_MOVE else 0,
        fog=shown != order.target,
    )
    table.record(played, f"13.a.{special.no}", "13.0")
    if kind == effects.RALLY:
        _rally(table, battle, order, special.amount)
    elif kind == effects.EXTRA_REINFORCEMENT:
        clause = f"13.a.{special.no}"
        bring(table, battle, nation, special.amount, clause, order.card)
    elif kind == effects.ADD_CARD:
        _detach(table, battle, decision.seat, order.card)


def _rally(table: Table, battle: Battle, order: PlaySpecial, most: int) -> None:
    """One die for a routed unit [13.a, 109]."""
    card = order.target
    it = labels.label(table, card)
    die, draw = table.draw(range(1, 7), f"rally of {labels.name_for_chance(table, card)}", PUBLIC)
    to = places.reserve(it.side)
    rallied = CardRallied(battle.id, it.nation, card, die, die <= most, to, draw)
    table.record(rallied, effects.clause_of(table, order.card))


def hal_units(table: Table, battle: Battle) -> list[str]:
    """British units of Hal that are nowhere in the battle [13.a, 200]."""
    known = {labels.printed(card) for card in (*battle.cards, *battle.routed)}
    known |= {labels.printed(card) for deck in battle.decks.values() for card in deck}
    return [
        card.id
        for card in table.data.cards_of("british")
        if labels.is_unit(card) and HAL in card.battles and card.id not in known
    ]


def _detach(table: Table, battle: Battle, seat: str, special: str) -> None:
    """A British unit of Hal comes by chance [13.a, 200]."""
    cards = hal_units(table, battle)
    if not cards:
        return
    (card,) = drawn(table, cards, 1, "the detachment at Hal")
    came = DetachmentCame(
        seat, battle.id, BRITISH, card, places.reserve(seat), table.state.draws
    )  # fmt: skip
    table.record(came, effects.clause_of(table, special))
