"""Whether a seat has left standing orders is in no byte that others get.

Two services play the same game with the same ids, tokens and times. In one the Allies have left
standing orders for their windows; in the other they answer by hand. Whatever the French or a
spectator ask is answered with the same bytes, as soon as the answers were given. When that is told
by nothing either is for `tests/core/test_pace.py` to show.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterator, Mapping
from itertools import zip_longest
from typing import Any

import pytest
from werkzeug.test import TestResponse

from napoleon.play import pace
from napoleon.play import standing_orders as standing
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from napoleon.play.pace import MOST
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import OrderGiven
from napoleon.rulesets.napoleon1815 import RULES
from projections.standing_orders import look
from tests.api.desk import VIEWS, Desk, Table, counting
from tests.repetitions import so_many

READERS = ("french", None)
ORDERS = so_many(40, 50)
SEED = 1815

KINDS: dict[str, tuple[dict[str, Any], set[str]]] = {
    "two players": ({}, {"decline_window", "play_card"}),
    "fog of war": ({"rules": "grognard"}, {"decline_window"}),
    "strict discards": ({"strict_discards": True}, {"decline_window", "play_card"}),
}
"""Options of a game, and the kinds of standing orders that are used in it."""

NO_CARD = {"window": {"order": "decline_window"}, "declare_blue": {"order": "declare_blue"}}
"""The order that plays no card, by the kind of decision."""

WINDOWS = sorted(
    {
        window
        for card in RULES.pack.cards.values()
        if card.side == "allied"
        for window in card.windows
        if window not in ("W.DRAW", "W.MOVING")
    }
)


class Waiting:
    """A clock that stands still until somebody has waited."""

    def __init__(self) -> None:
        self.now = 1_763_700_000_000_000

    def __call__(self) -> int:
        return self.now

    def move(self) -> None:
        """For longer than a standing order waits."""
        self.now += round((MOST + 1) * 1_000_000)


class ByHand:
    """The Allies play each card of their first hand as soon as they can, and no other one."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.games = table.desk.games
        self.clock: Waiting = self.games._clock  # type: ignore[assignment]
        game = table.desk.games.open(table.id)
        cards = sorted(game.state.hands["allied"])
        self.cards = [card for card in cards if RULES.pack.cards[card].colour != "red"]

    def prepare(self) -> None:
        """Before the game begins: as many draws of entropy as there would be standing orders."""
        for _ in (*self.cards, *WINDOWS):
            self.table.desk.games.entropy(8)

    def answer(self) -> None:
        """After each order: every window that stands open is answered."""
        while mine := self._asked():
            self.clock.move()
            answer = self.table.order("allied", self._order(mine))
            assert answer.status_code == 201, answer.text

    def _asked(self) -> dict[str, Any] | None:
        decisions = self.table.get("/decisions", "allied").json["decisions"]
        asked = (it for it in decisions if it["seat"] == "allied" and it["kind"] in NO_CARD)
        return next(asked, None)

    def _order(self, decision: Mapping[str, Any]) -> dict[str, Any]:
        for card in self.cards:
            for offer in decision["offers"]:
                named = {name for name, value in offer.items() if value}
                if offer.get("card") == card and named == {"order", "card"}:
                    self.cards.remove(card)
                    return dict(offer)
        return NO_CARD[decision["kind"]]


class Instructed(ByHand):
    """The Allies do the same by standing orders."""

    def prepare(self) -> None:
        cards = [{"instruction": "play_card", "card": card} for card in self.cards]
        windows = [{"instruction": "decline_window", "window": window} for window in WINDOWS]
        path, token = f"/games/{self.table.id}/instructions", self.table.token("allied")
        for body in (*cards, *windows):
            answer = self.table.desk.call("POST", path, token, body=body)
            assert answer.status_code == 201, answer.text

    def answer(self) -> None:
        while mine := self._asked():
            self.clock.move()
            look(self.games, {})
            assert self._asked() != mine, "it has been answered in their place"


def transcript(table: Table, allies: ByHand, orders: int) -> Iterator[tuple[str, bytes]]:
    """Everything that the French and a spectator get to see; both sides play at random."""
    picking = random.Random(SEED)
    allies.prepare()
    seen = 0
    for number in range(orders):
        allies.answer()
        if number % 10 == 9:
            table.desk.catch_up()
        late = table.order("french", {"order": "pass"}, f'"{seen}"')
        yield f"too late {number}", _bytes(late)
        for reader in READERS:
            yield from _asked(table, reader, f"after {number} orders", seen)
        now = table.get().json
        seen = now["version"]
        seat = now["waiting_for"][0]
        answer = table.order(seat, picking.choice(table.legal_orders(seat)))
        assert answer.status_code == 201, answer.text
        if seat == "french":
            yield f"order {number}", _bytes(answer)


