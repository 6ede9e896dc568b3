"""What a webhook is told, and that its signature is the one of Standard Webhooks."""

from __future__ import annotations

import hashlib
import hmac
import json
from base64 import b64decode, b64encode
from collections.abc import Mapping
from datetime import datetime
from typing import Any

import pytest
from msgspec.structs import replace
from standardwebhooks import Webhook, WebhookVerificationError

from napoleon.log.clocks import Clock
from napoleon.log.game import Game
from napoleon.log.game_log import now
from napoleon.log.store.recorder import WebhookRow
from napoleon.log.times import HOUR, SECOND
from napoleon.play.clock import setting
from napoleon.play.clock.running import run
from napoleon.play.counting import micros
from napoleon.play.games import Games
from projections.webhooks.delivery import tell
from projections.webhooks.messages import Message, message, secret_text, signed
from tests.webhooks.conftest import Clock as MovedClock
from tests.webhooks.tables import Table, table

VECTOR = {
    "secret": "whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw",
    "id": "msg_p5jXN8AQM9LWM0D4loKWxJek",
    "timestamp": 1614265330,
    "body": b'{"test": 2432232314}',
    "signature": "v1,g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=",
}
"""The published example of the signature."""


@pytest.fixture
def laid(games: Games) -> Table:
    return table(games)


def test_the_signature_is_the_published_one() -> None:
    secret = b64decode(VECTOR["secret"].removeprefix("whsec_"))
    sent = Message(VECTOR["id"], VECTOR["body"])
    headers = signed(sent, secret, VECTOR["timestamp"] * 1_000_000 + 999_999)
    assert headers["webhook-id"] == VECTOR["id"]
    assert headers["webhook-timestamp"] == str(VECTOR["timestamp"])
    assert headers["webhook-signature"] == VECTOR["signature"]
    content = b"msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330." + VECTOR["body"]
    by_hand = hmac.new(secret, content, hashlib.sha256).digest()
    assert VECTOR["signature"] == f"v1,{b64encode(by_hand).decode()}"
    assert secret_text(secret) == VECTOR["secret"]


def test_a_receiver_verifies_it_with_the_library(laid: Table) -> None:
    row = laid.leave("red")
    laid.move()
    news = message(laid.games.open(laid.id), laid.games.rules(laid.games.open(laid.id)), row)
    headers = signed(news, row.secret, now())
    receiver = Webhook(secret_text(row.secret))
    assert receiver.verify(news.body, headers) == json.loads(news.body)
    with pytest.raises(WebhookVerificationError):
        receiver.verify(news.body.replace(b"blue", b"red"), headers)
    with pytest.raises(WebhookVerificationError):
        receiver.verify(news.body, {**headers, "webhook-id": news.id + "0"})
    with pytest.raises(WebhookVerificationError, match="too old"):
        receiver.verify(news.body, signed(news, row.secret, now() - 600 * 1_000_000))
    with pytest.raises(WebhookVerificationError):
        Webhook(secret_text(laid.leave("blue").secret)).verify(news.body, headers)


def test_a_message_says_where_the_game_stands_and_no_more(laid: Table) -> None:
    row = laid.leave("blue")
    version = laid.order("red", {"order": "pass"})
    game = laid.games.open(laid.id)
    told = json.loads(message(game, laid.games.rules(game), row).body)
    assert datetime.fromisoformat(told["timestamp"]).timestamp() * 1e6 == pytest.approx(
        game.updated, abs=1
    )
    assert told == {
        "type": "game.moved",
        "timestamp": told["timestamp"],
        "data": {
            "game": laid.id,
            "version": version,
            "after": row.sent,
            "status": "running",
            "turn": 1,
            "phase": "go",
            "waiting_for": ["blue"],
            "your_turn": True,
        },
    }


@pytest.mark.parametrize(("reader", "waited_for"), [("red", False), ("referee", False)])
def test_whose_turn_it_is_not_is_told_so(laid: Table, reader: str, waited_for: bool) -> None:
    row = laid.leave(reader)
    laid.order("red", {"order": "pass"})
    game = laid.games.open(laid.id)
    told = json.loads(message(game, laid.games.rules(game), row).body)
    assert told["data"]["your_turn"] is waited_for


def test_before_the_table_is_laid_it_waits_for_who_has_not_claimed(games: Games) -> None:
    waiting = table(games, awaits_seats=True)
    row = waiting.leave("blue")
    waiting.games.claim(waiting.id, "red")
    game = games.open(waiting.id)
    data = json.loads(message(game, games.rules(game), row).body)["data"]
    assert (data["status"], data["turn"], data["phase"]) == ("waiting", 0, None)
    assert (data["waiting_for"], data["your_turn"]) == (["blue"], True)


