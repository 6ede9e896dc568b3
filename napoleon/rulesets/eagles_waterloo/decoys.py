"""14 Decoys: generals, specials and terrain that lie face down [G-29]."""

from __future__ import annotations

from collections.abc import Iterator

from napoleon.rules.kit import tokens as kit
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rulesets.eagles_waterloo import (
    actions,
    arrival,
    commanders,
    labels,
    places,
    sites,
)
from napoleon.rulesets.eagles_waterloo.events.moves import CardMoved, DecoyReturned, DecoyShown
from napoleon.rulesets.eagles_waterloo.orders import PlaceDecoy, ShowDecoy, WithdrawDecoy
from napoleon.rulesets.eagles_waterloo.sides import enemy
from napoleon.rulesets.eagles_waterloo.table import Table, refuse


def placings(table: Table, decision: Decision) -> Iterator[PlaceDecoy]:
    """Every card that may lie face down in a position."""
    if not table.state.options["decoys"]:
        return
    for card in actions.here(table).at(places.reserve(decision.seat)):
        for place in places.line(decision.seat):
            order = PlaceDecoy(card, place)
            if refuse_placing(table, decision, order) is None:
                yield order


def refuse_placing(table: Table, decision: Decision, order: PlaceDecoy) -> Refusal | None:
    """Why a card cannot be laid as a decoy [14.0]."""
    if not table.state.options["decoys"]:
        return refuse("OPTION_OFF", "14.0", "This game is played without decoys.")
    battle = actions.here(table)
    wrong = actions.refuse_card(table, decision.seat, order.card, "14.0")
    if wrong is not None:
        return wrong
    it, name = labels.label(table, order.card), labels.name_of(table, order.card)
    if labels.is_unit(it) or not places.is_reserve(battle.cards[order.card].place):
        return refuse("NO_DECOY", "14.0", f"{name} is no card in Reserve that bluffs.")
    wrong = actions.refuse_finished(table, order.card, "14.0")
    if wrong is None:
        wrong = actions.refuse_moved(table, order.card, "14.0")
    if wrong is None:
        wrong = arrival.refuse_leaving(table, battle, order.card)
    if wrong is not None:
        return wrong
    if not places.is_position_of(order.place, decision.seat):
        return refuse("WRONG_LANE", "14.0", "A decoy lies in one of your three positions.")
    wrong = _refuse_lane(table, order.card, order.place)
    if wrong is not None:
        return wrong
    if battle.at(order.place, enemy(decision.seat)):
        return refuse("ENEMY_PRESENT", "14.0", "Enemies stand in that position.")
    if not commanders.may_take_the_field(table, battle, order.card):
        detail = f"{name} stays in Reserve while the army has its commander."
        return refuse("CHIEF_OF_STAFF", "12.3", detail)
    if isinstance(it, labels.Terrain):
        return sites.refuse_site(table, battle, order.card, order.place, decoy=True)
    return None


def _refuse_lane(table: Table, card: str, place: str) -> Refusal | None:
    """A Prussian decoy stands at Waterloo where Prussians do [10.0, G-93]."""
    if not table.rulings.decoys_keep_lanes:
        return None
    return arrival.refuse_place(table, actions.here(table), card, place)


def place(table: Table, decision: Decision, order: PlaceDecoy) -> None:
    """Others see a card move up, and not that it bluffs [14.0, G-78]."""
    battle = actions.here(table)
    token = kit.fresh(battle.cards[order.card].nation, table.state.tokens)[0]
    _move(table, decision.seat, order.card, token, order.place)


def _move(table: Table, seat: str, card: str, token: str, to: str) -> None:
    """It moves like any card that lies face down, for the same clause [G-78]."""
    battle = actions.here(table)
    it = battle.cards[card]
    moved = CardMoved(
        seat, battle.id, it.nation, card, token, it.place, to,
        formation="", terrain="", way="", river="", crossed=0, face_up=False, spends_extra=False,
        decoy=True, fog=True,
    )  # fmt: skip
    table.record(moved, "8.0")


