"""Play by e-mail: a turn mail made and sent, and a reply understood, carried out and answered."""

from __future__ import annotations

import socket
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import partial
from pathlib import Path
from random import Random
from typing import NamedTuple

from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope, Session

from api.mail import mailboxes, trial
from api.mail.answering.inbound import Received
from api.mail.answering.taking import keep
from api.mail.letters.composing import composed
from api.mail.letters.turn import turn_letter
from api.mail.office import Office, open_office
from api.mail.posting.outbox import Letters
from api.mail.posting.sending import Send, sender
from api.mail.rows import MailboxRow
from api.mail.settings import Server, Starttls
from api.mail.tokens import Purpose
from napoleon.log.game import Game
from napoleon.rules.bots import RandomBot
from tools.bench import logs
from tools.bench.rows import Row, beside
from tools.bench.stores import Store

ROUNDS = 20

PLAYED = 1_000
"""Events before the first mail: about half of a game, so that it goes on from mail to mail."""

MADE_GOAL = 20
PICTURED_GOAL = 100
ANSWERED_GOAL = 30
"""Milliseconds for a turn mail without its picture and with it, and for the answer to a reply.

They are those of the processor, with what the mail server on loopback takes of it.
"""


class Player(NamedTuple):
    """The player who is asked something in a game of `PLAYED` events, and their mailbox."""

    office: Office
    game: Game
    box: MailboxRow
    bot: RandomBot

    def play_on(self) -> None:
        """Have everybody give orders until the seat is asked something again, or the game ends."""
        games = self.office.games
        game = games.open(self.game.id)
        while not game.over:
            game = logs.one_order(games, game, self.bot)
            if self.box.holder in {it.seat for it in games.decisions(game)}:
                return

    def draw(self) -> None:
        """Draw the map as it is now."""
        games = self.office.games
        self.office.reading(games.open(self.game.id), self.box).picture()

    def make(self, about: str, *, picture: bool) -> None:
        """Make a turn mail and put it into the outbox."""
        office, games = self.office, self.office.games
        game = games.open(self.game.id)
        letter = turn_letter(
            office, self.box, office.reading(game, self.box), about, picture=picture
        )
        office.store.outbox.put(composed(office, self.box, letter, games.clock()))


class Sink:
    """A mail server on loopback that takes everything."""

    async def handle_DATA(  # noqa: N802 - the server asks for this name
        self, server: SMTP, session: Session, envelope: Envelope
    ) -> str:
        """Say that a mail has arrived."""
        return "250 OK"


def mails(store: Store) -> list[Row]:
    """The rows of mail: made and sent over SMTP on loopback, and answered."""
    created = logs.undecided(store.games, PLAYED)
    office = open_office(store.games)
    try:
        with _sending() as send:
            player = _player(office, created.game)
            made, sent = _times(player, send, picture=False)
            pictured, image = _times(player, send, picture=True)
            answered, given = _answers(player)
        size = len(office_text(player))
    finally:
        office.store.close()
    return [
        beside(f"turn mail of {size // 1024} kB", made, "its sending alone", sent, MADE_GOAL),
        beside("turn mail with its picture", pictured, "the picture alone", image, PICTURED_GOAL),
        beside("reply understood and answered", answered, "the order alone", given, ANSWERED_GOAL),
    ]


def office_text(player: Player) -> bytes:
    """A turn mail without its picture, as it is sent."""
    reading = player.office.reading(player.game, player.box)
    letter = turn_letter(player.office, player.box, reading, "size", picture=False)
    return "".join(letter.drawn).encode()


def _player(office: Office, game: Game) -> Player:
    """The seat that is asked something, with a mailbox that was told the last fifty events."""
    [seat, *_] = [it.seat for it in office.games.decisions(game)]
    box = mailboxes.leave_for(office, game, seat, {"address": "player@bench.example"})
    assert isinstance(box, MailboxRow)
    office.store.mailboxes.move(box, confirmed=True, told=game.version - 50)
    found = office.store.mailboxes.get(box.id)
    assert found is not None
    return Player(office, game, found, RandomBot(7))


def _times(player: Player, send: Send, *, picture: bool) -> tuple[list[float], list[float]]:
    """Milliseconds of the processor for a mail made and sent, and for its sending or picture alone.

    Every mail is about a position of its own, as the seat is asked something new, and so is every
    picture that is measured alone.
    """
    letters = Letters(player.office, send)
    whole, part = [], []
    for number in range(ROUNDS):
        player.play_on()
        if picture:
            part.append(_timed(player.draw))
            player.play_on()
        started = time.process_time()
        player.make(f"bench-{picture}-{number}", picture=picture)
        between = time.process_time()
        for letter in letters.take(1):
            letters.attempt(letter)
        ended = time.process_time()
        whole.append((ended - started) * 1000)
        if not picture:
            part.append((ended - between) * 1000)
    return whole, part


def _answers(player: Player) -> tuple[list[float], list[float]]:
    """Milliseconds of the processor for a reply with an order, and for an order alone, in turn."""
    office, games, random = player.office, player.office.games, Random(1815)
    received, answered, given = Received(office), list[float](), list[float]()
    address = office.address(Purpose.REPLY, player.box)
    for number in range(ROUNDS * 8):
        game = games.open(player.game.id)
        if game.over or len(answered) >= ROUNDS:
            break
        [decision, *_] = games.decisions(game)
        rules = games.rules(game)
        order = random.choice(list(rules.legal_orders(game.state, decision)))
        if decision.seat != player.box.holder or len(given) < len(answered):
            submit = partial(games.submit_orders, game.id, decision.seat, [order])
            given.append(_timed(submit))
            continue
        assert rules.notation is not None
        line = rules.notation.write(order, game.state, decision.seat)
        raw = trial.written(player.box.address, address, line, number)
        started = time.process_time()
        keep(office, player.box.address, address, raw)
        for mail in received.take(1):
            received.attempt(mail)
        answered.append((time.process_time() - started) * 1000)
    return answered, given


def _timed(work: Callable[[], object]) -> float:
    started = time.process_time()
    work()
    return (time.process_time() - started) * 1000


@contextmanager
def _sending() -> Iterator[Send]:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        port: int = probe.getsockname()[1]
    server = Controller(Sink(), "127.0.0.1", port)
    server.start()
    try:
        where = Server("smtp", "127.0.0.1", port, starttls=Starttls.NEVER)
        yield sender(where, Path())
    finally:
        server.stop()
