"""Forged, broken and enormous mails: nothing is carried out, nobody strange is answered."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable
from email.message import EmailMessage
from random import Random

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from api.mail.answering.inbound import Received
from api.mail.answering.opening import Unreadable, opened
from api.mail.answering.taking import keep
from api.mail.mailboxes import of
from api.mail.rows import HELD
from api.mail.tokens import Purpose
from napoleon.play.suspicious_mail import treat
from napoleon.rules.events import REFEREE
from napoleon.rules.orders import OrderGiven, Refusal
from tests.mail.tables import Post, body


def ordered(post: Post) -> int:
    return sum(isinstance(it, OrderGiven) for it in post.games.history(post.id))


def findings(post: Post) -> dict[str, int]:
    return post.office.store.inbox.findings()


def test_a_wrong_token_orders_nothing_and_is_not_answered(both: Post) -> None:
    to = str(both.newest("french")["Reply-To"])
    forged = to.replace(".", ".a", 1)[: len(to)] if to[-20] != "a" else to
    local, _, domain = to.partition("@")
    for address in (
        f"{local[:-1]}{'b' if local[-1] == 'a' else 'a'}@{domain}",
        f"{local.partition('.')[0]}@{domain}",
        f"napoleon+r999.{local.partition('.')[2]}@{domain}",
        f"napoleon@{domain}",
        forged if forged != to else f"napoleon+x@{domain}",
    ):
        before = len(both.delivered)
        both.mail(both.reply("french", f"blue none\n{address}"), recipient=address)
        both.run()
        assert (ordered(both), len(both.delivered)) == (0, before), address


def test_the_token_of_another_seat_speaks_for_that_seat_alone(both: Post) -> None:
    mail = both.reply("french", "blue none")
    box = of(both.office, both.games.open(both.id), "allied")
    assert box is not None
    both.mail(mail, recipient=both.office.address(Purpose.REPLY, box))
    both.run()
    assert ordered(both) == 0
    assert findings(both) == {"held: another sender": 1}
    assert "is held" in body(both.newest("allied")), "whose token it is, is asked"


def test_a_mail_from_another_address_is_held_until_its_player_says_it_is_theirs(
    both: Post,
) -> None:
    both.mail(both.reply("french", "blue none", From="ann@holiday.example"))
    both.run()
    assert ordered(both) == 0
    question = both.newest("french")
    assert "another address than yours" in " ".join(body(question).split())
    both.mail(both.reply("french", "yes", to=question, From="eve@elsewhere.example"))
    both.run()
    assert ordered(both) == 0, "whoever sent it cannot say so themselves"
    both.mail(both.reply("french", "yes", to=question))
    both.run()
    assert ordered(both) == 1
    assert "Play no blue card" in body(both.newest("french"))
    both.mail(both.reply("french", "yes indeed", to=question))
    both.run()
    assert ordered(both) == 1


@pytest.mark.parametrize(("policy", "carried_out"), [("log", 1), ("refuse", 0)])
def test_the_operator_says_what_is_made_of_odd_mails(
    make_post: Callable[..., Post], policy: str, carried_out: int
) -> None:
    post = make_post(MAIL_POLICY=policy)
    post.set_up("napoleon1815", "historical_invasion")
    post.leave("french")
    post.run()
    post.mail(post.reply("french", "blue none", From="ann@holiday.example"))
    post.run()
    assert ordered(post) == carried_out
    told = body(post.newest("french"))
    assert ("was refused" in told) == (policy == "refuse")


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("written", "carried_out"),
    [
        ("mx.club.example; dmarc=pass header.from=players.example", 1),
        ("mx.club.example; dmarc=fail header.from=players.example", 0),
        ("mx.club.example; dkim=pass header.d=players.example", 1),
        ("mx.evil.example; dmarc=pass header.from=players.example", 1),
        ("mx.evil.example; dmarc=fail header.from=players.example", 1),
        ("rubbish;;;", 1),
    ],
)
def test_only_the_word_of_the_operators_own_server_is_taken(
    make_post: Callable[..., Post], written: str, carried_out: int
) -> None:
    post = make_post(MAIL_AUTHSERV_ID="mx.club.example")
    post.set_up("napoleon1815", "historical_invasion")
    post.leave("french")
    post.run()
    post.mail(post.reply("french", "blue none", Authentication_Results=written))
    post.run()
    assert ordered(post) == carried_out
    if not carried_out:
        assert findings(post) == {"held: a forged sender": 1}
    kept = [it for it in map(post.office.store.inbox.get, range(1, 9)) if it is not None]
    assert [it.state == HELD for it in kept] == [not carried_out]


def test_a_replayed_mail_does_nothing(both: Post) -> None:
    raw = both.reply("french", "blue none")
    for _ in range(3):
        both.mail(raw)
        both.run()
    assert ordered(both) == 1


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    "header",
    [
        "Subject: Re: x\r\nBcc: all@world.example",
        "Reply-To: eve@elsewhere.example",
        "Sender: eve@elsewhere.example",
        "Message-ID: <a@b>\r\n <c@d>\r\nX-Injected: yes",
        "Message-ID: " + "<" + "x" * 5000 + "@y>",
        "References: " + "<a@b> " * 500,
    ],
)
def test_headers_of_a_mail_do_not_get_into_ours(both: Post, header: str) -> None:
    raw = both.reply("french", "blue none")
    name = header.partition(":")[0]
    kept = [it for it in raw.split(b"\n") if not it.startswith(name.encode())]
    before = len(both.delivered)
    both.mail(header.encode() + b"\r\n" + b"\n".join(kept))
    both.run()
    for it in both.delivered[before:]:
        head = it.message.partition(b"\r\n\r\n")[0]
        assert b"elsewhere" not in head
        assert b"\r\nBcc" not in head
        assert b"\r\nX-Injected" not in head
        assert it.recipient.endswith("@players.example")


NESTED = b'boundary="b39"\r\n\r\n--b39\r\nContent-Type: text/plain'
"""What is deep in other parts is still what somebody wrote, up to a point."""


def nested(depth: int) -> bytes:
    head = b"From: french@players.example\r\nMIME-Version: 1.0\r\n"
    parts = b"".join(
        b'Content-Type: multipart/mixed; boundary="b%d"\r\n\r\n--b%d\r\n' % (it, it)
        for it in range(depth)
    )
    return head + parts + b"Content-Type: text/plain\r\n\r\nblue none\r\n"


def bomb() -> bytes:
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED) as archive:
        archive.writestr("zeros", b"\0" * 10_000_000)
    mail = EmailMessage()
    mail["From"] = "french@players.example"
    mail.set_content("blue none\n")
    mail.add_attachment(packed.getvalue(), "application", "zip", filename="bomb.zip")
    return mail.as_bytes()


@pytest.mark.sampled(5)
@pytest.mark.parametrize(
    "raw",
    [
        b"",
        b"\0" * 1000,
        b"\xff\xfe" * 1000,
        b"From: \r\n\r\n",
        nested(40),
        nested(3000),
        b"From: a@b\r\nContent-Type: text/plain; charset=" + b"x" * 9000 + b"\r\n\r\npass",
        b"From: a@b\r\nContent-Type: text/html\r\n\r\n" + b"<div>" * 50_000,
        b"From: a@b\r\nContent-Type: text/html\r\n\r\n" + b"<blockquote>" * 5_000 + b"pass",
        b"From: a@b\r\nContent-Transfer-Encoding: base64\r\n\r\n" + b"A" * 500_001,
        b"From: " + b"a@b, " * 10_000 + b"\r\n\r\npass",
        b"Content-Type: message/rfc822\r\n\r\n" * 500,
    ],
    ids=range(12),
)
def test_what_nobody_has_written_is_seen_to_and_the_service_goes_on(both: Post, raw: bytes) -> None:
    question = both.newest("french")
    keep(both.office, "french@players.example", str(question["Reply-To"]), raw)
    both.run()
    assert ordered(both) == (NESTED in raw)
    assert list(Received(both.office).take(10)) == [], "it is not looked at again and again"
    both.answer("french", "status", to=question)
    assert "Status" in body(both.newest("french"))


def test_a_packed_attachment_is_not_opened(both: Post) -> None:
    to = str(both.newest("french")["Reply-To"])
    both.mail(bomb(), sender="french@players.example", recipient=to)
    both.run()
    assert ordered(both) == 1


@settings(max_examples=200, suppress_health_check=[HealthCheck.function_scoped_fixture])
@given(raw=st.binary(max_size=2000))
def test_any_bytes_are_read_or_said_to_be_unreadable(raw: bytes) -> None:
    try:
        read = opened(raw)
    except Unreadable:
        return
    assert isinstance(read.text, str)


def test_a_damaged_mail_is_read_or_said_to_be_unreadable(both: Post) -> None:
    raw, random = both.reply("french", "blue none"), Random(1815)
    for _ in range(300):
        at = random.randrange(len(raw))
        broken = raw[:at] + random.randbytes(random.randrange(1, 9)) + raw[at + 1 :]
        try:
            opened(broken)
        except Unreadable:
            continue


def test_a_stranger_hears_nothing_at_all(both: Post) -> None:
    mail = EmailMessage()
    mail["From"] = "stranger@elsewhere.example"
    mail["To"] = "napoleon@club.example"
    mail.set_content("help\n")
    before = len(both.delivered)
    both.mail(mail.as_bytes())
    both.run()
    assert len(both.delivered) == before
    assert findings(both) == {"no token": 1}


@pytest.mark.sampled(3)
@pytest.mark.parametrize(
    ("operator", "game", "outcome"),
    [
        ("log", "", "counts"),
        ("log", "hold", "is held"),
        ("log", "refuse", "is refused"),
        ("hold", "log", "is held"),
        ("hold", "refuse", "is refused"),
        ("refuse", "log", "is refused"),
    ],
)
def test_a_game_may_be_stricter_with_odd_mails_than_the_operator_is_but_not_laxer(
    make_post: Callable[..., Post], operator: str, game: str, outcome: str
) -> None:
    post = make_post(MAIL_POLICY=operator)
    post.set_up("napoleon1815", "historical_invasion")
    post.leave("french")
    if game:
        assert not isinstance(treat(post.games, post.id, REFEREE, game), Refusal)
    post.run()
    post.mail(post.reply("french", "blue none", From="ann@holiday.example"))
    post.run()
    told = " ".join(body(post.newest("french")).split())
    assert ordered(post) == (outcome == "counts")
    assert ("another address than yours" in told) == (outcome != "counts")
    assert ("was refused" in told) == (outcome == "is refused")


def test_only_judges_say_what_a_game_makes_of_odd_mails(both: Post) -> None:
    for by, treatment, code in (
        ("french", "log", "NOT_THE_REFEREE"),
        (REFEREE, "burn", "BAD_PAYLOAD"),
    ):
        refusal = treat(both.games, both.id, by, treatment)
        assert isinstance(refusal, Refusal)
        assert refusal.code == code
    before = both.games.open(both.id).version
    for _ in range(2):
        treat(both.games, both.id, REFEREE, "refuse")
    assert both.games.open(both.id).version == before + 1