def test_the_same_version_is_told_bit_by_bit_the_same(laid: Table) -> None:
    row = laid.leave("red")
    laid.move()
    game = laid.games.open(laid.id)
    rules = laid.games.rules(game)
    first = message(game, rules, row)
    assert message(game, rules, replace(row, failures=3, due=now())) == first
    laid.move()
    later = laid.games.open(laid.id)
    assert message(later, rules, row).id != first.id
    assert message(game, rules, laid.leave("blue")).id != first.id
    assert "." not in first.id, "it would blur what is signed"


TWO_DAYS = Clock(48 * 60, notice=12 * 60, grace=24 * 60)


def sent(laid: Table, row: WebhookRow) -> dict[str, Any]:
    """What a webhook is told now, by whoever delivers it."""
    bodies: list[dict[str, Any]] = []

    def post(_: str, __: Mapping[str, str], body: bytes) -> int:
        bodies.append(json.loads(body))
        return 204

    tell(laid.games, post, row)
    [body] = bodies
    return body


def clocked(games: Games) -> Table:
    """A game with a clock in which red has two days, and whose seats are claimed."""
    laid = table(games, clock=TWO_DAYS)
    for seat in ("red", "blue"):
        laid.tokens[seat] = games.claim(laid.id, seat)
    return laid


def test_it_is_told_that_a_deadline_is_near_and_that_it_has_passed(
    games: Games, clock: MovedClock
) -> None:
    laid = clocked(games)
    row = laid.leave("blue")
    [due] = games.open(laid.id).timekeeping.of("red")
    for hours, kind in ((37, "deadline.near"), (12, "deadline.passed")):
        clock.move_on(hours * HOUR)
        run(games, laid.id)
        told = sent(laid, row)
        assert told["type"] == kind
        [deadline] = told["data"].pop("deadlines")
        assert deadline["seat"] == "red"
        assert micros(datetime.fromisoformat(deadline["due"])) == due.set.due // SECOND * SECOND
        assert list(told["data"]) == [
            "game", "version", "after", "status", "turn", "phase", "waiting_for", "your_turn",
        ]  # fmt: skip
        [row] = laid.kept()


def test_who_lags_behind_is_told_that_a_deadline_has_passed(
    games: Games, clock: MovedClock
) -> None:
    laid = clocked(games)
    row = laid.leave("blue")
    for hours in (37, 12):
        clock.move_on(hours * HOUR)
        run(games, laid.id)
    told = sent(laid, row)
    assert told["type"] == "deadline.passed"
    assert [it["seat"] for it in told["data"]["deadlines"]] == ["red"]


def test_a_deadline_that_was_met_after_all_is_told_as_no_urgent_one(
    games: Games, clock: MovedClock
) -> None:
    laid = clocked(games)
    row = laid.leave("blue")
    clock.move_on(37 * HOUR)
    run(games, laid.id)
    near = games.head(laid.id)
    clock.move_on(12 * HOUR)
    run(games, laid.id)
    passed = games.head(laid.id)
    laid.order("red", {"order": "pass"})
    assert passed > near > row.sent
    told = sent(laid, row)
    assert (told["type"], "deadlines" in told["data"]) == ("game.moved", False)
    [row] = laid.kept()
    clock.move_on(37 * HOUR)
    run(games, laid.id)
    laid.order("blue", {"order": "pass"})
    assert sent(laid, row)["type"] == "game.moved"


def test_a_late_answer_hides_no_deadline_that_another_has_missed(
    games: Games, clock: MovedClock
) -> None:
    laid = clocked(games)
    row = laid.leave("red")
    clock.move_on(49 * HOUR)
    run(games, laid.id)
    laid.order("red", {"order": "pass"})
    clock.move_on(37 * HOUR)
    run(games, laid.id)
    told = sent(laid, row)
    assert told["type"] == "deadline.near"
    assert [it["seat"] for it in told["data"]["deadlines"]] == ["blue"]


def test_who_was_given_more_time_is_not_told_of_as_late(games: Games, clock: MovedClock) -> None:
    laid = clocked(games)
    row = laid.leave("blue")
    clock.move_on(49 * HOUR)
    run(games, laid.id)
    until = games.clock() + 96 * HOUR
    assert isinstance(setting.extend(games, laid.id, "referee", "red", until), Game)
    assert sent(laid, row)["type"] == "game.moved"


def test_what_is_not_about_deadlines_is_told_as_in_a_game_without_a_clock(games: Games) -> None:
    laid = clocked(games)
    row = laid.leave("blue")
    laid.order("red", {"order": "pass"})
    told = sent(laid, row)
    assert (told["type"], "deadlines" in told["data"]) == ("game.moved", False)
