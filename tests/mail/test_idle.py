"""The worker at rest: what nothing has happened to is not looked at, and nothing is forgotten."""

from __future__ import annotations

from collections.abc import Iterable

import pytest

from api.mail.answering.inbound import Received
from api.mail.posting.conditionals import Waiting
from api.mail.posting.turn_notifier import DIGEST_PAUSE, Attendance
from api.mail.rows import ConditionalRow, MailboxRow
from api.mail.store.mailboxes import Mailboxes
from napoleon.rules.orders import OrderGiven
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

    def of_games(store: Mailboxes, games: Iterable[str]) -> list[MailboxRow]:
        asked.append("of games")
        return confirmed(store, games)

    monkeypatch.setattr(Mailboxes, "wishing", with_wish)
    monkeypatch.setattr(Mailboxes, "confirmed", of_games)
    return asked


def test_no_mailbox_is_asked_for_as_long_as_nothing_happens(
    both: Post, clock: Clock, asked_for: list[str]
) -> None:
    attendance = Attendance(both.office)
    attendance.look()
    assert asked_for == ["of games", "digest"]
    for _ in range(3):
        assert attendance.look() == 0
    assert asked_for == ["of games", "digest"]
    clock.move_on(DIGEST_PAUSE)
    attendance.look()
    assert asked_for == ["of games", "digest", "digest"]
    both.games.submit_orders(both.id, "french", ["blue none"])
    assert attendance.look() == 1, "the Allies are asked now"
    assert asked_for[3:] == ["of games"]


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


def test_what_an_earlier_release_kept_to_wait_is_taken_over(both: Post) -> None:
    _wait(both, "allied", "blue none")
    _wait(both, "french", "activate Beaumont: Drouot", token="another")
    Waiting(both.office).look()
    assert both.office.store.conditionals.games() == []
    assert (both.waits("allied"), both.waits("french")) == (["blue none"], [])
    both.games.submit_orders(both.id, "french", ["blue none"])
    both.later()
    assert [it.player for it in _given(both)] == ["french", "allied"]


def _given(post: Post) -> list[OrderGiven]:
    return [it for it in post.games.history(post.id) if isinstance(it, OrderGiven)]


def _wait(post: Post, holder: str, line: str, token: str = "") -> None:
    """Leave an order that is to be given once it is legal, as releases up to 0.7.0 kept it."""
    token = token or post.games.open(post.id).tokens[holder]
    row = ConditionalRow(post.id, holder, token, line, f"{holder}-0", post.clock())
    post.office.store.conditionals.replace(post.id, holder, [row])
