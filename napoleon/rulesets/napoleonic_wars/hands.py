"""14.31 to 14.33 New hands between two turns: draws, mulligans, too many cards."""

from __future__ import annotations

from napoleon.rules.events import Line, total
from napoleon.rules.kit.declaring import DeclaredVerb, Domain
from napoleon.rules.kit.sequence import Step, only_asks
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.terms import Decision
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars import influence
from napoleon.rulesets.napoleonic_wars.cards import lasting
from napoleon.rulesets.napoleonic_wars.events.interphase import (
    ExcessByLot,
    ExcessDiscarded,
    HandsSetAside,
    NewCardsDrawn,
)
from napoleon.rulesets.napoleonic_wars.events.setup import DeckShuffled, HandKept
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.orders.between_turns import DiscardExcess
from napoleon.rulesets.napoleonic_wars.scene import Acting, asked_for
from napoleon.rulesets.napoleonic_wars.scoring import keys_of
from napoleon.rulesets.napoleonic_wars.setting_up import draw_card, lies_face_down, show_hand
from napoleon.rulesets.napoleonic_wars.table import Wars, in_order_from_next

# -- how many [14.31, 14.32] -----------------------------------------------------------------------


KEYS_A_CARD = 2
"""Keys for which a card is drawn [14.31.a]."""


def _by_keys(table: Wars, nation: str) -> list[Line]:
    """A card for two keys, and what the status of a key more makes of it [R-31, 15.5]."""
    keys, plus = len(keys_of(table, nation)), table.state.nations[nation].plus_key
    lines = [Line(keys // KEYS_A_CARD, "14.31.a", say("a card for two keys"))]
    if plus and (more := (keys + 1) // KEYS_A_CARD - keys // KEYS_A_CARD):
        lines.append(Line(more, "15.5.a", say("a key more by the card")))
    return lines


def _before_bids(table: Wars, nation: str) -> list[Line]:
    """What a nation would draw if it gave up nothing, short of its minimum."""
    lines = _by_keys(table, nation)
    if fewer := lasting.cards_fewer(table, nation):
        lines.append(Line(-fewer, "6.1.d", say("less by a card")))
    return lines


def cards_due(table: Wars, nation: str) -> tuple[Line, ...]:
    """The cards that a nation draws for its next turn, line by line."""
    lines = _before_bids(table, nation)
    bids = sum(it.nation == nation for it in table.state.peace_bids)
    if bids:
        lines.append(Line(-bids, "5.8.a", say("given up for the peace roll")))
    least = table.data.nations[nation].hand_min
    if total(lines) < least:
        lines.append(Line(least - total(lines), "14.32.a", say("up to the minimum")))
    return tuple(lines)


def at_minimum(table: Wars, nation: str) -> bool:
    """Whether it would draw no more than its minimum [5.8.b]."""
    return total(_before_bids(table, nation)) <= table.data.nations[nation].hand_min


def _draw(table: Wars) -> None:
    """The discards are shuffled in, and everybody draws; what they still held waits [R-60]."""
    if table.state.discards:
        table.record(DeckShuffled(len(table.state.discards)), "14.31.a")
    table.record(HandsSetAside(), "14.31.c", "R-60")
    turn = table.state.turn + 1
    for nation in in_order_from_next(table, table.data.track):
        for number in range(total(cards_due(table, nation))):
            draw_card(table, nation, f"card {number + 1} of turn {turn} for {nation}", "14.31.a")
        lasting.take_back(table, nation, ())
    alone = tuple(it for it in table.data.track if not commander(table.state, it))
    table.record(NewCardsDrawn(alone), "14.31.a", "R-05")


# -- mulligans of the new cards [14.31, R-60] ------------------------------------------------------


def _next_undecided(table: Wars) -> str:
    nations = table.state.nations
    due = (it for it in table.data.track if not nations[it].decided)
    return next(iter(in_order_from_next(table, due)), "")


def _hand_due(table: Wars) -> bool:
    nation = _next_undecided(table)
    return bool(nation) and lies_face_down(table, nation)


def _asks_mulligan(table: Wars) -> list[Decision]:
    nation = _next_undecided(table)
    text = say("Keep the new cards of %(nation)s, or draw a card fewer?", nation=nation)
    return [table.question(commander(table.state, nation), "mulligan", "14.31.a", text, nation)]


def _has_no_new_card(table: Wars) -> bool:
    nation = _next_undecided(table)
    return not table.state.nations[nation].hand or not commander(table.state, nation)


def _keep(table: Wars) -> None:
    table.record(HandKept(_next_undecided(table)), "14.31.c", "R-60")


# -- too many cards [14.33] ------------------------------------------------------------------------


def excess(table: Wars, nation: str) -> int:
    """The cards of a nation above its maximum; home cards do not count [14.32.a]."""
    held = len(table.state.nations[nation].hand)
    return held - table.data.nations[nation].hand_max


def _next_over(table: Wars) -> str:
    over = (it for it in table.data.track if excess(table, it) > 0)
    return next(iter(in_order_from_next(table, over)), "")


def _goes_by_lot(table: Wars) -> bool:
    nation = _next_over(table)
    first = nation not in table.state.ending.drawn_lot
    return bool(nation) and (first or not commander(table.state, nation))


def _discard_by_lot(table: Wars) -> None:
    nation = _next_over(table)
    hand = sorted(table.state.nations[nation].hand)
    card, draw = table.draw(hand, f"a card of too many of {nation}")
    saved = int(bool(commander(table.state, nation)))
    clauses = ("14.33.a", "16.1.a") if saved else ("R-62",)
    table.record(ExcessByLot(nation, card, draw, saved), *clauses)


def _asks_to_discard(table: Wars) -> list[Decision]:
    nation = _next_over(table)
    text = say("Which card does %(nation)s discard?", nation=nation)
    return [table.question(commander(table.state, nation), "excess", "14.33.a", text, nation)]


def _refuse_card(it: Acting, card: str) -> Refusal | None:
    if card in it.own.hand:
        return None
    return refuse("CARD_NOT_IN_HAND", "14.33.a", "That is no card of the nation.", card=card)


DISCARDING = asked_for(Acting, "excess")


def _discard(it: Acting, order: DiscardExcess) -> None:
    """The card goes, and its CP may be used for influence."""
    lines = influence.worth(it.table, it.nation, order.card)
    it.tell(ExcessDiscarded, "14.33.a", card=order.card, cp=total(lines), breakdown=lines)


DISCARD_EXCESS = DeclaredVerb(
    DiscardExcess,
    DISCARDING,
    "14.33.a",
    fields={"card": Domain(lambda it: sorted(it.own.hand), refusal=_refuse_card)},
    does=_discard,
    line="discard {card:card} of {nation:nation}",
    says=say("Discard %(card)s"),
)

VERBS = (DISCARD_EXCESS,)


def _may_influence(table: Wars) -> bool:
    """Whether a nation has discarded all that is too many, and has CP of that."""
    nation = influence.to_influence(table)
    return bool(nation) and excess(table, nation) <= 0


HANDS: tuple[Step[Wars], ...] = (
    Step("draw", lambda table: table.state.ending.drawing, _draw),
    Step("hand", _hand_due, lambda table: show_hand(table, _next_undecided(table))),
    Step("mulligan", lambda it: bool(_next_undecided(it)), _keep, _asks_mulligan, _has_no_new_card),
    Step("influence", _may_influence, influence.begin),
    Step("a card by lot", _goes_by_lot, _discard_by_lot),
    Step("excess", lambda table: bool(_next_over(table)), only_asks, _asks_to_discard),
)
"""New hands, nation by nation."""
