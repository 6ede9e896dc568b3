"""What a webhook is told, and that its signature is the one of Standard Webhooks."""

from __future__ import annotations

import hashlib
import hmac
import json
from base64 import b64decode, b64encode
from datetime import datetime

import pytest
from msgspec.structs import replace
from standardwebhooks import Webhook, WebhookVerificationError

from napoleon.log.game_log import now
from napoleon.play.games import Games
from projections.webhooks.messages import Message, message, secret_text, signed
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
