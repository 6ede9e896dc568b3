"""What a seat may not know is in no byte that it gets.

Two services play the same game with the same ids, tokens and times. The games differ only in
blue's hidden card and bets. Whatever red, or a spectator, asks is answered with the same bytes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import count
from typing import Any

import msgspec
import pytest

from napoleon.chance import Chance
from napoleon.rules.events import Event
from projections.webhooks.delivery import take, tell
from tests.api.desk import VIEWS, Desk, Table, ToyWithArmies, counting
from tests.toy import CardDrawn, TableLaid


class OtherCard(ToyWithArmies):
    """The toy game in which blue begins with another card."""

    def setup(self, scenario: str, options: Mapping[str, Any], chance: Chance) -> list[Event]:
        events = super().setup(scenario, options, chance)
        drawn = [event for event in events if isinstance(event, CardDrawn)]
        laid = next(event for event in events if isinstance(event, TableLaid))
        other = next(card for card in laid.bag if card not in [event.card for event in drawn])
        return [
            msgspec.structs.replace(event, card=other)
            if isinstance(event, CardDrawn) and event.player == "blue"
            else event
            for event in events
        ]


def answers(desk: Desk, bet: int, token_of: str | None) -> Iterator[tuple[str, bytes]]:
    """Everything that `token_of` gets to see in a game in which blue bets `bet`."""
    table = desk.table(referee=True)
    token = table.token(token_of)

    def asked(when: str) -> Iterator[tuple[str, bytes]]:
        paths = [f"/{name}" for name in VIEWS] + ["", "/turns", "/log?level=full"]
        paths += [f"/{name}?at={version}" for name in VIEWS for version in range(1, table.version)]
        paths += [
            f"/{name}?since={version}" for name in VIEWS for version in range(1, table.version)
        ]
        paths += [f"/log/{version}" for version in range(1, table.version + 1)]
        paths += ["/order-of-battle?army=blue", "/order-of-battle?army=red"]
        for path in paths:
            answer = desk.get(f"/games/{table.id}{path}", token)
            yield f"{when}: {path}", repr(sorted(answer.headers)).encode() + answer.data
        stream = {"Accept": "application/x-ndjson"}
        yield f"{when}: stream", desk.get(f"/games/{table.id}/log", token, headers=stream).data

    def ordered(when: str, body: dict[str, Any], match: str = "*") -> tuple[str, bytes]:
        headers = {"If-Match": match}
        path = f"/games/{table.id}/orders"
        return when, desk.call("POST", path, token, body=body, headers=headers).data

    yield from asked("laid")
    table.order("red", {"order": "pass"})
    yield ordered("not red's turn", {"order": "play", "card": 99})
    before = table.version
    table.order("blue", {"order": "draw"})
    yield ordered("stale", {"order": "bet", "value": 1}, f'"{before}"')
    yield from asked("gone")
    table.order("blue", {"order": "bet", "value": bet})
    yield ordered("stale bet", {"order": "bet", "value": 1}, f'"{before}"')
    yield ordered("no such bet", {"order": "bet", "value": 9})
    yield from asked("blue has bet")


@pytest.fixture
def twins(make_desk: Callable[..., Desk]) -> tuple[Desk, Desk]:
    """Two services that come to the same ids, tokens and times."""

    def alike(rules: ToyWithArmies) -> Desk:
        ticks = count(1_000_000)
        return make_desk(rules, entropy=counting(), clock=lambda: next(ticks))

    return alike(ToyWithArmies()), alike(OtherCard())


@pytest.mark.sampled(1)
@pytest.mark.parametrize("reader", ["red", None])
def test_games_that_differ_in_hidden_facts_give_the_same_bytes(
    twins: tuple[Desk, Desk], reader: str | None
) -> None:
    one, other = (dict(answers(desk, bet, reader)) for desk, bet in zip(twins, (1, 3), strict=True))
    assert one.keys() == other.keys()
    assert [asked for asked in one if one[asked] != other[asked]] == []


def messages(desk: Desk, bet: int, reader: str) -> list[tuple[str, Mapping[str, str], bytes]]:
    """Everything that the webhook of `reader` is sent in a game in which blue bets `bet`."""
    table = desk.table(referee=True)
    told: list[tuple[str, Mapping[str, str], bytes]] = []

    def send(url: str, headers: Mapping[str, str], body: bytes) -> int:
        told.append((url, headers, body))
        return 200

    assert table.post("/webhooks", reader, {"url": "https://club.example.org/"}).status_code == 201
    for seat, order in (
        ("red", {"order": "pass"}),
        ("blue", {"order": "draw"}),
        ("blue", {"order": "bet", "value": bet}),
    ):
        assert table.order(seat, order).status_code == 201
        for taken in take(desk.games, 1):
            tell(desk.games, send, taken)
    return told


@pytest.mark.parametrize("reader", ["red", "blue", "referee"])
def test_a_webhook_is_told_nothing_hidden_whoever_has_left_it(
    twins: tuple[Desk, Desk], reader: str
) -> None:
    one, other = (messages(desk, bet, reader) for desk, bet in zip(twins, (1, 3), strict=True))
    assert len(one) == 3
    assert one == other


@pytest.mark.sampled(1)
@pytest.mark.parametrize("reader", ["blue", "referee"])
def test_who_may_know_them_sees_that_the_games_differ(
    twins: tuple[Desk, Desk], reader: str
) -> None:
    one, other = (dict(answers(desk, bet, reader)) for desk, bet in zip(twins, (1, 3), strict=True))
    differing = {asked for asked in one if one[asked] != other[asked]}
    assert {"laid: /hand", "gone: /hand?at=7", "gone: /log/6", "blue has bet: stream"} <= differing


def test_the_read_model_hides_what_the_log_hides(twins: tuple[Desk, Desk]) -> None:
    tables: list[Table] = []
    for desk in twins:
        tables.append(desk.table())
        desk.catch_up()
    for name in VIEWS:
        assert tables[0].get(f"/{name}", "red").data == tables[1].get(f"/{name}", "red").data
    assert tables[0].get("/hand", "blue").data != tables[1].get("/hand", "blue").data
