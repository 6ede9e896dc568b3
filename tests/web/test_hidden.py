"""What a seat may not know is on no page that its browser gets.

Two services play the same game with the same ids, tokens and times; the games differ only in a
card that blue hides. Every page is the same, byte for byte, for everybody but blue.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import count

import pytest

from tests.api.desk import Desk, Table, ToyWithArmies, counting
from tests.api.test_hidden import OtherCard
from tests.web.browser import Browser

ONE_IN = pytest.mark.parametrize("one_in", [2, pytest.param(1, marks=pytest.mark.soak)])
"""How many of the versions are looked at."""

SAME_ID = "0123456789abcdef"

COMMITTED = ("/record", "/bundle")
"""Pages that tell hashes of what is hidden, salted, and signatures of each service's own key; what
is in a bundle is for the tests of the record."""


def addresses(table: Table, one_in: int) -> Iterator[str]:
    """Every page of the game that asks for nothing more, now and at earlier versions."""
    for rule in table.desk.app.url_map.iter_rules():
        shown = rule.endpoint.startswith("web.") and "GET" in (rule.methods or ())
        if shown and rule.arguments == {"game_id"}:
            built = rule.build({"game_id": table.id}, append_unknown=False)
            assert built is not None
            if built[1].endswith(COMMITTED):
                continue
            yield from (f"{built[1]}{asked}" for asked in ("", "?seat=red"))
            for version in range(1, table.version + 1, one_in):
                yield f"{built[1]}?at={version}"
                yield f"{built[1]}?since={version}&moves={version}&seat=red"
    yield "/"


def seen(desk: Desk, seats: tuple[str, ...], one_in: int) -> Iterator[tuple[str, bytes]]:
    """Everything that a browser with the tokens of `seats` is shown, as it goes."""
    table = desk.table(referee=True)
    browser = Browser(desk.app)
    for seat in seats:
        browser.open_seat(table, seat)
    table.order("red", {"order": "pass"})
    table.order("blue", {"order": "draw"})
    table.order("blue", {"order": "bet", "value": 1})
    desk.catch_up()
    for address in addresses(table, one_in):
        page = browser.get(address, X_Request_Id=SAME_ID)
        yield address, repr(sorted(page.headers)).encode() + page.data
    wrong = {"seat": "red", "order": '{"order": "play", "card": 99}'}
    yield "refused", browser.post(f"/games/{table.id}/orders", wrong).data


@pytest.fixture
def twins(make_desk: Callable[..., Desk]) -> tuple[Desk, Desk]:
    """Two services that come to the same ids, tokens and times."""

    def alike(rules: ToyWithArmies) -> Desk:
        ticks = count(1_000_000)
        return make_desk(rules, entropy=counting(), clock=lambda: next(ticks))

    return alike(ToyWithArmies()), alike(OtherCard())


@pytest.mark.sampled(1)
@ONE_IN
@pytest.mark.parametrize("seats", [(), ("red",)], ids=["spectator", "red"])
def test_pages_of_games_that_differ_in_hidden_facts_are_the_same(
    twins: tuple[Desk, Desk], seats: tuple[str, ...], one_in: int
) -> None:
    one, other = (dict(seen(desk, seats, one_in)) for desk in twins)
    assert one.keys() == other.keys()
    assert [address for address in one if one[address] != other[address]] == []


@ONE_IN
def test_pages_of_blue_do_tell_them_apart(twins: tuple[Desk, Desk], one_in: int) -> None:
    one, other = (dict(seen(desk, ("blue",), one_in)) for desk in twins)
    assert one != other
