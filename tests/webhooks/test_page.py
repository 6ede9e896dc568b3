"""The page for receivers says what is so."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from napoleon.log.clocks import Clock
from napoleon.log.events.clocks import DeadlineNear
from napoleon.log.game_log import now
from napoleon.play.games import Games
from projections.delivery import DAY, PAUSES, SENDERS
from projections.webhooks.keeping import MOST_KEPT
from projections.webhooks.messages import message, secret_text, signed
from projections.webhooks.sending import TOTAL_SECONDS
from tests.webhooks.tables import table

PAGE = (Path(__file__).parents[2] / "docs" / "webhooks.md").read_text()


EXAMPLES = re.findall(r"^\{\"type\": .*?\}\}$", PAGE, re.MULTILINE | re.DOTALL)


def test_its_examples_have_the_members_of_messages(games: Games) -> None:
    laid = table(games, clock=Clock(60))
    games.claim(laid.id, "red")
    row = laid.leave("blue")
    game = laid.games.open(laid.id)
    [due] = game.timekeeping.of("red")
    near = DeadlineNear("red", due.set.decision, due.set.due)
    reminded = replace(game)
    near.change(reminded)
    told = [
        json.loads(message(at, games.rules(game), row, missed).body)
        for at, missed in ((game, ()), (reminded, (near,)))
    ]
    shown = [json.loads(example) for example in EXAMPLES]
    assert [members(it) for it in shown] == [members(it) for it in told]
    assert [it["type"] for it in shown] == [it["type"] for it in told]


def members(body: dict[str, Any]) -> list[list[str]]:
    """The members of a message, of its data, and of each of its deadlines."""
    deadlines = body["data"].get("deadlines", [])
    return [list(body), list(body["data"]), *map(list, deadlines)]


def test_its_code_verifies_a_message(games: Games) -> None:
    laid = table(games)
    row = laid.leave("red")
    laid.move()
    game = laid.games.open(laid.id)
    news = message(game, games.rules(game), row)
    known = {
        "secret": secret_text(row.secret),
        "body": news.body,
        "headers": signed(news, row.secret, now()),
    }
    [code] = re.findall(r"```python\n(.*?)```", PAGE, re.DOTALL)
    exec(code, known)
    assert known["message"] == json.loads(news.body)


def test_its_numbers_are_those_of_the_service() -> None:
    seconds = [pause // 1_000_000 for pause in PAUSES]
    assert seconds == [5, 60, 600, 3600, 6 * 3600, *[DAY // 1_000_000] * 5]
    assert "5 seconds, 1 minute, 10 minutes, 1 hour, 6 hours, and\nthen daily five times" in PAGE
    assert (MOST_KEPT, SENDERS, TOTAL_SECONDS) == (4, 8, 10)
    for said in ("Four may be kept", "eight at a time", "within 10 seconds"):
        assert said in PAGE
