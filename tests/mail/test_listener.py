"""The listener over real LMTP and SMTP: what it lets in, and what it has kept when it says so."""

from __future__ import annotations

import smtplib
import socket
from collections.abc import Iterator

import pytest
from eventsourcing.persistence import OperationalError
from msgspec.structs import replace

from api.mail.answering.listener import MOST_RECIPIENTS, Listener
from api.mail.answering.taking import keep
from api.mail.settings import LARGEST, Listening
from napoleon.rules.orders import OrderGiven
from tests.mail.tables import Post, body


@pytest.fixture(params=["lmtp", "smtp"])
def scheme(request: pytest.FixtureRequest) -> str:
    kind: str = request.param
    return kind


@pytest.fixture
def client(both: Post, scheme: str) -> Iterator[smtplib.SMTP]:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port = probe.getsockname()[1]
    chosen = replace(both.office.settings, listening=Listening(scheme, "127.0.0.1", port))
    listener = Listener(chosen, lambda *mail: keep(both.office, *mail))
    listener.start()
    kind = smtplib.LMTP if scheme == "lmtp" else smtplib.SMTP
    connection = kind("127.0.0.1", port)
    yield connection
    connection.close()
    listener.stop()


def test_a_reply_is_kept_and_answered(both: Post, client: smtplib.SMTP) -> None:
    raw = both.reply("french", "blue none")
    client.sendmail("french@players.example", [str(both.newest("french")["Reply-To"])], raw)
    assert both.office.store.inbox.newest() == 1, "it is kept by the time that it is acknowledged"
    both.run()
    assert any(isinstance(it, OrderGiven) for it in both.games.history(both.id))
    assert "Play no blue card" in body(both.newest("french"))


def test_who_writes_to_no_address_of_ours_is_told_so(client: smtplib.SMTP) -> None:
    for address in ("postmaster@club.example", "napoleon@other.example", "x@y"):
        with pytest.raises(smtplib.SMTPRecipientsRefused):
            client.sendmail("ann@players.example", [address], b"Subject: x\r\n\r\npass")
        client.rset()


def test_a_token_that_opens_nothing_is_taken_in_like_any_other(
    both: Post, client: smtplib.SMTP
) -> None:
    """Otherwise the operator's server would send bounces to strangers."""
    to = ["napoleon+r1.aaaaaaaaaaaaaaaa@club.example"]
    assert client.sendmail("eve@elsewhere.example", to, b"Subject: x\r\n\r\npass") == {}
    before = len(both.delivered)
    both.run()
    assert len(both.delivered) == before


def test_how_large_a_mail_may_be_is_said_before_one_is_sent(
    both: Post, client: smtplib.SMTP
) -> None:
    client.ehlo_or_helo_if_needed()
    assert client.esmtp_features["size"] == str(LARGEST)
    head = b"From: french@players.example\r\nSubject: x\r\n\r\n"
    to = str(both.newest("french")["Reply-To"])
    whole = head + b"x" * 68 + b"\r\n"
    most = whole + (b"y" * 68 + b"\r\n") * ((LARGEST - len(whole)) // 70)
    assert client.sendmail("french@players.example", [to], most) == {}
    with pytest.raises(smtplib.SMTPSenderRefused) as refused:
        client.sendmail("french@players.example", [to], most + b"z" * 70)
    assert refused.value.smtp_code == 552
    assert both.office.store.inbox.newest() == 1


def test_a_mail_of_thirty_megabytes_is_refused_by_its_size(client: smtplib.SMTP) -> None:
    huge = b"Subject: x\r\n\r\n" + b"x" * 70 * 450_000
    assert len(huge) > 30_000_000
    with pytest.raises((smtplib.SMTPSenderRefused, smtplib.SMTPDataError)) as refused:
        client.sendmail("ann@players.example", ["napoleon@club.example"], huge)
    assert refused.value.smtp_code == 552


def test_a_mail_that_does_not_say_how_large_it_is_is_cut_off(
    both: Post, client: smtplib.SMTP
) -> None:
    client.ehlo_or_helo_if_needed()
    client.mail("ann@players.example")
    client.rcpt("napoleon@club.example")
    client.putcmd("data")
    assert client.getreply()[0] == 354
    line = b"x" * 900 + b"\r\n"
    for _ in range(LARGEST // len(line) + 100):
        client.send(line)
    client.send(b"\r\n.\r\n")
    assert client.getreply()[0] == 552
    assert both.office.store.inbox.newest() == 0


def test_ten_thousand_recipients_are_too_many(client: smtplib.SMTP) -> None:
    client.ehlo_or_helo_if_needed()
    client.mail("ann@players.example")
    codes = [client.rcpt(f"napoleon+{number}@club.example")[0] for number in range(50)]
    assert codes.count(250) == MOST_RECIPIENTS
    assert set(codes[MOST_RECIPIENTS:]) == {452}


def test_a_full_disk_makes_the_server_try_again(
    both: Post, client: smtplib.SMTP, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(row: object) -> bool:
        raise OperationalError("database or disk is full")

    monkeypatch.setattr(both.office.store.inbox, "put", full)
    with pytest.raises(smtplib.SMTPDataError) as refused:
        client.sendmail("ann@players.example", ["napoleon@club.example"], b"Subject: x\r\n\r\ny")
    assert refused.value.smtp_code == 451
    monkeypatch.undo()
    assert client.sendmail("a@b.example", ["napoleon@club.example"], b"Subject: x\r\n\r\ny") == {}
