"""Observers: whoever watches a game by mail, without a seat."""

from __future__ import annotations

from typing import Any

import pytest

from api.app import create_app
from api.mail import mailboxes, observers
from api.mail.rows import MailboxRow
from napoleon.log.times import DAY
from napoleon.play.outcomes import Accepted
from napoleon.rules.orders import Refusal
from tests.mail.tables import Post, body

READER = "reader@club.example"


def watched(post: Post, address: str = READER, **wanted: Any) -> MailboxRow | Refusal | None:
    """Somebody leaves an address, and is asked there if they have to be."""
    game = post.games.open(post.id)
    box = observers.watch(post.office, game, {"address": address, **wanted})
    if isinstance(box, MailboxRow):
        mailboxes.ask(post.office, box)
    return box


def holder(address: str = READER) -> str:
    return observers.holder_of(address)


def confirmed(post: Post, **wanted: Any) -> None:
    """The same, and they answer the question."""
    watched(post, **wanted)
    post.run()
    post.mail(post.reply(holder(), "yes"))
    post.run()


def next_turn(post: Post) -> None:
    """Anybody gives any order until another turn begins."""
    game = post.games.open(post.id)
    turn = game.state.turn
    while not game.over and game.state.turn == turn:
        decision = post.games.decisions(game)[0]
        rules = post.games.rules(game)
        order = next(iter(rules.legal_orders(game.state, decision)))
        assert isinstance(post.games.submit_orders(post.id, decision.seat, [order]), Accepted)
        game = post.games.open(post.id)


def test_nothing_but_a_question_is_sent_before_it_is_answered(post: Post) -> None:
    watched(post)
    next_turn(post)
    post.run()
    [question] = post.to(holder())
    assert "as a spectator" in " ".join(body(question).split())
    post.mail(post.reply(holder(), "yes", to=question))
    post.run()
    next_turn(post)
    post.run()
    assert len(post.to(holder())) > 1


def test_a_mail_for_each_turn_tells_what_everybody_may_know(both: Post) -> None:
    confirmed(both)
    before = len(both.to(holder()))
    next_turn(both)
    both.run()
    both.run()
    told = both.to(holder())
    assert len(told) == before + 1
    text = body(told[-1])
    assert "What has happened since your last mail" in text
    assert "Reply to this mail and write your orders" not in text
    assert "It waits for" in text
    french = both.games.open(both.id).state.hands["french"]
    names = {both.games.rules(both.games.open(both.id)).cards[it] for it in french}
    assert not any(f"({it})" in text for it in names)


def test_once_a_day_if_they_like(both: Post) -> None:
    confirmed(both, mail="digest", time_zone="Europe/Paris")
    before = len(both.to(holder()))
    next_turn(both)
    both.run()
    assert len(both.to(holder())) == before
    both.clock.move_on(2 * DAY)
    both.run()
    assert len(both.to(holder())) == before + 1


def test_what_they_write_acts_on_nothing(both: Post) -> None:
    confirmed(both)
    version = both.games.open(both.id).version
    for line, said in (
        ("blue none", "Only the holder of a seat gives orders."),
        ("status", "stands at"),
        ("then: blue none", ""),
        ("set 3\nblue none", "Only the holder of a seat gives orders."),
    ):
        assert said in " ".join(both.answer(holder(), line).split())
    for line in ("take back", "dispute 3 wrong", "press to all: hello", "withdraw"):
        both.answer(holder(), line)
    assert both.games.open(both.id).version == version


def test_an_address_is_asked_once_a_day_whoever_leaves_it(post: Post) -> None:
    assert isinstance(watched(post), MailboxRow)
    assert watched(post) is None
    assert watched(post, READER.upper()) is None
    post.run()
    assert len(post.to(holder())) == 1
    post.clock.move_on(2 * DAY)
    assert isinstance(watched(post), MailboxRow)
    post.run()
    post.mail(post.reply(holder(), "yes"))
    post.run()
    post.clock.move_on(2 * DAY)
    assert watched(post) is None, "it is theirs already"


def test_a_link_in_every_mail_forgets_the_address(both: Post) -> None:
    confirmed(both)
    next_turn(both)
    both.run()
    assert both.office.store.mailboxes.of(both.id, holder()) is not None
    both.mail(both.reply(holder(), "unsubscribe"), recipient=_unsubscribing(both))
    both.run()
    assert both.office.store.mailboxes.of(both.id, holder()) is None
    assert both.to(holder()) == [] or READER not in str(both.office.store.outbox.all(both.id))


def _unsubscribing(post: Post) -> str:
    named = post.newest(holder())["List-Unsubscribe"]
    found: str = named.partition("mailto:")[2].partition(">")[0].partition("?")[0]
    return found


@pytest.mark.parametrize(
    ("wanted", "code"),
    [
        ({"address": "nobody"}, "BAD_ADDRESS"),
        ({"mail": "off"}, "BAD_PAYLOAD"),
        ({"language": "xx"}, "BAD_PAYLOAD"),
        ({"time_zone": "Mars/Olympus"}, "BAD_PAYLOAD"),
    ],
)
def test_what_cannot_be_is_refused(post: Post, wanted: dict[str, Any], code: str) -> None:
    refusal = watched(post, **{"address": READER, **wanted})
    assert isinstance(refusal, Refusal)
    assert refusal.code == code


def test_so_many_watch_a_game(post: Post, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(observers, "MOST", 2)
    for number in range(2):
        assert isinstance(watched(post, f"r{number}@club.example"), MailboxRow)
    refusal = watched(post)
    assert isinstance(refusal, Refusal)
    assert refusal.code == "TOO_MANY_ADDRESSES"
    assert watched(post, "r1@club.example") is None


def test_the_api_and_the_page_answer_alike_whether_an_address_is_known(post: Post) -> None:
    client = create_app(post.games, env={}).test_client()
    path = f"/api/v1/games/{post.id}/observers"
    answers = [client.post(path, json={"address": READER}) for _ in range(2)]
    assert [(it.status_code, it.data) for it in answers] == [(202, b"")] * 2
    refused = client.post(path, json={"address": "nobody"})
    assert (refused.status_code, refused.json["code"]) == (422, "BAD_ADDRESS")
    people = client.get(f"/games/{post.id}/people", headers={"Accept": "text/html"}).text
    assert "Watch by mail" in people
    assert READER not in people
