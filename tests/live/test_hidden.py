"""What a reader may not know is in no byte of his stream.

Twin games that differ only in what he may not know give him the same bytes; what becomes known is
told when it does, and what fades is told no more.
"""

from __future__ import annotations

import random
from collections.abc import Callable
from itertools import count
from typing import Any

import pytest

from napoleon.rulesets.napoleon1815 import RULES
from tests.api.desk import Desk, Table, ToyWithArmies, counting
from tests.api.test_hidden import OtherCard
from tests.live.listening import Message, listen, log
from tests.referee.law import ToyForThree

PARTIES = {
    "fog": {"rules": "grognard"},
    "strict discards": {"strict_discards": True},
}


@pytest.fixture
def twins(make_desk: Callable[..., Desk]) -> tuple[Desk, Desk]:
    """Two services that come to the same ids, tokens and times; blue holds another card."""

    def alike(rules: ToyWithArmies) -> Desk:
        ticks = count(1_000_000)
        return make_desk(rules, entropy=counting(), clock=lambda: next(ticks))

    return alike(ToyWithArmies()), alike(OtherCard())


def streamed(desk: Desk, bet: int, reader: str | None) -> bytes:
    """Every byte that `reader` is sent in a game in which blue draws, and bets `bet`."""
    table = desk.table(referee=True)
    with listen(table, reader) as client, listen(table, reader, last=0) as other:
        client.next()
        for seat, order in (
            ("red", {"order": "pass"}),
            ("blue", {"order": "draw"}),
            ("blue", {"order": "bet", "value": bet}),
        ):
            assert table.order(seat, order).status_code == 201
            client.upto(table.version)
        other.upto(table.version)
        with listen(table, reader, last=0) as late:
            late.upto(table.version)
        # How often there was nothing to tell is a matter of time, not of the game.
        sent = (client.received, other.received, late.received)
        return b"|".join(it.replace(b": nothing new\n\n", b"") for it in sent)


@pytest.mark.parametrize("reader", ["red", None])
def test_games_that_differ_in_hidden_facts_give_the_same_bytes(
    twins: tuple[Desk, Desk], reader: str | None
) -> None:
    one, other = (streamed(desk, bet, reader) for desk, bet in zip(twins, (1, 3), strict=True))
    assert one == other


@pytest.mark.parametrize("reader", ["blue", "referee"])
def test_who_may_know_them_sees_that_the_games_differ(
    twins: tuple[Desk, Desk], reader: str
) -> None:
    one, other = (streamed(desk, bet, reader) for desk, bet in zip(twins, (1, 3), strict=True))
    assert one != other


@pytest.fixture
def for_three(make_desk: Callable[..., Desk]) -> tuple[Desk, Desk]:
    """Two services for three players that come to the same ids, tokens and times."""

    def alike() -> Desk:
        ticks = count(1_000_000)
        return make_desk(ToyForThree(), entropy=counting(), clock=lambda: next(ticks))

    return alike(), alike()


def press_streamed(desk: Desk, reader: str | None, writer: str, other: str) -> bytes:
    """Every byte that `reader` is sent in a game in which `writer` wrote without a signature."""
    table = desk.table(referee=True, grey_press=True)
    with listen(table, reader) as client, listen(table, reader, last=0) as second:
        client.next()
        written = (
            (writer, {"to": ["green"], "text": "Join whom you like.", "unsigned": True}),
            (writer, {"to": ["all"], "text": "Trust nobody.", "unsigned": True}),
            (writer, {"to": [other], "text": "Between us.", "unsigned": True}),
            (other, {"to": ["diary"], "text": "They know nothing."}),
        )
        for by, said in written:
            assert table.post("/press", by, said).status_code == 201
            client.upto(table.version)
        second.upto(table.version)
        with listen(table, reader, last=0) as late:
            late.upto(table.version)
        sent = (client.received, second.received, late.received)
        return b"|".join(it.replace(b": nothing new\n\n", b"") for it in sent)


@pytest.mark.parametrize("reader", ["green", None], ids=["green", "spectator"])
def test_who_wrote_without_a_signature_is_in_no_stream_of_others(
    for_three: tuple[Desk, Desk], reader: str | None
) -> None:
    one, other = for_three
    told = press_streamed(one, reader, "red", "blue")
    assert told == press_streamed(other, reader, "blue", "red")
    assert told


@pytest.mark.parametrize("reader", ["red", "blue", "referee"])
def test_who_may_know_that_sees_it_in_their_stream(
    for_three: tuple[Desk, Desk], reader: str
) -> None:
    one, other = for_three
    told = press_streamed(one, reader, "red", "blue")
    assert told != press_streamed(other, reader, "blue", "red")


def test_when_the_game_is_over_everything_is_told_to_who_comes_late(table: Table) -> None:
    with listen(table, "red", last=0) as client:
        laid = client.upto(table.version)
        assert cards_of_blue(laid) == [None]
        table.play_out()
        client.upto(table.version)
        with listen(table, last=0) as late:
            told = late.upto(table.version)
    assert [it.data for it in told] == log(table, None)
    assert None not in cards_of_blue(told)


def cards_of_blue(told: list[Message]) -> list[int | None]:
    """The cards that blue draws, as far as they are told."""
    drawn = [it.json["data"] for it in told if it.json["type"] == "card_drawn"]
    return [data["card"] for data in drawn if data["player"] == "blue"]


@pytest.mark.sampled(1)
@pytest.mark.parametrize("party", PARTIES)
def test_a_party_is_told_as_its_log_shows_it(make_desk: Callable[..., Desk], party: str) -> None:
    """Also to who is behind, after an event that lets cards fade has changed what he may read."""
    desk = make_desk(RULES, entropy=counting())
    table = desk.table(
        ruleset="napoleon1815",
        scenario="ligny_quatre_bras",
        referee=True,
        options=PARTIES[party],
    )
    picking = random.Random(7)
    readers: tuple[Any, ...] = ("french", "allied", "referee", None)
    clients = {reader: listen(table, reader) for reader in readers}
    for client in clients.values():
        client.next()
    for _ in range(12):
        before = table.version
        for _ in range(4):
            seat = table.get().json["waiting_for"][0]
            order = picking.choice(table.legal_orders(seat))
            assert table.order(seat, order).status_code == 201
        for reader, client in clients.items():
            told = client.upto(table.version)
            assert [it.data for it in told[-1:]] == log(table, reader, after=table.version - 1)
            assert [it.id for it in told] == list(range(before + 1, table.version + 1))
            with listen(table, reader, last=before) as late:
                shown = [it.data for it in late.upto(table.version)]
            assert shown == log(table, reader, after=before)
    texts = {reader: client.received for reader, client in clients.items()}
    assert len(set(texts.values())) > 1, "the readers were told different things"
    for client in clients.values():
        client.answer.close()
