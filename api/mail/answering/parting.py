"""Parting: a mail that answers several games of one address, each under a line ``game #w7tk``.

Such a line stands in digests that tell several games. Every game gets the lines under its own, read
as if they were a mail of their own, from the mailbox that the address has there.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from msgspec.structs import replace

from api.commands.command import Command
from api.commands.grammar import LONGEST, ends
from api.mail.answering import quotes
from api.mail.answering.lines import MOST_UNTAKEN, Untaken, offered
from api.mail.answering.opening import Opened
from api.mail.answering.questions import answered_by, as_asked, as_quoted
from api.mail.answering.quotes import Answered, Kind, squeezed
from api.mail.answering.settings_by_mail import MailCommands
from api.mail.office import Office
from api.mail.rows import InboundRow, LetterRow, MailboxRow
from api.reading import Reading

STEPS = 1000
"""How many steps are counted for each game of a mail: more than it may have lines."""

_GAME = re.compile(r"game #?([A-Za-z0-9_-]{2,40})", re.IGNORECASE)
"""What stands above the lines of a game."""


class Part(NamedTuple):
    """What of a mail is for one game."""

    box: MailboxRow
    reading: Reading
    read: Opened
    untaken: tuple[Untaken, ...] = ()
    """Lines that stand under no game."""
    doubtful: bool = False
    """Whether some of it may be quoted."""


def parted(
    office: Office, mail: InboundRow, box: MailboxRow, reading: Reading, read: Opened
) -> list[Part]:
    """The parts of a mail in the order of its lines; one that is the whole mail, if it has none.

    What stands above the first game is for the mailbox that was written to, unless the mail that is
    answered told several games.
    """
    asked_in = answered_by(office, box, mail, read)
    told = [] if asked_in is None else _told_together(office, asked_in)
    whole = [Part(box, reading, read)]
    if len(told) < 2 and not any(map(_names_game, read.text.splitlines())):
        return whole
    readings = {it.id: (it, own) for it, own in _of_address(office, box, reading)}
    offers = as_quoted(asked_in, reading)
    for row in told:
        if row.mailbox in readings and asked_in is not None:
            _, own = readings[row.mailbox]
            said = offers.text
            offers = offers._replace(offers=offers.offers | offered(said, as_asked(own, row)))
    offers = offers._replace(offers=offers.offers | _game_lines(offers))
    texts: dict[int, list[str]] = {}
    loose, doubtful, at = list[str](), False, 0 if len(told) > 1 else box.id
    commands = MailCommands(office, box).grammar
    opened: Command | None = None
    for line in quotes.lines(read.text, offers):
        if not line.kind.is_written:
            continue
        doubtful |= line.kind is Kind.DOUBTFUL and bool(line.text.strip())
        bare = squeezed(line.text)
        if opened is None and (found := _GAME.fullmatch(bare)):
            at = _meant(readings, found[1])
            if not at:
                loose.append(bare)
            continue
        opened = None if opened and ends(opened, bare) else opened or commands.opens(bare)
        text = bare if line.text.lstrip().startswith("|") else line.text
        (texts.setdefault(at, []) if at else loose).append(text)
    texts = {at: lines for at, lines in texts.items() if any(map(str.strip, lines))}
    if not texts and not any(map(str.strip, loose)):
        return whole
    for_all = [it for it in loose if (one := commands.read(it)) and one.command.leads]
    for row in told if for_all else ():
        texts.setdefault(row.mailbox, [])
    left = _left(reading, [it.strip() for it in loose if it.strip() and it not in for_all])
    if left and box.id not in texts:
        texts[box.id] = []
    return [
        Part(
            *readings[at],
            replace(read, text="\n".join([*for_all, *lines])),
            left if at == box.id else (),
            doubtful,
        )
        for at, lines in texts.items()
        if at in readings
    ]


def _told_together(office: Office, asked_in: LetterRow) -> Sequence[LetterRow]:
    if not asked_in.about.startswith("digest-"):
        return []
    return office.store.outbox.sharing(asked_in.message_id)


def _names_game(line: str) -> bool:
    return _GAME.fullmatch(squeezed(line[:LONGEST])) is not None


def _of_address(
    office: Office, box: MailboxRow, reading: Reading
) -> Iterator[tuple[MailboxRow, Reading]]:
    """The mailboxes of the same address that are alive, and their games."""
    yield box, reading
    for it in office.store.mailboxes.at(box.address):
        game = office.game_of(it) if it.id != box.id else None
        if game is not None:
            yield it, office.reading(game, it)


def _game_lines(answered: Answered) -> frozenset[str]:
    lines = (squeezed(it) for it in answered.text.splitlines())
    return frozenset(it for it in lines if _names_game(it))


def _meant(readings: dict[int, tuple[MailboxRow, Reading]], short: str) -> int:
    """The mailbox of the game whose id begins so; 0 if there is none, or there are several."""
    found = [at for at, (box, _) in readings.items() if box.game.startswith(short.lower())]
    return found[0] if len(found) == 1 else 0


def _left(reading: Reading, lines: Sequence[str]) -> tuple[Untaken, ...]:
    why = reading.gettext("It stands under no game of yours: write the line of its game above it.")
    return tuple(Untaken(it[:LONGEST], why) for it in lines[:MOST_UNTAKEN])
