"""Sending over a real mail server on loopback: retries, refusals, bounces, and files."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.lmtp import LMTP
from aiosmtpd.smtp import SMTP, Envelope, Session
from msgspec.structs import replace
from prometheus_client import REGISTRY

from api.mail.mailboxes import of
from api.mail.posting.measured import MailCollector
from api.mail.posting.outbox import MOST_BOUNCES, Letters
from api.mail.posting.running import post as post_mails
from api.mail.posting.sending import Refused, Unsent, sender
from api.mail.rows import GIVEN_UP, SENT, WAITING, LetterRow
from api.mail.settings import Server, Starttls, settings
from napoleon.environment import BadSetting
from napoleon.log.times import SECOND
from napoleon.rules.events import REFEREE
from projections import delivery
from projections.delivery import LEASE, PAUSES
from tests.clocks import Clock
from tests.mail.by_mail import free_port
from tests.mail.tables import Post, body, read
from tests.patience import PATIENCE


class Received:
    """A mail server that keeps what it gets, and answers as it is told."""

    def __init__(self) -> None:
        self.mails: list[Envelope] = []
        self.sender = "250 OK"
        self.rcpt = "250 OK"
        self.data = "250 OK"

    async def handle_MAIL(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.sender.startswith("250"):
            envelope.mail_from = address
        return self.sender

    async def handle_RCPT(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope, address: str, options: list[str]
    ) -> str:
        if self.rcpt.startswith("250"):
            envelope.rcpt_tos.append(address)
        return self.rcpt

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        if self.data.startswith("250"):
            self.mails.append(envelope)
        return self.data


@pytest.fixture(params=["smtp", "lmtp"])
def server(request: pytest.FixtureRequest) -> Iterator[tuple[Received, Server]]:
    received, port = Received(), free_port()

    class Running(Controller):
        def factory(self) -> SMTP:
            return (LMTP if request.param == "lmtp" else SMTP)(self.handler)

    controller = Running(received, "127.0.0.1", port)
    controller.start()
    yield received, Server(request.param, "127.0.0.1", port)
    controller.stop()


def test_a_mail_arrives_as_it_was_made(post: Post, server: tuple[Received, Server]) -> None:
    received, where = server
    post.leave("french")
    post.run(sender(where, Path("unused")))
    assert [it.rcpt_tos for it in received.mails] == [["french@players.example"]] * 2
    letters = post.office.store.outbox.all(post.id)
    for envelope, letter in zip(received.mails, letters, strict=True):
        content = envelope.content
        assert isinstance(content, bytes)
        assert content.rstrip() == letter.message.rstrip()
        assert envelope.mail_from == letter.sender
        assert letter.state == SENT


def failed(kind: str) -> float:
    """How many mails of that kind this process could not send."""
    return REGISTRY.get_sample_value("napoleon_mail_failures_total", {"kind": kind}) or 0.0


def test_what_cannot_be_sent_is_tried_again_for_days(
    post: Post, server: tuple[Received, Server], clock: Clock
) -> None:
    received, where = server
    received.data = "451 later"
    before = failed("unsent")
    post.left("french", "ann@players.example")
    letters = Letters(post.office, sender(where, Path("unused")))
    for pause in PAUSES:
        [letter] = letters.take(9)
        letters.attempt(letter)
        assert list(letters.take(9)) == []
        clock.move_on(pause)
    [row] = post.office.store.outbox.all(post.id)
    assert (row.state, row.failures) == (WAITING, len(PAUSES))
    assert failed("unsent") == before + len(PAUSES)
    [waiting, oldest, *_] = MailCollector(post.office).collect()
    assert [it.value for it in waiting.samples] == [1]
    # The clock goes on while the mail is tried, on a slow machine for more than a second.
    [age] = (it.value - sum(PAUSES) / SECOND for it in oldest.samples)
    assert 0 <= age < PATIENCE
    assert "451" in row.trouble
    received.data = "250 OK"
    [letter] = letters.take(9)
    letters.attempt(letter)
    assert len(received.mails) == 1, "an MTA that was away for days loses nothing"


def test_a_worker_that_dies_while_it_sends_leaves_it_to_the_next_one(
    post: Post, clock: Clock
) -> None:
    post.left("french", "ann@players.example")
    letters = Letters(post.office, lambda letter: None)
    assert len(list(letters.take(9))) == 1
    assert list(letters.take(9)) == [], "another worker does not have it"
    clock.move_on(LEASE)
    assert len(list(letters.take(9))) == 1


def test_an_address_that_is_refused_for_good_counts_as_failing_and_the_referee_is_told(
    post: Post, server: tuple[Received, Server]
) -> None:
    received, where = server
    post.leave(REFEREE)
    post.run()
    post.leave("french")
    received.rcpt = "550 5.1.1 no such user"
    before = failed("refused")
    for turn in range(MOST_BOUNCES):
        post.office.store.outbox.put(_letter(post, turn))
    letters = Letters(post.office, sender(where, Path("unused")))
    for letter in list(letters.take(99)):
        if letter.holder == "french":
            letters.attempt(letter)
    assert failed("refused") >= before + MOST_BOUNCES
    box = of(post.office, post.games.open(post.id), "french")
    assert box is not None
    assert box.wish == "off"
    assert {it.state for it in post.office.store.outbox.all(post.id, "french")} == {GIVEN_UP}
    told = [
        it for it in post.office.store.outbox.all(post.id, REFEREE) if it.about.startswith("fail")
    ]
    assert [body(read(it.message)).split(",")[0] for it in told] == [
        "Mails to the French come back"
    ]


def _letter(post: Post, number: int) -> LetterRow:
    newest = post.office.store.outbox.all(post.id, "french")[-1]
    return replace(newest, about=f"more-{number}", state=WAITING, due=0)


def test_what_our_own_mail_server_refuses_to_send_is_no_fault_of_an_address(
    post: Post, server: tuple[Received, Server], clock: Clock
) -> None:
    received, where = server
    post.leave("french")
    received.sender = "550 5.7.1 we do not send that"
    for turn in range(MOST_BOUNCES):
        post.office.store.outbox.put(_letter(post, turn))
    letters = Letters(post.office, sender(where, Path("unused")))
    for pause in (*PAUSES, SECOND):
        for letter in list(letters.take(99)):
            letters.attempt(letter)
        clock.move_on(pause)
    assert {it.state for it in post.office.store.outbox.all(post.id, "french")} == {GIVEN_UP}
    box = of(post.office, post.games.open(post.id), "french")
    assert box is not None and (box.wish, box.bounces) == ("instant", 0)


def test_bounces_mark_an_address_as_failing(both: Post) -> None:
    row = [it for it in both.delivered if it.holder == "french"][-1]
    report = (
        "From: MAILER-DAEMON@mx.players.example\r\nTo: {to}\r\nSubject: Undelivered Mail\r\n"
        "MIME-Version: 1.0\r\nContent-Type: multipart/report; report-type=delivery-status;\r\n"
        ' boundary="x"\r\n\r\n--x\r\nContent-Type: text/plain\r\n\r\nIt could not be delivered.\r\n'
        "--x\r\nContent-Type: message/delivery-status\r\n\r\n"
        "Reporting-MTA: dns; mx.players.example\r\n\r\n"
        "Final-Recipient: rfc822; french@players.example\r\nAction: {action}\r\n"
        "Status: {status}\r\n\r\n--x--\r\n"
    )

    def bounce(number: int, action: str, status: str) -> None:
        raw = f"X-Number: {number}\r\n" + report.format(to=row.sender, action=action, status=status)
        both.mail(raw.encode(), sender="<>", recipient=row.sender)
        both.run()

    bounce(0, "delayed", "4.4.1")
    box = of(both.office, both.games.open(both.id), "french")
    assert box is not None
    assert box.bounces == 0, "what is late has not come back"
    for number in range(MOST_BOUNCES):
        bounce(number + 1, "failed", "5.1.1")
    box = of(both.office, both.games.open(both.id), "french")
    assert box is not None
    assert (box.bounces, box.wish) == (MOST_BOUNCES, "off")
    both.mail(both.reply("french", "mail instant"))
    both.run()
    box = of(both.office, both.games.open(both.id), "french")
    assert box is not None
    assert (box.bounces, box.wish) == (0, "instant"), "whoever asks for mails is tried again"


def test_nobody_answers(clock: Clock) -> None:
    where = Server("smtp", "127.0.0.1", free_port())
    with pytest.raises(Unsent):
        sender(where, Path("unused"))(_row())


@pytest.mark.parametrize("server", ["smtp"], indirect=True)
def test_a_password_does_not_go_over_an_open_line(server: tuple[Received, Server]) -> None:
    """LMTP stays on one machine."""
    received, where = server
    closed = Server("smtp", where.host, where.port, "ann", "secret", starttls=Starttls.REQUIRED)
    with pytest.raises(Unsent, match="STARTTLS"):
        sender(closed, Path("unused"))(_row())
    assert received.mails == []


def test_a_mail_that_is_refused_for_good_is_not_sent_again(
    server: tuple[Received, Server],
) -> None:
    received, where = server
    received.data = "554 no"
    with pytest.raises(Refused, match="554"):
        sender(where, Path("unused"))(_row())


def _row() -> LetterRow:
    return LetterRow(
        mailbox=1, game="g", holder="french", about="x", message_id="<x@y>", version=1, asks="",
        sender="napoleon@club.example", recipient="ann@players.example",
        message=b"Subject: x\r\n\r\ny\r\n", made=0, due=0,
    )  # fmt: skip


def test_without_a_server_mails_are_files(post: Post, tmp_path: Path) -> None:
    post.leave("french")
    post.run(sender(None, tmp_path / "outbox"))
    files = sorted((tmp_path / "outbox").iterdir())
    assert [it.suffix for it in files] == [".eml", ".eml"]
    assert read(files[1].read_bytes())["To"] == "french@players.example"
    assert {it.stat().st_mode & 0o777 for it in files} == {0o600}


def test_a_folder_that_cannot_be_written_loses_nothing(post: Post, tmp_path: Path) -> None:
    (tmp_path / "full").write_text("no folder")
    post.left("french", "ann@players.example")
    letters = Letters(post.office, sender(None, tmp_path / "full"))
    for letter in list(letters.take(9)):
        letters.attempt(letter)
    [row] = post.office.store.outbox.all(post.id)
    assert (row.state, row.failures) == (WAITING, 1)


def test_the_worker_makes_and_sends_until_it_is_told_to_stop(
    make_post: Callable[..., Post], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(delivery, "LOOK_SECONDS", 0.01)
    post = make_post()
    post.set_up("napoleon1815", "historical_invasion")
    post.leave("french")
    ended = Event()
    thread = threading.Thread(target=post_mails, args=(post.office, ended))
    thread.start()
    try:
        for _ in range(3000):
            if len(list((tmp_path / "outbox").glob("*.eml"))) == 2:
                break
            ended.wait(0.01)
    finally:
        ended.set()
        thread.join()
    assert len(list((tmp_path / "outbox").glob("*.eml"))) == 2


@pytest.mark.parametrize(
    "url",
    [
        "ftp://mail.example",
        "smtp://",
        "smtp://mail.example:port",
        "smtp://mail.example/path",
        "smtp://mail.example?starttls=perhaps",
        "smtp://mail.example?tls=yes",
        "mail.example",
    ],
)
def test_a_wrong_server_is_reported_without_its_password(url: str) -> None:
    with pytest.raises(BadSetting, match="SMTP_URL has to be"):
        settings({"SMTP_URL": url})
    with pytest.raises(BadSetting) as error:
        settings({"SMTP_URL": "smtp://ann:geheim@:99999"})
    assert "geheim" not in str(error.value)
