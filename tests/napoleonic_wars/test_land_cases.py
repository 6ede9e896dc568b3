"""Worked cases of the war on land, as `land_cases.txt` and `fighting_cases.txt` have them.

The lines of any game are explained in `tests.rulesets.case_texts`. Here ``given`` clears the map,
says who acts and with how many CP, and where forces stand; ``dealt`` says who is scheduled, and who
holds what. Orders are typed in the notation for the seat that is asked, with dice after a
semicolon; dice that are not named show a one. ``here`` remembers a position, and ``back`` goes
back to it.
"""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from napoleon.rules.orders import Order
from napoleon.rulesets.napoleonic_wars import RULES
from napoleon.rulesets.napoleonic_wars.pieces import sp_of, squadrons_at
from napoleon.rulesets.napoleonic_wars.spaces import sp_in
from napoleon.rulesets.napoleonic_wars.state import State
from tests.napoleonic_wars.fighting import go_on, met
from tests.napoleonic_wars.playing import (
    Played,
    amounts,
    at_play,
    decisions,
    emptied,
    going_on,
    legal_orders,
    pack,
    play,
    refused,
    stand,
)
from tests.rulesets.case_texts import Case, CaseTable, cases

HERE = Path(__file__).parent
CASES = [*cases(HERE / "land_cases.txt", HERE / "fighting_cases.txt")]

ONES = [1] * 80
"""Dice that hurt nobody."""


def parts(text: str, of: str = ";") -> Iterator[list[str]]:
    """The words of each part of a line."""
    return (it.split() for it in text.split(of) if it.strip())


def rolls(text: str) -> list[int]:
    """Dice of sides one after the other: ``13d 6 5 | 11d`` are so many, of which these hit."""
    found: list[int] = []
    for number, *hits in parts(text, "|"):
        if number.endswith("d"):
            found += [*map(int, hits), *[1] * (int(number[:-1]) - len(hits))]
        else:
            found += map(int, (number, *hits))
    return found


