"""The worker at rest: what nothing has happened to is not looked at, and nothing is forgotten."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from api.mail.answering.inbound import Received
from api.mail.posting.conditionals import Waiting
from api.mail.posting.turn_notifier import DIGEST_PAUSE, Attendance
from api.mail.rows import ConditionalRow, MailboxRow
from api.mail.store.mailboxes import Mailboxes
from tests.clocks import Clock
from tests.mail.tables import Post


@pytest.fixture
def asked_for(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """The mailboxes that the store is asked for: with a wish, or those of games."""
    asked: list[str] = []
    wishing, confirmed = Mailboxes.wishing, Mailboxes.confirmed

    def with_wish(store: Mailboxes, wish: str) -> list[MailboxRow]:
        asked.append(wish)
        return wishing(store, wish)

    def of_games(store: Mailboxes, games: Iterable[str] | None = None) -> list[MailboxRow]:
        asked.append("all" if games is None else "changed")
        return confirmed(store, games)

    monkeypatch.setattr(Mailboxes, "wishing", with_wish)
    monkeypatch.setattr(Mailboxes, "confirmed", of_games)
    return asked


def test_no_mailbox_is_asked_for_as_long_as_nothing_happens(
    both: Post, clock: Clock, asked_for: list[str]
) -> None:
    attendance = Attendance(both.office)
    attendance.look()
    assert asked_for == ["all", "digest"]
    for _ in range(3):
        assert attendance.look() == 0
    assert asked_for == ["all", "digest"]
    clock.move_on(DIGEST_PAUSE)
    attendance.look()
    assert asked_for == ["all", "digest", "digest"]
    both.games.submit_orders(both.id, "french", ["blue none"])
    assert attendance.look() == 1, "the Allies are asked now"
    assert asked_for[3:] == ["changed"]


def test_whoever_is_passed_over_is_told_later_whoever_else_is_in_the_game(both: Post) -> None:
    attendance = Attendance(both.office)
    both.games.submit_orders(both.id, "french", ["blue none"])
    attendance.look()
    robot = both.reply("french", "I am away.", Auto_Submitted="auto-replied")
    both.mail(robot)
    both.games.submit_orders(both.id, "allied", ["blue none"])
    assert attendance.look() == 0, "a mail of the French is still to be answered"
    received = Received(both.office)
    for mail in received.take(9):
        received.attempt(mail)
    assert attendance.look() == 1, "it was none, so they are told what they are asked"


def test_no_game_is_opened_for_orders_that_wait_as_long_as_nothing_happens(
    both: Post, monkeypatch: pytest.MonkeyPatch
) -> None:
    _wait(both, "allied", "blue none")
    waiting = Waiting(both.office)
    assert waiting.look() == 0

    def opened(game_id: str) -> None:
        raise AssertionError("the game was opened")

    with monkeypatch.context() as closed:
        closed.setattr(both.games, "open", opened)
        assert waiting.look() == 0
    both.games.submit_orders(both.id, "french", ["blue none"])
    assert waiting.look() == 1


def test_an_order_that_comes_to_wait_where_it_is_legal_is_given_at_once(both: Post) -> None:
    _wait(both, "allied", "blue none")
    waiting = Waiting(both.office)
    assert waiting.look() == 0
    _wait(both, "french", "blue none")
    assert waiting.look() == 2, "the order of the Allies is legal after it"


def _wait(post: Post, holder: str, line: str) -> None:
    """Leave an order that is to be given once it is legal."""
    token = post.games.open(post.id).tokens[holder]
    row = ConditionalRow(post.id, holder, token, line, f"{holder}-0", post.clock())
    post.office.store.conditionals.replace(post.id, holder, [row])
