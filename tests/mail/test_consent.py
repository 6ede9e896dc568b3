"""Consent: what is asked by mail is agreed to by a word alone on a line, or by a link."""

from __future__ import annotations

import pytest

from api.mail import observers
from api.mail.answering.consenting import Consent, consent
from api.mail.rows import MailboxRow
from api.mail.tokens import Purpose
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import OrderGiven
from tests.mail.tables import Post, body
from tests.mail.test_observers import holder, watched

STRANGER = "ann@holiday.example"

NOT_YES = (
    "No! That was not me. Do NOT carry it out.",
    "I am on holiday until Monday and read no mail.",
    "Who are you? Never write to me again",
    "yes, but who are you?",
    "yes\nno",
    "Did I say yes?\n\nOn Monday, Napoleon wrote:\n> yes",
    "Thanks\n-- \nyes",
    "",
)
"""Answers that are no consent, whatever they mean."""


def ordered(post: Post) -> int:
    return sum(isinstance(it, OrderGiven) for it in post.games.history(post.id))


def asked_whether_theirs(post: Post) -> None:
    """A mail with an order has come from elsewhere, and its player is asked."""
    post.mail(post.reply("french", "blue none", From=STRANGER))
    post.run()


@pytest.mark.parametrize(
    ("text", "meant"),
    [
        ("yes", Consent.YES),
        ("  Yes.\n\nBest, Ann", Consent.YES),
        ("Hello\nOUI !\n", Consent.YES),
        ("\N{ZERO WIDTH SPACE}yes", Consent.YES),
        ("no", Consent.NO),
        ("Non.", Consent.NO),
        ("STOP", Consent.NO),
        ("unsubscribe", Consent.NO),
        *((it, Consent.UNCLEAR) for it in NOT_YES),
    ],
)
def test_only_a_word_of_its_own_on_a_line_says_yes_or_no(text: str, meant: Consent) -> None:
    assert consent(text) is meant


@pytest.mark.sampled(4)
@pytest.mark.parametrize("said", NOT_YES)
def test_a_held_mail_is_released_by_yes_alone_and_asked_about_once_more(
    both: Post, said: str
) -> None:
    asked_whether_theirs(both)
    question, before = both.newest("french"), len(both.to("french"))
    for _ in range(2):
        both.mail(both.reply("french", said, to=question))
        both.run()
    assert ordered(both) == 0
    assert len(both.to("french")) == before + 1, "it is asked again, once"
    both.mail(both.reply("french", "yes", to=both.newest("french")))
    both.run()
    assert ordered(both) == 1


def test_the_mail_that_asks_shows_who_has_sent_what(both: Post) -> None:
    asked_whether_theirs(both)
    for kind in ("plain", "html"):
        told = body(both.newest("french"), kind)
        assert STRANGER in told
        assert "blue none" in told


def test_no_refuses_a_held_mail_for_good_and_the_referee_is_told(both: Post) -> None:
    both.leave(REFEREE)
    both.run()
    asked_whether_theirs(both)
    question = both.newest("french")
    both.mail(both.reply("french", "no", to=question))
    both.run()
    assert "not carried out" in " ".join(body(both.newest("french")).split())
    told = " ".join(body(both.newest(REFEREE)).split())
    assert "the French say that it is not theirs" in told
    both.mail(both.reply("french", "yes", to=question))
    both.run()
    assert ordered(both) == 0


@pytest.mark.parametrize(
    "headers",
    [{"Auto-Submitted": "auto-replied"}, {"Subject": "Automatic reply: x"}, {"X-Autoreply": "yes"}],
)
def test_a_robot_consents_to_nothing_and_is_not_asked_again(
    both: Post, headers: dict[str, str]
) -> None:
    asked_whether_theirs(both)
    before = len(both.delivered)
    both.mail(both.reply("french", "yes", **headers))
    box = both.left(REFEREE, "ref@players.example")
    both.run()
    both.mail(both.reply(REFEREE, "yes", **headers))
    both.run()
    assert ordered(both) == 0
    assert [it.holder for it in both.delivered[before:]] == [REFEREE]
    found = both.office.store.mailboxes.get(box.id)
    assert found is not None
    assert not found.confirmed


