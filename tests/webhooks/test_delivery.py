"""How one webhook is told, is tried again, and is forgotten."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from typing import Any

import pytest
from msgspec.structs import replace

from napoleon.log.game import token_hash
from napoleon.log.store.recorder import WebhookRow
from napoleon.play import seats
from napoleon.play.games import Games
from napoleon.rules.events import DEPUTY, REFEREE
from projections.delivery import DAY, LEASE, PAUSES
from projections.webhooks.delivery import Outcome, take, tell
from projections.webhooks.sending import Unsent
from tests.clocks import Clock
from tests.webhooks.tables import URL, Table, table

MINUTE = 60 * 1_000_000


class Post:
    """Notes what is sent, and answers with a status or not at all."""

    def __init__(self, answer: int | Exception = 204) -> None:
        self.answer = answer
        self.sent: list[tuple[str, dict[str, str], dict[str, Any]]] = []

    def __call__(self, url: str, headers: Mapping[str, str], body: bytes) -> int:
        self.sent.append((url, dict(headers), json.loads(body)))
        if isinstance(self.answer, Exception):
            raise self.answer
        return self.answer

    @property
    def versions(self) -> list[int]:
        return [body["data"]["version"] for _, _, body in self.sent]


@pytest.fixture
def laid(games: Games) -> Table:
    return table(games)


def tell_all(games: Games, post: Post) -> list[Outcome]:
    """Tell whoever is due."""
    return [tell(games, post, taken) for taken in take(games, 100)]


def test_a_webhook_is_told_once_of_each_step(games: Games, laid: Table) -> None:
    post = Post()
    laid.leave("red")
    assert tell_all(games, post) == [], "what was before it is not told"
    first = laid.move()
    assert tell_all(games, post) == [Outcome.DELIVERED]
    assert tell_all(games, post) == []
    second = laid.move()
    assert tell_all(games, post) == [Outcome.DELIVERED]
    assert post.versions == [first, second]
    assert [url for url, _, _ in post.sent] == [URL, URL]
    assert post.sent[1][2]["data"]["after"] == first
    assert [(row.sent, row.failures) for row in laid.kept()] == [(second, 0)]


def test_who_lags_behind_is_told_of_the_newest_version(games: Games, laid: Table) -> None:
    post = Post()
    kept = laid.leave("red")
    for _ in range(5):
        newest = laid.move()
    assert tell_all(games, post) == [Outcome.DELIVERED]
    [(_, _, body)] = post.sent
    assert (body["data"]["after"], body["data"]["version"]) == (kept.sent, newest)


def test_every_webhook_of_a_game_is_told_under_its_own_id_and_secret(
    games: Games, laid: Table
) -> None:
    post = Post()
    for seat in ("red", "blue", "referee"):
        laid.leave(seat)
    other = table(games)
    other.leave("red")
    laid.move()
    assert tell_all(games, post) == [Outcome.DELIVERED] * 3
    assert {body["data"]["game"] for _, _, body in post.sent} == {laid.id}
    assert len({headers["webhook-id"] for _, headers, _ in post.sent}) == 3
    assert len({row.secret for row in laid.kept()}) == 3


@pytest.mark.parametrize("answer", [199, 300, 302, 404, 429, 500, Unsent("ConnectTimeout")])
def test_what_fails_is_tried_again_ever_more_rarely_and_then_given_up(
    games: Games, laid: Table, clock: Clock, answer: int | Exception
) -> None:
    post = Post(answer)
    laid.leave("red")
    laid.move()
    for failures, pause in enumerate(PAUSES, 1):
        assert tell_all(games, post) == [Outcome.FAILED]
        [row] = laid.kept()
        assert row.failures == failures
        assert abs(row.due - games.clock() - pause) < MINUTE // 30
        clock.move_on(pause - MINUTE // 30)
        assert tell_all(games, post) == []
        clock.move_on(MINUTE // 30)
    assert tell_all(games, post) == [Outcome.DROPPED]
    assert laid.kept() == []
    assert len(post.sent) == len(PAUSES) + 1
    assert len({headers["webhook-id"] for _, headers, _ in post.sent}) == 1
    assert len({headers["webhook-signature"] for _, headers, _ in post.sent}) > 1
    assert 5 * DAY < sum(PAUSES) < 6 * DAY


def test_who_answers_again_begins_anew(games: Games, laid: Table, clock: Clock) -> None:
    post = Post(503)
    laid.leave("red")
    laid.move()
    tell_all(games, post)
    clock.move_on(PAUSES[0])
    tell_all(games, post)
    newest = laid.move()
    clock.move_on(PAUSES[1])
    post.answer = 200
    assert tell_all(games, post) == [Outcome.DELIVERED]
    [row] = laid.kept()
    assert (row.sent, row.failures) == (newest, 0)
    laid.move()
    assert tell_all(games, post) == [Outcome.DELIVERED], "at once"


def test_who_is_gone_is_forgotten(games: Games, laid: Table) -> None:
    laid.leave("red")
    laid.leave("blue")
    laid.move()
    [first, second] = take(games, 2)
    assert tell(games, Post(410), first) == Outcome.DROPPED
    assert tell(games, Post(200), second) == Outcome.DELIVERED
    assert [row.id for row in laid.kept()] == [second.id]


def claimed(games: Games, laid: Table) -> None:
    games.claim(laid.id, "red", token=laid.tokens["red"])


def handed_over(games: Games, laid: Table) -> None:
    seats.hand_over(games, laid.id, "red", laid.tokens[REFEREE])


@pytest.mark.parametrize("die", [claimed, handed_over])
def test_when_its_token_is_dead_a_webhook_is_told_nothing_more(
    games: Games, laid: Table, die: Callable[[Games, Table], None]
) -> None:
    post = Post()
    laid.leave("red")
    kept = laid.leave("blue")
    die(games, laid)
    assert sorted(tell_all(games, post)) == [Outcome.DELIVERED, Outcome.DROPPED]
    assert [row.id for row in laid.kept()] == [kept.id]
    [(_, headers, _)] = post.sent
    assert headers["webhook-id"].startswith(f"msg_{kept.id}_")


def test_a_deputy_is_told_until_he_is_dismissed(games: Games, laid: Table) -> None:
    post = Post()
    token = seats.appoint_deputy(games, laid.id, laid.tokens[REFEREE])
    assert isinstance(token, str)
    laid.leave(REFEREE, token=token)
    laid.move()
    assert games.open(laid.id).seat_of(token) == DEPUTY
    assert tell_all(games, post) == [Outcome.DELIVERED]
    seats.dismiss_deputy(games, laid.id, laid.tokens[REFEREE])
    assert tell_all(games, post) == [Outcome.DROPPED]
    assert len(post.sent) == 1


def test_a_webhook_without_a_token_belongs_to_nobody(games: Games, laid: Table) -> None:
    post = Post()
    row = WebhookRow(laid.id, "nobody's", "red", "", URL, bytes(32), 0)
    games.recorder.put_webhook(row)
    assert tell_all(games, post) == [Outcome.DROPPED]
    assert post.sent == []


def test_the_end_of_the_game_is_the_last_thing_told(games: Games, laid: Table) -> None:
    post = Post(500)
    laid.leave("red")
    end = laid.play_out()
    assert tell_all(games, post) == [Outcome.FAILED]
    assert len(laid.kept()) == 1, "it has not heard of it yet"
    post.answer = 200
    games._clock.move_on(PAUSES[0])  # type: ignore[attr-defined]
    assert tell_all(games, post) == [Outcome.DELIVERED]
    assert post.sent[-1][2]["data"]["status"] == "over"
    assert post.versions[-1] == end
    assert laid.kept() == []


def test_who_was_overtaken_after_its_lease_changes_nothing(
    games: Games, laid: Table, clock: Clock
) -> None:
    laid.leave("red")
    laid.move()
    [late] = take(games, 1)
    assert list(take(games, 1)) == []
    clock.move_on(LEASE)
    [early] = take(games, 1)
    assert tell(games, Post(200), early) == Outcome.DELIVERED
    after = laid.kept()
    assert tell(games, Post(500), late) == Outcome.FAILED
    assert laid.kept() == after


def test_a_game_that_cannot_be_read_is_tried_again(games: Games, laid: Table, clock: Clock) -> None:
    post = Post()
    laid.leave("red")
    laid.move()
    with Games(games.env, rulesets={}, clock=clock) as poor:
        assert tell_all(poor, post) == [Outcome.FAILED]
    assert post.sent == []
    clock.move_on(PAUSES[0])
    assert tell_all(games, post) == [Outcome.DELIVERED]


def test_what_is_noted_of_it_names_neither_address_nor_secret(
    games: Games, laid: Table, caplog: pytest.LogCaptureFixture
) -> None:
    caplog.set_level("DEBUG")
    row = laid.leave("red")
    laid.move()
    tell_all(games, Post(Unsent("ConnectTimeout")))
    games.recorder.move_webhook(laid.kept()[0], replace(row, failures=len(PAUSES), due=0))
    tell_all(games, Post(500))
    noted = "\n".join(caplog.messages)
    assert "ConnectTimeout" in noted
    assert "status 500" in noted
    for secret in ("club.example.org", row.secret.hex(), laid.tokens["red"], row.token):
        assert secret not in noted
    assert row.token == token_hash(laid.tokens["red"])
