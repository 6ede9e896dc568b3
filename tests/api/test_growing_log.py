"""Every address is answered while somebody plays on, and what they did is sealed, under its reader.

A page reads the log, its checkpoints and its texts one after the other: between two of these reads
another process may write. No address fails by that, whatever it reads first.
"""

from __future__ import annotations

from typing import Any

import pytest

from napoleon.log.events.mails import OrdersMailed
from napoleon.play.transactions import Transaction
from napoleon.record.checkpoints import keep
from tests.api.desk import Desk, Table
from tests.api.test_kept_answers import addresses, asked

READS = ("checkpoints", "texts", "head", "select_events", "names", "standing_orders")
"""What is read of the store of games; before each of them others write."""


@pytest.fixture
def table(desk: Desk) -> Table:
    """A game that has been played and sealed."""
    table = desk.table(referee=True)
    table.order("red", {"order": "draw"})
    keep(desk.games, table.id, table.version)
    return table


def grown(table: Table) -> None:
    """Somebody adds to the log, and a worker seals it."""
    games = table.desk.games

    def act(transaction: Transaction) -> None:
        transaction.record(OrdersMailed("red", "0" * 64, "none", superseded=True), by="red")

    games.transact(table.id, act, by="red")
    keep(games, table.id, games.head(table.id))


@pytest.mark.parametrize("read", READS)
def test_no_address_fails_while_the_log_grows(
    desk: Desk, table: Table, monkeypatch: pytest.MonkeyPatch, read: str
) -> None:
    recorder, token = desk.games.recorder, table.token("red")
    real, waiting, grew = getattr(recorder, read), [True], 0

    def others_first(*arguments: Any, **more: Any) -> Any:
        nonlocal grew
        if waiting and waiting.pop():
            grown(table)
            grew += 1
        return real(*arguments, **more)

    monkeypatch.setattr(recorder, read, others_first)
    filled = {"game": table.id, "key": "0", "takeback": "1", "dispute": "1"}
    for path in addresses(desk, **filled):
        waiting[:] = [True]
        answer = asked(desk, path, token)
        assert answer.status_code < 500, (read, path, answer.text[:300])
        waiting.clear()
    assert grew > 1, "others wrote in the midst of some answers"