def test_what_looks_like_a_robot_and_says_yes_is_told_of_the_link_once(both: Post) -> None:
    """Those may be people, whose programs or companies put such headers into their mails."""
    box = both.left(REFEREE, "ref@players.example")
    both.run()
    before = len(both.delivered)
    for _ in range(2):
        both.mail(both.reply(REFEREE, "yes", to=both.to(REFEREE)[0], Precedence="bulk"))
        both.run()
    assert len(both.delivered) == before + 1
    assert "Follow the link" in " ".join(body(both.newest(REFEREE)).split())
    found = both.office.store.mailboxes.get(box.id)
    assert found is not None and not found.confirmed


@pytest.mark.sampled(6)
@pytest.mark.parametrize("kind", ["player", "observer"])
@pytest.mark.parametrize("said", NOT_YES)
def test_an_address_is_confirmed_by_yes_alone_and_asked_once_more(
    post: Post, kind: str, said: str
) -> None:
    box = post.left("french", STRANGER) if kind == "player" else watched(post)
    assert isinstance(box, MailboxRow)
    post.run()
    for _ in range(2):
        post.mail(post.reply(box.holder, said))
        post.run()
    found = post.office.store.mailboxes.get(box.id)
    assert found is not None
    assert not found.confirmed
    assert len(post.to(box.holder)) == 2
    assert "alone on a line" in " ".join(body(post.newest(box.holder)).split())
    post.mail(post.reply(box.holder, "yes"))
    post.run()
    found = post.office.store.mailboxes.get(box.id)
    assert found is not None
    assert found.confirmed


@pytest.mark.parametrize("kind", ["player", "observer"])
@pytest.mark.parametrize("said", ["no", "stop", "unsubscribe", "Non"])
def test_no_and_stop_have_an_address_forgotten(post: Post, kind: str, said: str) -> None:
    box = post.left("french", STRANGER) if kind == "player" else watched(post)
    assert isinstance(box, MailboxRow)
    post.run()
    post.mail(post.reply(box.holder, said))
    post.run()
    assert post.office.store.mailboxes.get(box.id) is None
    assert box.address not in str(post.office.store.outbox.all(post.id))
    assert len(post.to(box.holder)) == 1


def test_whoever_has_not_confirmed_and_unsubscribes_is_forgotten(post: Post) -> None:
    box = post.left("french", STRANGER)
    observers.unsubscribe(post.office, box)
    assert post.office.store.mailboxes.get(box.id) is None


def test_an_answer_to_another_mail_confirms_no_address(post: Post) -> None:
    """As from an address that somebody has left for a seat whose mails they have seen."""
    box = post.left("french", STRANGER)
    post.run()
    raw = post.reply("french", "status", To=post.office.address(Purpose.REPLY, box))
    post.mail(raw)
    post.run()
    found = post.office.store.mailboxes.get(box.id)
    assert found is not None
    assert not found.confirmed


def test_an_observer_who_writes_stop_is_forgotten_and_a_player_gets_no_more(both: Post) -> None:
    watched(both)
    both.run()
    both.mail(both.reply(holder(), "yes"))
    both.run()
    both.mail(both.reply(holder(), "stop"))
    both.run()
    assert both.office.store.mailboxes.of(both.id, holder()) is None
    before = len(both.delivered)
    both.run()
    assert len(both.delivered) == before
    assert "You get no more mails about this game" in " ".join(
        both.answer("french", "stop").split()
    )
    box = both.office.store.mailboxes.of(both.id, "french")
    assert box is not None
    assert box.wish == "off"
