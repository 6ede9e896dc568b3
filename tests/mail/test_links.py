"""One-tap links: a link answers the question beside which it stands, and no other one."""

from __future__ import annotations

import re
from email.message import EmailMessage
from html import unescape
from threading import Thread
from urllib.parse import unquote

import pytest

from api.mail import trial
from api.mail.answering.inbound import Received
from api.mail.mailboxes import of
from api.mail.tokens import Purpose
from napoleon.rules.orders import OrderGiven
from tests.mail.tables import Post, body, read
from tests.mail.test_replies import activated, begun


def links(mail: EmailMessage) -> dict[str, str]:
    """The links of a mail: from the line that each of them sends to the address."""
    found = re.findall(r'href="mailto:([^"?]+)\?body=([^"]*)"', body(mail, "html"))
    return {unquote(unescape(line)): unquote(to) for to, line in found}


def tapped(post: Post, holder: str, mail: EmailMessage, line: str, **headers: str) -> bytes:
    """What a mail program sends when somebody taps a link: a new mail that answers none."""
    at = post.clock() + next(post._numbers)
    raw = trial.written(f"{holder}@players.example", links(mail)[line], line, at)
    if headers:
        message = read(raw)
        for name, value in headers.items():
            del message[name]
            message[name] = value
        raw = message.as_bytes()
    return raw


def tap(post: Post, holder: str, mail: EmailMessage, line: str, **headers: str) -> str:
    """Tap a link; what is told about that."""
    before = len(post.delivered)
    post.mail(tapped(post, holder, mail, line, **headers))
    post.run()
    told = [it for it in post.delivered[before:] if it.holder == holder]
    return " ".join(body(read(told[0].message)).split()) if told else ""


def orders(post: Post) -> int:
    return sum(isinstance(it, OrderGiven) for it in post.games.history(post.id))


def as_before(post: Post, holder: str) -> None:
    """Make of the mails to a holder what 0.7.0 sent: their links name no question."""
    box = of(post.office, post.games.open(post.id), holder)
    assert box is not None
    plain = post.office.address(Purpose.REPLY, box)
    for row in post.office.store.outbox.all(post.id, holder):
        if not row.asks or not row.message:
            continue
        mail = read(row.message)
        text, html = body(mail), body(mail, "html")
        html = re.sub(r"mailto:[^\"?]+", f"mailto:{plain}", html)
        older = EmailMessage()
        for name in ("From", "To", "Reply-To", "Subject", "Message-ID", "References"):
            older[name] = str(mail[name])
        older.set_content(text, cte="quoted-printable")
        older.add_alternative(html, subtype="html", cte="quoted-printable")
        assert post.office.store.outbox.move(row, message=older.as_bytes())
    post.delivered[:] = [
        it for it in post.office.store.outbox.all(post.id, "") if it.message and it.message_id
    ]


def test_a_link_answers_its_question(both: Post) -> None:
    told = tap(both, "french", both.newest("french"), "blue none")
    assert orders(both) == 1
    assert "One line was carried out." in told


def test_each_mail_that_asks_has_an_address_of_its_own_for_its_links(both: Post) -> None:
    """And all links of one mail have the same, and no reply goes there."""
    begun(both)
    asking = [it for it in both.to("french") if links(it)]
    addresses = [set(links(it).values()) for it in asking]
    assert all(len(it) == 1 for it in addresses)
    assert len(set().union(*addresses)) == len(asking) >= 2
    assert {str(it["Reply-To"]) for it in asking}.isdisjoint(set().union(*addresses))


def test_a_link_of_an_old_mail_answers_no_later_question(both: Post) -> None:
    """Its `nothing` would be legal now as well: for another stack."""
    activated(both)
    old = both.newest("french")
    both.answer("french", "nothing")
    both.answer("french", "decline")
    both.answer("allied", "pass")
    both.games.submit_orders(both.id, "french", ["activate Beaumont: Vandamme"])
    both.games.submit_orders(both.id, "allied", ["decline"])
    both.run()
    before = orders(both)
    told = tap(both, "french", old, "nothing")
    assert orders(both) == before
    assert "The game has gone on since the mail that you answer" in told
    assert "You are asked" in told
    asking = both.newest("french")
    assert tap(both, "french", asking, "nothing")
    assert orders(both) == before + 1, "a tap on what is asked now"


def test_a_link_that_is_tapped_twice_answers_once(both: Post) -> None:
    begun(both)
    asking = both.newest("french")
    tap(both, "french", asking, "pass")
    before = orders(both)
    told = tap(both, "french", asking, "pass")
    assert orders(both) == before
    assert "The game has gone on" in told


def test_a_link_of_a_question_that_one_has_answered_oneself_is_over(both: Post) -> None:
    activated(both)
    asking = both.newest("french")
    tap(both, "french", asking, "nothing")
    before = orders(both)
    told = tap(both, "french", asking, "nothing")
    assert orders(both) == before
    assert "The game has gone on" in told
    assert "You are asked" in told