def _asked(table: Table, reader: str | None, when: str, seen: int) -> Iterator[tuple[str, bytes]]:
    paths = ["", *(f"/{name}" for name in VIEWS), "/turns", "/journal", "/instructions"]
    paths += [f"/log?level=full&after={seen}", f"/log/{table.version}"]
    for path in paths:
        answer = table.get(path, reader)
        yield f"{reader} {when}: {path}", _bytes(answer)
    answer = table.desk.get("/games", table.token(reader))
    yield f"{reader} {when}: lobby", _bytes(answer)


def _bytes(answer: TestResponse) -> bytes:
    # A receipt stands for all of the log, the salted hidden things too, as checkpoints do.
    told = sorted(it for it in answer.headers if it[0] != "Napoleon-Receipt")
    return f"{answer.status_code} {told}".encode() + answer.data


Tables = Callable[[Mapping[str, Any]], tuple[Table, Table]]


@pytest.fixture
def tables(make_desk: Callable[..., Desk]) -> Tables:
    """Makes the same game in two services that come to the same ids, tokens and times."""

    def alike(options: Mapping[str, Any]) -> Table:
        desk = make_desk(RULES, entropy=counting(), clock=Waiting())
        game = {"ruleset": "napoleon1815", "scenario": "historical_invasion"}
        return desk.table(**game, options=dict(options), referee=True)

    return lambda options: (alike(options), alike(options))


def differing(one: Table, other: Table, orders: int = 50) -> str | None:
    """The first request that tells games with standing orders from others; None if none does."""
    transcripts = transcript(one, Instructed(one), orders), transcript(other, ByHand(other), orders)
    for instructed, by_hand in zip_longest(*transcripts, fillvalue=("end", b"")):
        if instructed != by_hand:
            return f"{instructed} / {by_hand}"
    return None


@pytest.mark.sampled(1)
@pytest.mark.parametrize("orders", ORDERS)
@pytest.mark.parametrize(("options", "kinds"), KINDS.values(), ids=KINDS)
def test_standing_orders_look_like_answers_by_hand(
    tables: Tables, options: dict[str, Any], kinds: set[str], orders: int
) -> None:
    one, other = tables(options)
    assert differing(one, other, orders) is None
    used = [
        event["data"]["instruction"]["instruction"]
        for event in one.get("/log?level=full&limit=1000", REFEREE).json["events"]
        if event["type"] == "order_given" and event["data"]["instruction"]
    ]
    assert set(used) == kinds
    assert used.count("decline_window") >= 10


# -- the comparison finds what is opened ---------------------------------------------------------


def test_an_opened_standing_order_is_found(tables: Tables, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(OrderGiven, "hidden", frozenset({"order"}))
    found = differing(*tables({}))
    assert found is not None
    assert '"instruction":{"instruction":' in found


def test_an_answer_in_the_save_of_the_order_is_found(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    give = Games.submit_orders

    def give_all(self: Games, game_id: str, *order: Any, **options: Any) -> Any:
        outcome = give(self, game_id, *order, **options)
        if isinstance(outcome, Accepted):
            standing.answer_in_place(self, game_id)
            events = self.history(game_id, after=outcome.events[0].version - 1)
            return outcome._replace(version=events[-1].version, events=events)
        return outcome

    monkeypatch.setattr(Games, "submit_orders", give_all)
    monkeypatch.setattr(pace, "due", lambda *_: 0)
    found = differing(*tables({}))
    assert found is not None
    assert "order" in found


def test_a_trace_of_a_standing_order_that_is_left_is_found(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    leave = standing.leave

    def leave_and_tell(games: Games, game_id: str, seat: str, *left: Any, **options: Any) -> Any:
        games.put_name(game_id, seat, "Wellington")
        return leave(games, game_id, seat, *left, **options)

    monkeypatch.setattr(standing, "leave", leave_and_tell)
    assert differing(*tables({})) is not None


def test_a_standing_order_that_is_used_late_is_found(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    one, _ = tables({})
    instructed = Instructed(one)
    instructed.prepare()
    monkeypatch.setattr(pace, "due", lambda game, *_: game.updated + 10**9)
    with pytest.raises(AssertionError, match="it has been answered"):
        for _ in transcript(one, instructed, 50):
            pass
