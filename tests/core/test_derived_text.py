"""Texts of positions by the types of a state: only what its fields are called is declared."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Annotated, Any

import msgspec
import pytest

from napoleon.rules.known import HIDDEN, UNKNOWN, UNSHOWN, Projection
from napoleon.rules.notation import UnreadablePosition
from napoleon.rules.notation.codecs import not_default
from napoleon.rules.notation.derived import Derived, Parts, Phrase, Run
from napoleon.rules.notation.names import Names
from napoleon.rules.notation.positions import Board, PositionText
from napoleon.rules.structs import named_by
from napoleon.rules.viewer import Viewer

Town = Annotated[str, named_by("town")]


class Cart(msgspec.Struct):
    """Something that is told in a run of words."""

    town: Town
    barrels: int = 0
    goal: Town = ""
    broken: bool = False
    tired: bool = False


class Claim(msgspec.Struct):
    """Something that is told by a phrase."""

    town: Town
    by: str
    share: int = 0
    witness: Town = ""


class Fair(msgspec.Struct):
    """Something that is told in parts."""

    town: Town
    stalls: dict[str, int] = {}
    roads: dict[Town, dict[Town, int]] = {}
    open: bool = False


class Trade(msgspec.Struct):
    """A position."""

    day: int = 0
    closed: bool = False
    market: Town = ""
    visited: list[Town] = []
    prices: dict[Town, int] = {}
    goods: dict[Town, list[Annotated[str, HIDDEN]]] = {}
    debts: list[tuple[Town, Town, int]] = []
    claim: Claim | None = None
    fairs: list[Fair] = []
    carts: dict[str, Cart] = {}
    rules: dict[str, Any] = {}
    seed: Annotated[int, UNSHOWN] = 0


TITLES = {
    "rules": "Rules",
    "day": "Day",
    "closed": "Closed",
    "market": "Market",
    "visited": "Visited",
    "prices": "Prices",
    "goods": "Goods",
    "debts": "Debts",
    "claim": "Claim",
    "carts": "Carts",
    "seed": "Seed",
}


def no_lines(pack: Any, given: Mapping[str, Any]) -> Iterator[str]:
    yield "Map:"


DERIVED = Derived(
    {"town": lambda pack: Names(pack)},
    {
        "debts": Phrase("{1} owes {2} to {0}", "a debt is as in: Thuin owes 3 to Mons"),
        Claim: Phrase(
            "{by} claims {share} of {town}[, as {witness} knows]", "a claim is as in: Ann claims 2"
        ),
        Cart: Run(
            "a cart",
            {"town": "", "barrels": "with", "goal": "to", "broken": "broken", "tired": "too tired"},
        ),
        Fair: Parts({"town": "in", "stalls": "stalls", "roads": "roads", "open": "open"}),
    },
    {},
)

TEXT = PositionText(
    "Trade",
    Trade,
    DERIVED.fields(Trade, TITLES),
    DERIVED.lists(Trade, {"fairs": "Fair"}),
    Board((), "Map:", (), no_lines, lambda *_: None),
)

PACK = {"mons": "Mons", "thuin": "Thuin", "braine": "Braine-le-Comte"}

FULL = Trade(
    day=3,
    closed=True,
    market="mons",
    visited=["thuin", "braine"],
    prices={"mons": 4, "braine": -2},
    goods={"mons": ["wine", "salt"], "thuin": []},
    debts=[("mons", "braine", 12), ("thuin", "mons", 1)],
    claim=Claim("braine", "the old guild", 2, "mons"),
    fairs=[Fair("mons", {"wine": 2}, {"mons": {"thuin": 1, "braine": 2}, "thuin": {}}, open=True)],
    carts={"red": Cart("mons", 7, "braine", broken=True), "blue": Cart("thuin", tired=True)},
    rules={"hard": True, "most": 5},
    seed=99,
)

TOLD = """\
Trade
Rules: hard (true), most (5)
Day: 3
Closed: yes
Market: Mons
Visited: Thuin, Braine-le-Comte
Prices: Mons (4), Braine-le-Comte (-2)
Goods: Mons (wine, salt), Thuin ()
Debts: Braine-le-Comte owes 12 to Mons, Mons owes 1 to Thuin
Claim: the old guild claims 2 of Braine-le-Comte, as Mons knows
Carts: red (Mons, with 7, to Braine-le-Comte, broken), blue (Thuin, too tired)
Seed: 99
Fair: in Mons; stalls wine (2); roads Mons (Thuin 1, Braine-le-Comte 2), Thuin (); open yes
Map:
"""


def test_all_of_a_position_is_told_by_its_types_and_read_back() -> None:
    text = TEXT.write(PACK, not_default(FULL))
    assert text == TOLD
    assert TEXT.read(PACK, text) == FULL


def test_what_stands_in_brackets_is_left_out_with_its_field() -> None:
    state = Trade(claim=Claim("mons", "Ann", 0))
    text = TEXT.write(PACK, not_default(state))
    assert "\nClaim: Ann claims 0 of Mons\n" in text
    assert TEXT.read(PACK, text) == state


def test_what_a_viewer_does_not_know_is_a_mark_or_left_out() -> None:
    known = Projection(Trade, {Trade: lambda state, it, key, seat: key == seat})
    text = TEXT.write(PACK, not_default(known(FULL, Viewer("thuin"))))
    assert "\nGoods: Mons (?2), Thuin ()\n" in text
    assert "Seed" not in text and UNKNOWN not in text.replace("?2", "")
    with pytest.raises(UnreadablePosition, match="only what a seat may know"):
        TEXT.read(PACK, text)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("Market: Ghent", "'Ghent' is not the name of one thing"),
        ("Debts: Thuin gave Mons 3", "a debt is as in"),
        ("Debts: Thuin owes much to Mons", "a debt is as in"),
        ("Claim: mine", "a claim is as in"),
        ("Carts: red (Mons, too slow)", "'too slow' says nothing of a cart"),
        ("Fair: near Mons", "begins with none of"),
        ("Closed: no", "the only value is: yes"),
    ],
)
def test_a_text_that_is_not_of_the_type_says_what_is_wanted(line: str, said: str) -> None:
    with pytest.raises(UnreadablePosition, match=said):
        TEXT.read(PACK, f"Trade\n{line}\n")


def test_a_type_that_nothing_is_said_of_is_refused_at_once() -> None:
    with pytest.raises(TypeError, match="nothing says how <class 'complex'> is told"):
        DERIVED.codec(complex)
