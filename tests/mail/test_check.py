"""``napoleon mail check``, with a name server, a mail server and a listener on loopback."""

from __future__ import annotations

import asyncio
import json
import smtplib
import ssl
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from pathlib import Path
from threading import Event, Thread
from typing import Any

import pytest
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from api.mail.answering.inbound import Received
from api.mail.answering.listener import Listener
from api.mail.answering.polling import poll
from api.mail.answering.taking import keep
from api.mail.office import Office, open_office
from api.mail.posting.signing import loaded, made, published, text_record
from api.mail.settings import AGREED, LARGEST, Polled
from napoleon.log.store.key_files import write_private
from napoleon.play.games import Games
from tests.command_line.conftest import Shell
from tests.mail.by_mail import free_port
from tests.mail.names import Names, serving
from tests.mail.test_polling import mailbox  # noqa: F401 - a mailbox on loopback
from tests.operations.proxies import certify

DOMAIN, HOST = "club.example", "mail.club.example"

OUT, OWN = "out.club.example", "192.0.2.25"
"""The machine that mails are sent from."""

KEY = "napoleon._domainkey.club.example"


class Mta:
    """The club's mail server: what is for the service it hands to its listener."""

    def __init__(self, lmtp: int) -> None:
        self.port, self.lmtp = free_port(), lmtp
        self.size = AGREED
        self.tls: ssl.SSLContext | None = None
        self.folder: Path | None = None
        """Where mails are put for an IMAP server, if there is one."""
        self.loses = False
        self.changes = False
        self.others: list[str] = []
        """To whom other mails went."""

    async def handle_DATA(  # noqa: N802
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        if not self.loses:
            await asyncio.to_thread(self._hand_on, envelope)
        return "250 OK"

    def _hand_on(self, envelope: Envelope) -> None:
        mail = envelope.content
        assert isinstance(mail, bytes)
        if self.changes:
            mail = mail.replace(b"This mail", b"That mail")
        for number, recipient in enumerate(envelope.rcpt_tos):
            if self.folder is not None:
                to = b"Delivered-To: " + recipient.encode() + b"\r\n"
                (self.folder / f"{number}").write_bytes(to + mail)
            elif recipient.endswith(f"@{DOMAIN}"):
                with smtplib.LMTP("127.0.0.1", self.lmtp) as listener:
                    added = b"Received: by mail.club.example\r\n" + mail
                    listener.sendmail(envelope.mail_from or "", [recipient], added)
            else:
                self.others.append(recipient)

    @contextmanager
    def running(self) -> Iterator[None]:
        mta = self

        class Running(Controller):
            def factory(self) -> SMTP:
                return SMTP(mta, data_size_limit=mta.size, tls_context=mta.tls)

        controller = Running(mta, "127.0.0.1", self.port)
        controller.start()
        try:
            yield
        finally:
            controller.stop()


class Club:
    """A club with everything as it is to be; tests spoil some of it."""

    def __init__(self, folder: Path, names: Names) -> None:
        self.names = names
        self.lmtp = free_port()
        self.mta = Mta(self.lmtp)
        self.shell = Shell(folder / "store")
        self.shell.run("migrate")
        self.key = folder / "dkim.pem"
        write_private(self.key, made("rsa"))
        self.env = {
            "MAIL_ADDRESS": f"napoleon@{DOMAIN}",
            "MAIL_LISTEN": f"lmtp://127.0.0.1:{self.lmtp}",
            "SMTP_URL": f"smtp://127.0.0.1:{self.mta.port}",
            "MAIL_DKIM_KEY": str(self.key),
        }
        self.listens = True
        self.folder = folder
        self.certificate(HOST, 90)
        names.say(DOMAIN, "MX", f"10 {HOST}.")
        names.say(DOMAIN, "TXT", '"some other text"', f'"v=spf1 ip4:{OWN} mx -all"')
        names.say(HOST, "A", "127.0.0.1")
        names.say(OUT, "A", OWN)
        names.say("25.2.0.192.in-addr.arpa", "PTR", f"{OUT}.")
        names.say(f"_dmarc.{DOMAIN}", "TXT", '"v=DMARC1; p=quarantine"')
        names.say_line(text_record(KEY, published(loaded(self.key))))

    def certificate(self, name: str, days: float) -> None:
        pem, private = certify(self.folder, name, days)
        self.mta.tls = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
        self.mta.tls.load_cert_chain(pem, private)
        # What others trust: OpenSSL reads it when a context is made.
        self.env["SSL_CERT_FILE"] = str(pem)

    def findings(self) -> dict[str, int]:
        """What the listener's process makes of the mails that have come."""
        with Games({**self.shell.env, **self.env}) as games:
            office = open_office(games)
            received = Received(office)
            for mail in list(received.take(9)):
                received.attempt(mail)
            assert office.store.outbox.newest() == 0, "nobody is answered"
            return office.store.inbox.findings()

    @contextmanager
    def running(self) -> Iterator[None]:
        with ExitStack() as stack:
            games = stack.enter_context(Games({**self.shell.env, **self.env}))
            office = open_office(games)
            if office.settings.polled is not None:
                stack.enter_context(_polling(office))
            elif self.listens:
                listener = Listener(office.settings, lambda *mail: keep(office, *mail))
                listener.start()
                stack.callback(listener.stop)
            stack.enter_context(self.mta.running())
            yield

    def arguments(self, *more: str) -> list[str]:
        where = ("--dns", self.names.address, "--port", str(self.mta.port), "--ip", OWN)
        return ["mail", "check", *where, "--wait", "20", *more]

    def checked(self, *more: str, status: int = 1) -> dict[str, dict[str, Any]]:
        with self.running():
            run = self.shell.run(*self.arguments(*more, "--json"), status=status, **self.env)
        answer = json.loads(run.stdout)
        return {it["about"]: it for it in answer["checks"]}


@contextmanager
def _polling(office: Office) -> Iterator[None]:
    ended = Event()

    def kept(*mail: Any) -> None:
        keep(office, *mail)

    thread = Thread(target=poll, args=(office.settings, kept, ended, 0.1))
    thread.start()
    try:
        yield
    finally:
        ended.set()
        thread.join()


@pytest.fixture
def club(tmp_path: Path) -> Iterator[Club]:
    with serving() as names:
        yield Club(tmp_path, names)


ALL = {
    *("SPF", "DKIM key", "DMARC", "MX", "PTR", "TLS", "SMTP_URL", "size of what is sent"),
    *("size of what is taken in", "napoleon mail", "round trip", "DKIM signature"),
}


def test_where_all_is_well_nothing_is_to_be_changed(club: Club) -> None:
    found = club.checked(status=0)
    assert {name: it["state"] for name, it in found.items()} == dict.fromkeys(ALL, "good")
    assert not any(it["cure"] or it["record"] for it in found.values())
    assert club.findings() == {"round trip": 1}


def test_people_read_a_line_for_each(club: Club) -> None:
    club.names.say(f"_dmarc.{DOMAIN}", "TXT")
    with club.running():
        arguments = club.arguments("ann@players.example", "--wait", "0")
        run = club.shell.run(*arguments, status=1, **club.env)
    lines = run.stdout.splitlines()
    assert f"good       MX: Mails to {DOMAIN} go to {HOST}." in lines
    at = lines.index(
        f"to change  DMARC: The domain {DOMAIN} does not say what is to be done with forged mails."
    )
    record = f'_dmarc.{DOMAIN}. IN TXT "v=DMARC1; p=quarantine"'
    assert [it.strip() for it in lines[at + 1 : at + 3]] == ["Let the DNS say it:", record]
    assert lines[-1].startswith("The mail was handed to 127.0.0.1.")
    assert run.stderr == "1 of 11 checks ask for a change.\n"
    assert club.mta.others == ["ann@players.example"]


RECORDS = [
    ("SPF", DOMAIN, "TXT", (), "does not say who", "v=spf1 ip4:192.0.2.25 mx -all"),
    (
        *("SPF", DOMAIN, "TXT", ('"v=spf1 ip4:192.0.2.99 -all"',), "does not let 192.0.2.25"),
        f'{DOMAIN}. IN TXT "v=spf1 ip4:192.0.2.25 ip4:192.0.2.99 -all"',
    ),
    (
        *("SPF", DOMAIN, "TXT", ('"v=spf1 ?all"',), "SPF says neutral"),
        f'{DOMAIN}. IN TXT "v=spf1 ip4:192.0.2.25 ?all"',
    ),
    (
        "SPF",
        DOMAIN,
        "TXT",
        ('"v=spf1 mx -all"', '"v=spf1 -all"'),
        "2 SPF records",
        "v=spf1 mx -all",
    ),
    ("SPF", DOMAIN, "TXT", ('"v=spf1 ipv4:192.0.2.25 -all"',), "has a fault", "ip4:192.0.2.25"),
    ("SPF", DOMAIN, "TXT", ('"v=spf1 include:gone.example -all"',), "has a fault", "v=spf1"),
    ("DKIM key", KEY, "TXT", (), "no key at", f'{KEY}. IN TXT "v=DKIM1; k=rsa; p=MII'),
    ("DKIM key", KEY, "TXT", ('"v=DKIM1; p="',), "is withdrawn", "p=MII"),
    ("DKIM key", KEY, "TXT", ('"v=DKIM1; k=rsa; p=MIIB"',), "another key", "p=MII"),
    ("DMARC", f"_dmarc.{DOMAIN}", "TXT", ('"v=DMARC1; p=none"',), "(p=none)", "p=quarantine"),
    ("DMARC", f"_dmarc.{DOMAIN}", "TXT", ('"v=DMARC1"',), "no policy", "p=quarantine"),
    (
        *("DMARC", f"_dmarc.{DOMAIN}", "TXT", ('"v=DMARC1; p=reject"', '"v=DMARC1; p=none"')),
        *("2 DMARC records", "p=reject"),
    ),
    ("MX", DOMAIN, "MX", (), "No server takes mails", f"IN MX 10 mail.{DOMAIN}."),
    ("MX", DOMAIN, "MX", ("0 .",), "takes no mails", f"IN MX 10 mail.{DOMAIN}."),
    ("MX", DOMAIN, "MX", ("5 gone.example.", f"9 {HOST}."), "has no address", "gone.example. IN"),
    ("PTR", "25.2.0.192.in-addr.arpa", "PTR", (), "has no name", f"IN PTR {OUT}."),
    (
        *("PTR", "25.2.0.192.in-addr.arpa", "PTR", ("pool-25.provider.example.",)),
        *("has another address", f"pool-25.provider.example. IN A {OWN}"),
    ),
]


@pytest.mark.parametrize(("about", "name", "kind", "values", "said", "record"), RECORDS)
def test_what_the_dns_should_say_is_told(
    club: Club, about: str, name: str, kind: str, values: tuple[str, ...], said: str, record: str
) -> None:
    club.names.say(name, kind, *values)
    found = club.checked("--wait", "0")
    assert found[about]["state"] == "to change"
    assert said in found[about]["said"]
    assert found[about]["cure"]
    assert record in found[about]["record"]
    others = {it for it in found if found[it]["state"] == "to change"} - {about}
    assert others <= ({"SPF"} if about == "MX" else set())


def test_what_the_dns_is_told_to_say_is_good(club: Club) -> None:
    """The cure cures: each line that is printed is set, and the next check finds nothing."""
    for name, kind in ((DOMAIN, "TXT"), (KEY, "TXT"), (f"_dmarc.{DOMAIN}", "TXT")):
        club.names.say(name, kind)
    club.names.say("25.2.0.192.in-addr.arpa", "PTR")
    for it in club.checked("--wait", "0").values():
        if it["record"]:
            club.names.say_line(it["record"])
    assert all(it["state"] == "good" for it in club.checked(status=0).values())


@pytest.mark.parametrize(
    ("about", "name"),
    [
        ("SPF", DOMAIN),
        ("DKIM key", KEY),
        ("DMARC", f"_dmarc.{DOMAIN}"),
        ("PTR", "25.2.0.192.in-addr.arpa"),
    ],
)
def test_a_name_server_that_fails_says_nothing_about_the_domain(
    club: Club, about: str, name: str
) -> None:
    club.names.away.add(name)
    found = club.checked("--wait", "0", status=0)
    assert found[about]["state"] == "not known"
    assert "did not answer" in found[about]["said"]


def test_the_policy_of_the_domain_above_counts(club: Club) -> None:
    """For names below it, a domain may say something else."""
    club.env["MAIL_ADDRESS"] = "napoleon@games.club.example"
    for sp, state in (("", "good"), ("; sp=none", "to change")):
        club.names.say(f"_dmarc.{DOMAIN}", "TXT", f'"v=DMARC1; p=reject{sp}"')
        assert club.checked("--wait", "0")["DMARC"]["state"] == state


def test_where_mails_seem_to_be_sent_from_is_looked_up(club: Club) -> None:
    club.names.say(DOMAIN, "TXT", '"v=spf1 mx -all"')
    arguments = ["mail", "check", "--dns", club.names.address, "--wait", "0", "--json"]
    with club.running():
        run = club.shell.run(*arguments, status=1, **club.env)
    found = {it["about"]: it for it in json.loads(run.stdout)["checks"]}
    assert "lets 127.0.0.1 send" in found["SPF"]["said"]
    assert "127.0.0.1 has no name" in found["PTR"]["said"]


@pytest.mark.parametrize(
    ("name", "days", "said"),
    [
        ("other.example", 90, "Hostname mismatch"),
        (HOST, 5, "ends on"),
        (HOST, -0.5, "certificate has expired"),
    ],
)
def test_a_certificate_that_does_not_fit_is_named(
    club: Club, name: str, days: float, said: str
) -> None:
    club.certificate(name, days)
    found = club.checked("--wait", "0")["TLS"]
    assert (found["state"], said in found["said"]) == ("to change", True), found


def test_a_server_that_does_not_encrypt_is_named(club: Club) -> None:
    club.mta.tls = None
    found = club.checked("--wait", "0")["TLS"]
    assert (found["state"], "STARTTLS" in found["said"]) == ("to change", True)


@pytest.mark.parametrize(
    ("size", "taken_in", "sent"),
    [
        (36_700_160, "to change", "good"),
        (LARGEST, "to change", "good"),
        (100_000, "to change", "to change"),
    ],
)
def test_sizes_on_which_server_and_service_do_not_agree_are_told(
    club: Club, size: int, taken_in: str, sent: str
) -> None:
    club.mta.size = size
    found = club.checked("--wait", "0")
    rows = found["size of what is taken in"], found["size of what is sent"]
    assert tuple(it["state"] for it in rows) == (taken_in, sent)
    assert str(AGREED) in rows[0]["cure"]


def test_a_server_that_announces_no_size_is_not_known(club: Club) -> None:
    club.mta.size = 0
    found = club.checked("--wait", "0", status=0)
    assert found["size of what is taken in"]["state"] == "not known"
    assert found["size of what is sent"]["state"] == "not known"


def test_without_a_listener_no_mail_is_sent(club: Club) -> None:
    club.listens = False
    found = club.checked()
    assert "Start 'napoleon mail'" in found["napoleon mail"]["cure"]
    assert "round trip" not in found
    assert found["DKIM signature"]["state"] == "not known"


def test_mails_are_fetched_from_a_mailbox_as_well(
    club: Club,
    mailbox: tuple[Polled, Path],  # noqa: F811
) -> None:
    where, club.mta.folder = mailbox
    club.env["MAIL_IMAP_URL"] = f"imap://{where.user}:{where.password}@{where.host}:{where.port}"
    club.mta.size = 36_700_160
    found = club.checked(status=0)
    assert {name: it["state"] for name, it in found.items()} == dict.fromkeys(ALL, "good")
    assert "Their writers are told" in found["size of what is taken in"]["said"]
    club.env["MAIL_IMAP_URL"] = f"imap://napoleon:wrong@{where.host}:{where.port}"
    wrong = club.checked("--wait", "0")["napoleon mail"]
    assert (wrong["state"], wrong["cure"]) == ("to change", "Correct MAIL_IMAP_URL.")


def test_a_mail_that_does_not_come_back_is_missed(club: Club) -> None:
    club.mta.loses = True
    found = club.checked("--wait", "1")
    assert found["round trip"]["state"] == "to change"
    assert "napoleon+anything@club.example" in found["round trip"]["cure"]
    assert "within 1 s" in found["round trip"]["said"]


def test_a_signature_that_did_not_hold_on_its_way_is_seen(club: Club) -> None:
    club.mta.changes = True
    found = club.checked()
    assert found["round trip"]["state"] == "good"
    assert "does not hold" in found["DKIM signature"]["said"]


def test_who_signs_nothing_is_told_how(club: Club) -> None:
    del club.env["MAIL_DKIM_KEY"]
    found = club.checked()
    assert "DKIM key" not in found
    assert "Nobody has signed" in found["DKIM signature"]["said"]
    assert "napoleon mail key" in found["DKIM signature"]["cure"]


def test_a_key_that_many_cannot_read_is_named(club: Club) -> None:
    club.key.unlink()
    write_private(club.key, made("ed25519"))
    club.names.say_line(text_record(KEY, published(loaded(club.key))))
    found = club.checked()
    assert "do not read" in found["DKIM key"]["said"]
    assert found["DKIM signature"]["state"] == "good"


def test_a_mail_server_that_is_away_is_said(club: Club) -> None:
    club.env["SMTP_URL"] = f"smtp://127.0.0.1:{free_port()}"
    found = club.checked()
    assert "Connection refused" in found["SMTP_URL"]["said"]
    del club.env["SMTP_URL"]
    assert "written as files" in club.checked()["SMTP_URL"]["said"]


def test_a_server_on_this_machine_that_encrypts_is_spoken_to_as_it_can_be(club: Club) -> None:
    """Its certificate is not for the address of the machine itself."""
    club.env["SMTP_URL"] = f"smtp://127.0.0.1:{club.mta.port}"
    assert club.checked("--wait", "0", status=0)["SMTP_URL"]["state"] == "good"
    club.env["SMTP_URL"] += "?starttls=offered"
    found = club.checked("--wait", "0")["SMTP_URL"]
    assert found["state"] == "to change"
    assert "IP address mismatch" in found["said"]
    assert "?starttls=never" in found["cure"]


def test_an_address_without_a_domain_is_the_first_thing_to_change(club: Club) -> None:
    del club.env["MAIL_ADDRESS"]
    assert list(club.checked()) == ["MAIL_ADDRESS"]


def test_a_forged_trip_is_nobody(club: Club) -> None:
    with Games({**club.shell.env, **club.env}) as games:
        to = "napoleon+t1f.aaaaaaaaaaaaaaaa@club.example"
        keep(open_office(games), "eve@evil.example", to, b"From: eve@evil.example\r\n\r\npass\r\n")
    assert club.findings() == {"dead token": 1}


@pytest.mark.parametrize(
    ("arguments", "status", "why"),
    [
        (("--dns", "nobody"), 2, "nobody"),
        (("--dns", "127.0.0.1:many"), 2, "many"),
        (("--ip", "here"), 2, "here"),
        (("nobody",), 1, "no address"),
    ],
)
def test_a_slip_is_named(club: Club, arguments: tuple[str, ...], status: int, why: str) -> None:
    assert why in club.shell.run("mail", "check", *arguments, status=status).stderr