def test_after_a_withdrawal_the_question_is_a_new_one(both: Post) -> None:
    activated(both)
    asking = both.newest("french")
    tap(both, "french", asking, "nothing")
    both.answer("french", "withdraw")
    before, again = orders(both), both.newest("french")
    tap(both, "french", asking, "nothing")
    assert orders(both) == before
    tap(both, "french", again, "nothing")
    assert orders(both) == before + 1


def test_commands_below_a_link_are_carried_out_whatever_has_happened(both: Post) -> None:
    asking = both.newest("french")
    tap(both, "french", asking, "blue none")
    raw = tapped(both, "french", asking, "blue none").rstrip()
    both.mail(raw + b"\r\nstatus\r\n")
    both.run()
    told = body(both.newest("french"))
    assert "Status" in told
    assert orders(both) == 1


def test_a_tag_with_another_question_opens_nothing(both: Post) -> None:
    """What is signed for one mailbox or question is dead for every other: nobody is answered."""
    asking = both.newest("french")
    to = links(asking)["blue none"]
    box = of(both.office, both.games.open(both.id), "french")
    assert box is not None
    forged = [
        both.office.address(Purpose.QUESTION, box),
        to.replace("+q", "+r"),
        both.office.question_address(box, "0-0123456789abcdef"),
    ]
    before = len(both.delivered)
    for address in forged:
        raw = tapped(both, "french", asking, "blue none")
        both.mail(raw.replace(to.encode(), address.encode()), recipient=address)
        both.run()
    assert (orders(both), len(both.delivered)) == (0, before)
    assert set(both.office.store.inbox.findings()) == {"dead token"}


def test_a_link_in_a_mail_that_was_passed_on_is_held(both: Post) -> None:
    asking = both.newest("french")
    told = tap(both, "french", asking, "blue none", From="friend@elsewhere.example")
    assert orders(both) == 0
    assert "is held" in told
    both.games.submit_orders(both.id, "french", ["blue none"])
    both.games.submit_orders(both.id, "allied", ["blue none"])
    both.run()
    before = orders(both)
    question = next(it for it in both.to("french") if "is held" in body(it))
    both.mail(both.reply("french", "yes", to=question))
    both.run()
    assert orders(both) == before, "it is over by the time that its player says that it counts"


def test_a_link_to_what_was_asked_before_the_log_was_put_back_is_over(both: Post) -> None:
    """A backup takes mail before the log, so that a mail may speak of what has not happened."""
    activated(both)
    asking = both.newest("french")
    [row] = [it for it in both.delivered if it.message_id == str(asking["Message-ID"])]
    outbox = both.office.store.outbox
    kept = outbox.get(row.id)
    assert kept is not None
    later, state = both.games.open(both.id).version + 9, "0-0123456789abcdef"
    box = of(both.office, both.games.open(both.id), "french")
    assert box is not None
    assert outbox.move(kept, version=later, asks=state)
    raw = tapped(both, "french", asking, "nothing")
    old, new = links(asking)["nothing"], both.office.question_address(box, state)
    before = orders(both)
    both.mail(raw.replace(old.encode(), new.encode()), recipient=new)
    both.run()
    assert orders(both) == before
    assert "The game has gone on" in " ".join(body(both.newest("french")).split())


def test_two_taps_at_the_same_moment_answer_once(both: Post) -> None:
    """Two threads take them from the inbox together."""
    activated(both)
    asking = both.newest("french")
    before = orders(both)
    for _ in range(2):
        both.mail(tapped(both, "french", asking, "nothing"))
    received = Received(both.office)
    threads = [Thread(target=received.attempt, args=(it,)) for it in received.take(9)]
    for it in threads:
        it.start()
    for it in threads:
        it.join()
    assert orders(both) == before + 1


@pytest.mark.sampled(1)
@pytest.mark.parametrize("asked_since", [False, True], ids=["nothing new", "something new"])
def test_a_link_of_an_earlier_release_counts_as_long_as_nothing_new_is_asked(
    both: Post, *, asked_since: bool
) -> None:
    activated(both)
    as_before(both, "french")
    old = both.newest("french")
    assert set(links(old).values()) == {str(old["Reply-To"])}
    if asked_since:
        both.answer("french", "nothing")
        both.answer("french", "decline")
        both.answer("allied", "pass")
        both.games.submit_orders(both.id, "french", ["activate Beaumont: Vandamme"])
        both.games.submit_orders(both.id, "allied", ["decline"])
        both.run()
    before = orders(both)
    told = tap(both, "french", old, "nothing")
    assert orders(both) == before + (not asked_since)
    assert ("does not say which question it answers" in told) == asked_since
    assert "You are asked" in told
    if asked_since:
        tap(both, "french", both.newest("french"), "nothing")
        assert orders(both) == before + 1, "the answer has links that say it"
