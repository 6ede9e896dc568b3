"""Acceptance cases of the digest, and rulings, as they are written in `*_cases.txt`.

A line that begins with `>` says what holds after what was done before it::

    given battles allied round 4: french austria 12; allied austria 10
    hands: french austerlitz
    fight austria french austerlitz: french 2; allied 6
    french: move 3 France-Italy / end move
    skip draw allied
    > losses_computed side=french: raw=4 losses=4
    > refused french: move 1 France-England: ENGLAND_CLOSED MOVE.5

`given` says the moment, whose turn it is and the armies; `here` remembers what has come of it, and
`back` goes back to that. Orders are typed in the notation of the
game; what is drawn stands after a semicolon, or after the colon. `> losses_computed side=french:`
is about the one such event since the last action.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from napoleon.rules.orders import Order
from napoleon.rulesets.napoleonic_empire.events.cards import CardDrawn, DeckRebuilt
from napoleon.rulesets.napoleonic_empire.reinforcement import claims
from napoleon.rulesets.napoleonic_empire.state import Discarded, State
from tests.napoleonic_empire import kit
from tests.napoleonic_empire.kit import (
    ALLIED,
    CARDS,
    CONTINENT,
    DRAW,
    FRENCH,
    RULES,
    SIDES,
    Played,
    board,
    fresh,
    laid,
    position,
    skip,
)
from tests.napoleonic_empire.lines import LINES
from tests.rulesets.case_texts import Case, CaseTable, cases

FILES = [Path(__file__).parent / f"{name}_cases.txt" for name in ("acceptance", "rulings")]

MOMENTS = {
    "draw": kit.DRAW,
    "moves_open": kit.MOVES_OPEN,
    "moves": kit.MOVES,
    "battles": kit.BATTLES,
    "reinforcement": kit.REINFORCEMENT,
    "turn_end": kit.TURN_END,
}


def pairs(text: str) -> dict[str, int]:
    """Names, each with a number."""
    words = text.split()
    found = dict(zip(words[::2], map(int, words[1::2]), strict=True))
    every = found.pop("CONTINENT", 0)
    return {**dict.fromkeys(CONTINENT if every else (), every), **found}


def by_side(text: str) -> dict[str, str]:
    """What stands after the name of each side."""
    parts = (it.strip().partition(" ") for it in text.split(";") if it.strip())
    return {side: rest for side, _, rest in parts}


def drawn(text: str) -> dict[str, list[int | str]]:
    """What each side draws: dice, or cards."""
    return {
        side: [int(it) if it.isdigit() else it for it in rest.split()]
        for side, rest in by_side(text).items()
    }


class Table(CaseTable):
    """What happens in a case, line by line."""

    def __init__(self) -> None:
        self.given: dict[str, Any] = {}
        self.now = self.remembered = Played(None, [], None)  # type: ignore[arg-type]

    @property
    def events(self) -> list[Any]:  # type: ignore[override]
        """What has happened since the last action."""
        return self.now.events

    @property
    def state(self) -> State:  # type: ignore[override]
        """The position now."""
        return self.now.state

    def act(self, words: list[str], rest: str) -> None:
        """Do what a line says."""
        if words[0] in SIDES:
            orders, _, chance = rest.partition(";")
            typed = [self._order(words[0], it) for it in orders.split(" / ")]
            self.now = kit.play(self.now, words[0], *typed, **drawn(chance))
        else:
            getattr(self, f"do_{words[0]}")(words[1:], rest)

    def do_given(self, words: list[str], rest: str) -> None:
        armies = {side: pairs(text) for side, text in by_side(rest).items()}
        self.given = {
            "french": armies.get(FRENCH, {}), "allied": armies.get(ALLIED, {}),
            "at": MOMENTS[words[0]], "options": {},
        }  # fmt: skip
        after = iter(words[1:])
        for word in after:
            if word in SIDES:
                self.given["active"] = word
            elif word == "round":
                self.given["round_"] = int(next(after))
            elif word == "continental":
                self.given["continental"] = [next(after)]
            elif word == "commander":
                self.given["commanders"] = {next(after): next(after)}
            else:
                name, _, value = word.partition("=")
                self.given["options"][name] = value == "True" or value
        self.do_hands([], "")

    def do_hands(self, words: list[str], rest: str) -> None:
        self.given["hands"] = {side: text.split() for side, text in by_side(rest).items()}
        self.now = Played(kit.position(**self.given), [], None)

    def do_commanders(self, words: list[str], rest: str) -> None:
        self.given["commanders"] = dict(it.split() for it in rest.split(","))
        self.now = Played(kit.position(**self.given), [], None)

    def do_fresh(self, words: list[str], rest: str) -> None:
        self.now = kit.fresh(**dict.fromkeys(words, True))

    def do_here(self, words: list[str], rest: str) -> None:
        self.remembered = self.now

    def do_back(self, words: list[str], rest: str) -> None:
        self.now = self.remembered

    def do_fight(self, words: list[str], rest: str) -> None:
        cards = zip(words[1::2], words[2::2], strict=True)
        self.now = kit.fight(self.now, words[0], *cards, **drawn(rest))

    def do_skip(self, words: list[str], rest: str) -> None:
        self.now = kit.skip(self.now, MOMENTS.get(words[0], words[0]), *words[1:], **drawn(rest))

    def _order(self, seat: str, typed: str) -> Order:
        order = LINES.understood(typed.strip(), self.now.state, seat)
        if not isinstance(order, Order):
            order = LINES.read_anywhere(typed.strip())
        assert isinstance(order, Order), order
        return order

    # what holds

    def _phases(self, words: list[str], rest: str) -> None:
        found = [it.begun for it in self._events(["phase_started"])]
        assert found == rest.split()

    def _received(self, words: list[str], rest: str) -> None:
        found = self._events(["reinforcements_received", f"side={words[0]}"])
        assert {it.country: it.armies for it in found} == pairs(rest)

    def _armies(self, words: list[str], rest: str) -> None:
        assert self.now.armies(words[0]) == pairs(rest)

    def _pool(self, words: list[str], rest: str) -> None:
        assert self.now.state.pool(words[0]) == int(rest)

    def _hand(self, words: list[str], rest: str) -> None:
        assert len(self.now.state.hands[words[0]]) == int(rest)

    def _standing(self, words: list[str], rest: str) -> None:
        assert self.now.state.standing(words[0]) == rest

    def _commander(self, words: list[str], rest: str) -> None:
        it = self.now.state.commanders[words[0]]
        country, _, moved = rest.partition(" ")
        assert it.country == country
        assert it.moved or not moved

    def _moved(self, words: list[str], rest: str) -> None:
        assert self.now.state.moved == pairs(rest)

    def _contested(self, words: list[str], rest: str) -> None:
        assert self.now.state.contested() == rest.split()

    def _window(self, words: list[str], rest: str) -> None:
        window = self.now.state.window
        assert window is not None and window.kind == rest

    def _prompt(self, words: list[str], rest: str) -> None:
        [asked] = RULES.decisions(self.now.state)
        assert asked.prompt == rest

    def _discards(self, words: list[str], rest: str) -> None:
        wanted = [Discarded(*it.split()) for it in rest.split(", ")]
        assert sorted(map(repr, self.now.state.discards)) == sorted(map(repr, wanted))

    def _dated(self, words: list[str], rest: str) -> None:
        assert words[0] in self.now.state.dated

    def _in(self, words: list[str], rest: str) -> None:
        assert words[-1] in self.now.state.deck
        assert words[-1] not in self.now.state.dated

    def _asked(self, words: list[str], rest: str) -> None:
        assert [" ".join(it) for it in self.now.asked] == ([rest] if rest else [])

    def _legal(self, words: list[str], rest: str) -> None:
        """All legal orders of a seat that begin with these words."""
        notation, state = RULES.notation, self.now.state
        assert notation is not None
        lines = [notation.write(it, state, words[0]) for it in kit.legal_orders(state, words[0])]
        begun = " ".join(words[1:])
        assert {it for it in lines if it.startswith(begun)} == {*rest.split(", ")}

    def _refused(self, words: list[str], rest: str) -> None:
        typed, _, why = rest.partition(":")
        refused = kit.refusal(self.now, words[0], self._order(words[0], typed))
        assert " ".join(refused or ()) == why.strip()


@pytest.mark.parametrize("case", cases(*FILES), ids=lambda it: it.title)
def test_it_goes_as_the_case_says(case: Case) -> None:
    Table().play(case)


def test_every_case_is_told() -> None:
    """Those of the set-up and of an empty deck are told below."""
    numbers = {int(number) for number in [it.title.split()[0] for it in cases(FILES[0])]}
    assert numbers | {8, 26} == {*range(1, 35)}


def test_ac_08_setup() -> None:
    given = laid()
    for side in SIDES:
        assert sum(given.armies(side).values()) == 40
        assert given.state.pool(side) == 40
        assert given.state.hands[side] == []
    for country in ("sweden", "warsaw", "ottoman"):
        assert given.state.standing(country) == ""
    assert given.armies(FRENCH) == {
        "france": 20,
        "rhineland": 4,
        "netherlands": 2,
        "denmark": 2,
        "spain": 2,
        "portugal": 2,
        "italy": 2,
        "naples": 2,
        "switzerland": 2,
        "egypt": 2,
    }
    assert given.armies(ALLIED) == {"england": 10, "russia": 10, "austria": 10, "prussia": 10}
    assert (given.state.phase, given.state.active) == ("draw", FRENCH)
    assert (given.state.turn, given.state.round) == (1, 1)
    assert fresh().asked == [(FRENCH, "window")]


def test_ac_26_deck_runs_out() -> None:
    french, allied, rest = CARDS[:5], CARDS[5:11], CARDS[11:]
    given = position(
        {"france": 1},
        {"england": 1},
        at=DRAW,
        hands={FRENCH: french, ALLIED: allied},
        deck=rest[:1],
        discards=rest[1:],
    )
    assert len(given.discards) == 20
    drawn = skip(given, "move")
    happened = [event for event in drawn.events if isinstance(event, CardDrawn | DeckRebuilt)]
    assert [type(event) for event in happened] == [CardDrawn, DeckRebuilt, CardDrawn]
    assert happened[0].card == rest[0]
    assert happened[1].count == 20
    assert (len(drawn.state.deck), drawn.state.discards) == (19, [])


def test_ac_23_no_country_gives_less_than_nothing() -> None:
    given = position({"portugal": 1}, {"england": 1}, continental=["portugal"])
    [claim] = claims(given, board(given), FRENCH)
    assert (claim.value, claim.armies) == (1, 0)
    lines = [(line.amount, line.clause) for line in claim.lines]
    assert lines == [(1, "REINF.1"), (-1, "CARD.continental_system")]
