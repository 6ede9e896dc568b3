"""8.21.a A broken Pact is restored at once: by a card that moves the consul, or by CP [R-85]."""

from __future__ import annotations

import re
from collections.abc import Iterable

from napoleon.rules.events import Line, total
from napoleon.rules.kit.frames import inmost
from napoleon.rules.kit.program_text import CHOOSE, is_form, parsed
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.cards.grammar import LANGUAGE, steps_of
from napoleon.rulesets.napoleonic_wars.cards.scene import Playing, played_by
from napoleon.rulesets.napoleonic_wars.events.pacts import PactPaid, PactRestored
from napoleon.rulesets.napoleonic_wars.frames.diplomacy import Rupture
from napoleon.rulesets.napoleonic_wars.nations import commander
from napoleon.rulesets.napoleonic_wars.pack import Card
from napoleon.rulesets.napoleonic_wars.state import PACT
from napoleon.rulesets.napoleonic_wars.table import Wars

_CONSUL = re.compile(r"consul\(which=.*?boxes=(\d+)")
"""How far a step moves a consul."""


def moves_a_consul(card: Card) -> bool:
    """Whether a card might restore a Pact, by what is printed on it."""
    return "way=right" in card.program or "way=by_row" in card.program


def open_rupture(table: Wars) -> Rupture | None:
    """The Pact that is broken, as long as nobody has restored it."""
    found = inmost(table.state, Rupture)
    if found is None or table.state.nations[found.nation].box == PACT:
        return None
    return found


# -- by an event -----------------------------------------------------------------------------------


def steps_back(at: Playing, card: Card) -> list[str]:
    """What a card does that is played to restore a Pact: that consul alone moves, towards Pact.

    Empty if it cannot move it so far [8.21.a, R-180].
    """
    rupture = open_rupture(at.table)
    if rupture is None or not _CONSUL.search(card.program):
        return []
    if card.no_1805 and at.state.turn == 1:
        return []
    todo = [*steps_of(card.program)]
    name, step = parsed(todo[0])
    if not name or not is_form(step, CHOOSE):
        return []
    question = LANGUAGE.question(at, todo)
    among = question.options if question is not None else ()
    if rupture.nation in among:
        steps = LANGUAGE.answered(at, todo, rupture.nation)
    elif rupture.power in among:
        # The card names a row, and moves each of several consuls: the others stay where they are.
        over = LANGUAGE.answered(at, todo, rupture.power)
        moved = (step for text in over for step in LANGUAGE.each_of(at, text))
        steps = [it for it in moved if repr(rupture.nation) in it]
    else:
        return []
    box = at.state.nations[rupture.nation].box
    boxes = sum(int(it) for text in steps for it in _CONSUL.findall(text))
    possible = bool(steps) and LANGUAGE.is_possible(at, steps)
    return steps if possible and box + boxes >= PACT else []


# -- by CP -----------------------------------------------------------------------------------------


def price(table: Wars, rupture: Rupture) -> tuple[Line, ...]:
    """The CP of every box back to Pact [R-85]."""
    box, costs = table.state.nations[rupture.nation].box, table.data.costs[rupture.power]
    return tuple(
        Line(costs[place], "8.1.d", say("the cost of the box"))
        for place in range(box + 1, PACT + 1)
    )


def pays_back(table: Wars, nation: str, card: Card) -> bool:
    """Whether a power may restore the Pact by the CP of a card, if it has it [R-85, R-103]."""
    rupture = open_rupture(table)
    if rupture is None or nation != rupture.power or nation not in table.state.powers:
        return False
    return not card.must_event and card.cp >= total(price(table, rupture))


def cards_to_pay(table: Wars, nation: str) -> list[str]:
    """The cards of a power that can pay for it, unused home cards included."""
    own = table.state.nations[nation]
    held = (*sorted(own.hand), *(it.card for it in own.home if it.up))
    return [it for it in held if pays_back(table, nation, table.data.cards[it])]


def pay_back(table: Wars, nation: str, card: Card) -> None:
    """The card is given, and the Pact stands again."""
    rupture = open_rupture(table)
    assert rupture is not None, "a Pact is broken"
    lines = price(table, rupture)
    event = PactPaid(nation, card.id, total(lines), lines, bool(card.home))
    table.record(event, "8.21.a", "R-85")
    table.record(PactRestored(rupture.nation, rupture.power), "8.21.a")


# -- who might, by what everybody knows [R-73] -----------------------------------------------------


def able(table: Wars, active: str, out: Iterable[Card]) -> list[str]:
    """The nations that might restore it: by a card that is `out` of sight, or by a home card.

    A seat that has just broken it has no use for that, and is not asked.
    """
    state, pack = table.state, table.data
    found: list[str] = []
    cards = list(out)
    for nation in pack.track:
        seat = commander(state, nation)
        if not seat or seat == commander(state, active):
            continue
        own = state.nations[nation]
        by_hand = own.hand and any(
            pays_back(table, nation, card)
            or (card.is_played_by(nation) and steps_back(played_by(table, nation, card), card))
            for card in cards
        )
        by_home = any(pays_back(table, nation, pack.cards[it.card]) for it in own.home if it.up)
        if by_hand or by_home:
            found.append(nation)
    return found