class Table(CaseTable):
    """What happens in a case."""

    state: State
    remembered: State

    def act(self, words: list[str], rest: str) -> None:
        """Lay out a position, or give orders."""
        lay = getattr(self, f"lay_{words[0]}", None)
        if lay is not None:
            lay(words[1:], rest)
            return
        typed, _, dice = " ".join(words).partition(";")
        named = rolls(dice)
        done = Played(self.state, [])
        self.events = []
        for line in typed.split(" / "):
            left = [*named, *ONES] if dice else []
            done = play(done.state, self._order(done.state, line), dice=left)
            used = sum(len(getattr(it, "dice", ())) for it in done.events)
            named = named[used:]
            self.events += done.events
        self.state = done.state

    def lay_given(self, words: list[str], rest: str) -> None:
        """Nobody stands anywhere but here."""
        cp = int(words[words.index("cp") + 1]) if "cp" in words else 20
        self.state, self.events = emptied(words[0], cp), []
        for space, *there in parts(rest):
            if len(there) > 1 and there[1].isdigit():
                stand(self.state, space, there[0], int(there[1]), *there[2:])
            else:
                stand(self.state, space, "", 0, *there)

    def lay_dealt(self, words: list[str], rest: str) -> None:
        """Nations hold these cards, and one is scheduled."""
        said = dict(zip(words[1::2], words[2::2], strict=True))
        hands = {nation: cards for nation, *cards in parts(rest)}
        state = at_play(hands, turn=int(said.get("turn", 2)), scheduled=words[0])
        state.last, state.round = said.get("last", state.last), int(said.get("round", state.round))
        begun = going_on(state)
        self.state, self.events = begun.state, begun.events

    def lay_flags(self, words: list[str], rest: str) -> None:
        """Flags lie in spaces."""
        for space, nation in parts(rest, ","):
            self.state.spaces[space].flag = nation

    def lay_ships(self, words: list[str], rest: str) -> None:
        """Squadrons are ready somewhere."""
        for nation, at, number in parts(rest, ","):
            squadrons_at(self.state, nation, at).ready = int(number)

    def lay_failed(self, words: list[str], rest: str) -> None:
        """A leader has failed to intercept."""
        self.state.leaders[rest].failed = True

    def lay_meet(self, words: list[str], rest: str) -> None:
        """Those who act have come from a space, meet the enemy, and fight with these dice."""
        typed, _, dice = " ".join(words).partition(";")
        space, _, came, *failed = typed.split()
        begun = met(self.state, space, came, failed=int(failed[1]) if failed else 0)
        done = go_on(begun, rolls(dice))
        self.state, self.events = done.state, done.events

    def lay_put(self, words: list[str], rest: str) -> None:
        """Strength points come to stand somewhere as well."""
        for space, nation, sp in parts(rest, ","):
            stand(self.state, space, nation, int(sp))

    def lay_box(self, words: list[str], rest: str) -> None:
        """Strength points and squadrons of a nation are in the Regroup box."""
        nation, sp, *squadrons = rest.split()
        self.state.nations[nation].regroup_sp = int(sp)
        self.state.nations[nation].regroup_squadrons = sum(map(int, squadrons))

    def lay_pool(self, words: list[str], rest: str) -> None:
        """A leader is in the pool."""
        self.state.leaders[rest].standing, self.state.leaders[rest].where = "pool", ""

    def lay_here(self, words: list[str], rest: str) -> None:
        """Remember the position."""
        self.remembered = self.state

    def lay_back(self, words: list[str], rest: str) -> None:
        """Go back to it."""
        self.state = self.remembered

    def _order(self, state: State, typed: str) -> Order:
        notation, decision = RULES.notation, decisions(state)[0]
        assert notation is not None
        order = notation.read(state, decision, decision.seat, typed.strip())
        if not isinstance(order, Order):
            order = notation.read(None, None, "", typed.strip())
        assert isinstance(order, Order), order
        return order

    # what holds

    def _refused(self, words: list[str], rest: str) -> None:
        typed, _, why = rest.partition(":")
        assert " ".join(refused(self.state, self._order(self.state, typed))) == why.strip()

    def _asked(self, words: list[str], rest: str) -> None:
        assert [f"{it.seat} {it.kind}" for it in decisions(self.state)] == [rest]

    def _legal(self, words: list[str], rest: str) -> None:
        assert legal_orders(self.state) == [self._order(self.state, it) for it in rest.split(", ")]

    def _impulse(self, words: list[str], rest: str) -> None:
        impulse: Any = self.state.stack[0]
        assert impulse.nation == rest

    def _cp(self, words: list[str], rest: str) -> None:
        impulse: Any = self.state.stack[0]
        assert sum(it.cp for it in impulse.pools) == int(rest)

    def _marker(self, words: list[str], rest: str) -> None:
        assert pack().track[self.state.marker] == rest

    def _rolled(self, words: list[str], rest: str) -> None:
        [rolled] = self._events(["attrition_rolled"])
        assert [f"{it.amount} {it.clause}" for it in rolled.rolled] == rest.split(", ")

    def _sums(self, words: list[str], rest: str) -> None:
        found = amounts(self._the(words))
        assert {f"{amount} {clause}" for clause, amount in found.items()} == {*rest.split(", ")}

    def _sp(self, words: list[str], rest: str) -> None:
        assert sp_in(self.state, *words) == int(rest)

    def _strength(self, words: list[str], rest: str) -> None:
        assert sp_of(self.state, words[0]) == int(rest)

    def _squadrons(self, words: list[str], rest: str) -> None:
        fleet = squadrons_at(self.state, *words)
        assert f"{fleet.ready} {fleet.refit} {fleet.building}" == rest

    def _on(self, words: list[str], rest: str) -> None:
        assert [type(it).__name__ for it in self.state.stack] == rest.split()

    def _tired(self, words: list[str], rest: str) -> None:
        lots = self.state.spaces[words[0]].lots
        assert sum(it.sp for it in lots if it.fought) == int(rest)

    def _leader(self, words: list[str], rest: str) -> None:
        it = self.state.leaders[words[0]]
        assert (it.where or it.standing) == rest

    def _flag(self, words: list[str], rest: str) -> None:
        assert self.state.spaces[words[0]].flag == rest

    def _hand(self, words: list[str], rest: str) -> None:
        assert sorted(self.state.nations[words[0]].hand) == rest.split()

    def _home(self, words: list[str], rest: str) -> None:
        [card] = [it for it in self.state.nations[words[0]].home if it.card == words[1]]
        assert ("up" if card.up else "down") == rest


@pytest.mark.parametrize("case", CASES, ids=lambda it: it.title)
def test_it_goes_as_the_case_says(case: Case) -> None:
    Table().play(case)