def _decoys(table: Table, seat: str) -> list[str]:
    battle = actions.here(table)
    cards = (card for place in places.line(seat) for card in battle.at(place, seat))
    return [card for card in cards if _is_decoy(table, card)]


def _is_decoy(table: Table, card: str) -> bool:
    """Whether a card in a position lies face down, and is no unit."""
    revealed = actions.here(table).cards[card].revealed
    return not revealed and not labels.is_unit(labels.label(table, card))


def _refuse_none(table: Table, seat: str, card: str) -> Refusal | None:
    battle = actions.here(table)
    it = battle.cards.get(card)
    in_line = it is not None and it.place in places.line(seat) and card in battle.at(it.place, seat)
    if in_line and _is_decoy(table, card):
        return None
    return refuse("NO_DECOY", "14.0", "Name a decoy of yours in one of your positions.")


def showings(table: Table, decision: Decision) -> Iterator[ShowDecoy]:
    """Every decoy that may be shown."""
    orders = map(ShowDecoy, _decoys(table, decision.seat))
    return (it for it in orders if refuse_showing(table, decision, it) is None)


def refuse_showing(table: Table, decision: Decision, order: ShowDecoy) -> Refusal | None:
    """Why a decoy cannot be turned up where it lies [14.0, 12.3, G-29, G-51]."""
    wrong = _refuse_none(table, decision.seat, order.card)
    if wrong is not None:
        return wrong
    battle, it = actions.here(table), labels.label(table, order.card)
    place = battle.cards[order.card].place
    if battle.at(place, enemy(decision.seat)):
        return refuse("ENEMY_PRESENT", "14.0", "Enemies stand in that position.")
    if isinstance(it, labels.Terrain):
        if table.state.stage == "charleroi" or battle.id not in it.battles:
            return refuse("WRONG_BATTLE", "11.0", "That terrain does not belong to this battle.")
        return sites.refuse_site(table, battle, order.card, place)
    if isinstance(it, labels.General) and not commanders.may_take_the_field(
        table, battle, order.card
    ):  # fmt: skip
        return refuse("CHIEF_OF_STAFF", "12.3", "A chief of staff leads only in command.")
    return None


def show(table: Table, decision: Decision, order: ShowDecoy) -> None:
    """It is what it is: a general leads, terrain lies there, a special goes back [G-29]."""
    battle = actions.here(table)
    it, kind = battle.cards[order.card], labels.kind_of(table, order.card)
    rests = table.rulings.withdrawn_rest and kind == labels.SPECIAL
    shown = (DecoyReturned if rests else DecoyShown)(
        decision.seat, battle.id, it.nation, order.card, it.token, it.place, kind
    )  # fmt: skip
    table.record(shown, "14.0", "G-29")


def withdrawals(table: Table, decision: Decision) -> Iterator[WithdrawDecoy]:
    """Every decoy that may be withdrawn."""
    orders = map(WithdrawDecoy, _decoys(table, decision.seat))
    return (it for it in orders if refuse_withdrawal(table, decision, it) is None)


def refuse_withdrawal(table: Table, decision: Decision, order: WithdrawDecoy) -> Refusal | None:
    """Why a decoy cannot go back to the Reserve [14.0, G-29]."""
    wrong = _refuse_none(table, decision.seat, order.card)
    return (
        wrong
        or actions.refuse_finished(table, order.card, "G-29")
        or actions.refuse_moved(table, order.card, "G-29")
    )


def withdraw(table: Table, decision: Decision, order: WithdrawDecoy) -> None:
    """Others see a card go back, and not that it bluffed [14.0, G-78]."""
    token = actions.here(table).cards[order.card].token
    _move(table, decision.seat, order.card, token, places.reserve(decision.seat))
