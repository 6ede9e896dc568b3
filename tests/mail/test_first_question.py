"""The first question: a worker that runs already asks those who confirm an address or change it."""

from __future__ import annotations

import smtplib
import time
from collections.abc import Callable, Iterator
from contextlib import closing, contextmanager
from random import Random
from typing import NamedTuple

import pytest

from api.app import create_app
from api.http.mail import register
from api.mail import mailboxes, trial
from api.mail.mailboxes import DIGEST, INSTANT, OFF
from api.mail.office import Office, open_office
from api.mail.rows import MailboxRow
from api.mail.tokens import Purpose
from napoleon.play import seats
from napoleon.play.games import Games
from tests.mail.by_mail import Service, Sink
from tests.mail.tables import ADDRESS, asked, read
from tests.patience import PATIENCE
from tests.repetitions import some_of
from tests.stores import embedded
from tools.servers import PostgresServer


class House(NamedTuple):
    """A store with its worker and listener as processes, and the mail server of its players."""

    games: Games
    office: Office
    env: dict[str, str]
    service: Service
    sink: Sink


class Club:
    """A game whose seats are taken, and addresses that no other game has."""

    def __init__(self, house: House) -> None:
        self.games, self.office, self.env, self.service, self.sink = house
        created = self.games.create("napoleon1815", "historical_invasion", {})
        self.id = created.game.id
        seated = created.game.created.seats
        self.tokens = {seat: str(self.games.claim(self.id, seat)) for seat in seated}
        self.seat = self.games.decisions(self.games.open(self.id))[0].seat
        self.ours, self.theirs, others = (
            f"{it}.{self.id}@players.example" for it in ("ann", "newcomer", "other")
        )
        # The worker has looked at all games before anybody leaves an address.
        self.leave(others, other=True, confirmed=True)
        self.until(self.looked)

    def looked(self) -> bool:
        return not self.office.store.mailboxes.called()

    def leave(self, address: str, *, other: bool = False, confirmed: bool = False) -> MailboxRow:
        holder = next(it for it in self.tokens if (it != self.seat) is other)
        wanted = {"address": address}
        box = mailboxes.leave(self.office, self.id, holder, self.tokens[holder], wanted)
        assert isinstance(box, MailboxRow)
        if confirmed:
            mailboxes.confirm(self.office, box)
        return box

    def mails(self, address: str) -> list[bytes]:
        return [it for it in self.sink.mails if str(read(it)["To"]) == address]

    def questions(self, address: str) -> list[bytes]:
        return [it for it in self.mails(address) if asked(read(it))]

    def until(self, true: Callable[[], object]) -> None:
        deadline = time.monotonic() + PATIENCE
        while not true():
            assert time.monotonic() < deadline, "nobody is asked"
            time.sleep(0.05)

    def say_yes(self, address: str) -> None:
        self.until(lambda: self.mails(address))
        raw, to = trial.reply(self.mails(address)[0], "yes", time.time_ns() // 1000)
        self.until(self.is_listening)
        with smtplib.LMTP("127.0.0.1", self.service.port) as server:
            server.sendmail(address, [to], raw)

    def is_listening(self) -> bool:
        try:
            with smtplib.LMTP("127.0.0.1", self.service.port):
                return True
        except (OSError, smtplib.SMTPException):
            return False


@pytest.fixture(scope="module", params=some_of(["sqlite"], ["sqlite", "postgres"]))
def house(
    request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory
) -> Iterator[House]:
    env = {**embedded(tmp_path_factory.mktemp("house")), "MAIL_ADDRESS": ADDRESS}
    if request.param == "postgres":
        server: PostgresServer = request.getfixturevalue("postgres")
        env |= {
            "DATABASE_URL": server.create_database(),
            "NAPOLEON_SECRET": "correct horse battery staple",
        }
    # The same deals every time: what is asked first depends on them.
    games = Games(env, entropy=Random("first question").randbytes)
    office = open_office(games)
    with closing(games), closing(office.store), served(env) as (service, sink):
        yield House(games, office, env, service, sink)
    if request.param == "postgres":
        server.drop_database(env["DATABASE_URL"])


@contextmanager
def served(env: dict[str, str]) -> Iterator[tuple[Service, Sink]]:
    sink = Sink()
    service = Service(env, sink)
    try:
        yield service, sink
    finally:
        service.end()
        sink.stop()


@pytest.fixture
def club(house: House) -> Club:
    return Club(house)


def test_whoever_confirms_by_mail_is_asked_at_once(club: Club) -> None:
    club.leave(club.ours)
    club.say_yes(club.ours)
    club.until(lambda: club.questions(club.ours))


def test_whoever_confirms_by_a_link_is_asked_at_once(club: Club) -> None:
    box = club.leave(club.ours)
    app = create_app(club.games, env=club.env)
    register(app, club.office)
    client = app.test_client()
    tag = club.office.tag(Purpose.CONFIRM, box)
    assert client.post(f"/mail/confirm/{tag}").status_code == 200
    club.until(lambda: club.questions(club.ours))


def test_whoever_wants_to_be_told_at_once_again_is_asked_at_once(club: Club) -> None:
    box = club.leave(club.ours)
    quiet = mailboxes.change(club.office, box, {"mail": OFF})
    assert isinstance(quiet, MailboxRow)
    mailboxes.confirm(club.office, quiet)
    club.until(club.looked)
    assert not club.questions(club.ours)
    for wish in (DIGEST, INSTANT):
        now = club.office.store.mailboxes.get(box.id)
        assert now is not None
        mailboxes.change(club.office, now, {"mail": wish})
    club.until(lambda: club.questions(club.ours))


def test_whoever_a_seat_is_handed_over_to_is_asked_at_once(club: Club) -> None:
    club.leave(club.ours, confirmed=True)
    club.until(lambda: club.questions(club.ours))
    invitation = seats.hand_over(club.games, club.id, club.seat, club.tokens[club.seat])
    assert isinstance(invitation, str)
    club.tokens[club.seat] = str(club.games.claim(club.id, club.seat, token=invitation))
    club.leave(club.theirs)
    club.say_yes(club.theirs)
    club.until(lambda: club.questions(club.theirs))


def test_nobody_is_asked_twice_by_that(club: Club) -> None:
    box = club.leave(club.ours, confirmed=True)
    club.until(lambda: club.questions(club.ours))
    for zone in ("Europe/Paris", "Europe/Berlin", "UTC"):
        now = club.office.store.mailboxes.get(box.id)
        assert now is not None
        mailboxes.change(club.office, now, {"time_zone": zone})
    club.until(club.looked)
    time.sleep(1)
    assert len(club.questions(club.ours)) == 1
