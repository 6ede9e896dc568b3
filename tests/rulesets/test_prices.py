"""Prices: what an order costs is told beside its label, as a value, and never in the label."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import takewhile
from typing import Any

import pytest

from api.languages import LANGUAGES
from api.phrases import Phrases
from api.web.game.looking import words_in
from napoleon.chance.unchained import UnchainedChance
from napoleon.rules.events import Event
from napoleon.rules.orders import AnsweredByRules, Order, Refusal, verb_of
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Words, say
from tests.rulesets.asking import drilled
from tests.rulesets.playing import Played, Step
from tests.toys import drill

POSITIONS = 60
"""Positions of a game whose orders are tried."""

ORDERS = 25
"""Orders of a verb that are tried in one position."""

IN_A_LABEL = re.compile(
    r"\b(?:\d+|an?) (?:CP|maneuvers?|movement points?|battle points?|points?|Resources?)\b"
)
"""How prices are told."""

AT_ONCE = 4
"""Events within which an order is paid for; what follows may be spent by others."""

GIVES = {"play_for_cp"}
"""Verbs whose labels tell what they give, and not what they cost."""

LATER = {"change_camp", "play_event"}
"""Verbs that are paid for when others have agreed, or have not prevented it."""


def _of_wars(events: Sequence[Event]) -> str:
    """What is spent: maneuvers before the CP that buy them."""
    found = {type(it).__name__ for it in events}
    if "ResourceSpent" in found:
        return "a Resource"
    maneuvers = _sum(events, "ManeuversSpent", "number")
    one = {"FleetStepPaid", "SquadronRefitted"} & found
    if maneuvers or one:
        return _told(maneuvers or 1, "maneuver")
    cp = _sum(events, "CommandPointsSpent", "cp")
    return f"{cp} CP" if cp else ""


def _of_1815(events: Sequence[Event]) -> str:
    paid = _sum(events, "StackMoved", "cost")
    return _told(paid, "point") if paid else ""


def _sum(events: Sequence[Event], kind: str, field: str) -> int:
    return sum(getattr(it, field) for it in events if type(it).__name__ == kind)


def _told(number: int, unit: str) -> str:
    return f"{number} {unit}" if number == 1 else f"{number} {unit}s"


PAID: dict[str, Callable[[Sequence[Event]], str]] = {
    "napoleonic_wars": _of_wars,
    "napoleon1815": _of_1815,
}
"""By game, what events tell of what was paid; the other games have nothing that is spent."""


def test_no_label_has_a_price_in_it(played: Played) -> None:
    for step, order, told in _tried(played):
        if verb_of(type(order)) not in GIVES:
            for text in (told.does, told.heading):
                assert not IN_A_LABEL.search(text), f"{played}, {step}: {told}"
            assert not told.price or told.price not in told.follows, f"{played}, {step}: {told}"


def test_a_price_is_what_is_paid(played: Played) -> None:
    rules: Any = played.entrant.rules
    paid = PAID.get(rules.name)
    if paid is None:
        return
    for step, order, told in _tried(played):
        state = played.entrant.thawed(step.before)
        chance = UnchainedChance(f"{1815:064x}", "prices", drawn=state.draws)
        events = rules.decide(state, step.decision.seat, order, chance)
        assert not isinstance(events, Refusal)
        own = [*takewhile(lambda it: not isinstance(it, AnsweredByRules), events)][:AT_ONCE]
        if verb_of(type(order)) not in LATER:
            assert told.price == paid(own), f"{played}, {step}: {told}"


@dataclass(frozen=True)
class Told:
    """What is read of an order."""

    does: str
    follows: str
    heading: str
    price: str


def _tried(played: Played) -> list[tuple[Step, Order, Told]]:
    rules: Any = played.entrant.rules
    phrases, found = Phrases(rules, words_in(rules, LANGUAGES[0])), []
    for step in played.sample(POSITIONS, "prices"):
        state = played.entrant.thawed(step.before)
        count: dict[type[Order], int] = {}
        for order in played.legal_orders(step, step.decision):
            count[type(order)] = count.get(type(order), 0) + 1
            if count[type(order)] <= ORDERS:
                words = rules.wording.words(state, step.decision, order)
                heading = "" if words.heading is None else phrases.told(words.heading)
                told = Told(
                    phrases.does(words), phrases.follows(words), heading, phrases.price(words)
                )
                found.append((step, order, told))
    return found


# -- what breaks it --------------------------------------------------------------------------------


class Dear:
    """Words that tell a price in the label."""

    def words(self, state: Any, decision: Decision, order: Order) -> Words:
        """The same for all."""
        return Words(say("March for %(cp)s CP", cp=2))


@pytest.fixture
def dear() -> Any:
    """A game in which a label has a price in it, and nothing is told beside it."""
    return drilled(wording=Dear())


def test_a_price_in_a_label_is_found(dear: Any) -> None:
    with pytest.raises(AssertionError, match="March for 2 CP"):
        test_no_label_has_a_price_in_it(dear)


def test_a_price_that_is_not_what_is_paid_is_found(
    dear: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(PAID, drill.RULES.name, lambda events: "2 CP")
    with pytest.raises(AssertionError, match="March for 2 CP"):
        test_a_price_is_what_is_paid(dear)
