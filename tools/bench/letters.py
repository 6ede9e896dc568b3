"""The turn mail of each game, by what the processor does for it: early in a game and later."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator

from api.mail import mailboxes
from api.mail.letters.composing import composed
from api.mail.letters.turn import turn_letter
from api.mail.office import Office, open_office
from api.mail.rows import MailboxRow
from napoleon.log.game import Game
from napoleon.rules.bots import RandomBot
from tools.bench import logs
from tools.bench.rows import Row
from tools.bench.stores import Store

GAMES = (
    ("napoleon1815", "historical_invasion"),
    ("napoleonic_empire", "europe"),
    ("napoleon_columbia", "historical"),
    ("eagles_waterloo", "quatre_bras"),
    ("eagles_waterloo", "waterloo"),
    ("napoleonic_wars", "1805"),
)
"""The games, each with a scenario."""

ORDERS = (0, 40, 40, 40)
"""How many orders come before each of the letters of a game, as long as it is not over."""

REPEATS = 9

GOAL, PICTURED_GOAL = 20, 100
"""Milliseconds of the processor for a letter without its picture and with it."""


def letters(store: Store) -> list[Row]:
    """A row a game: its letter without a picture and with one, where it takes longest."""
    office = open_office(store.games)
    try:
        return [_letter(office, *it) for it in GAMES]
    finally:
        office.store.close()


def _letter(office: Office, ruleset: str, scenario: str) -> Row:
    times: tuple[list[float], list[float]] = ([], [])
    for game, box in _asked(office, ruleset, scenario):
        for picture, kept in zip((False, True), times, strict=True):
            kept.append(statistics.median(_made(office, game, box, picture=picture)))
    plain, pictured = map(max, times)
    rules = office.games.rules(game)
    title = next(it.title for it in rules.scenarios if it.id == scenario)
    named = title if rules.title in title else f"{rules.title}, {title}"
    return Row(
        f"letter of {named}",
        f"{plain:.1f} ms of the processor, {pictured:.1f} with its picture",
        f"the first one {times[0][0]:.1f} ms",
        plain / times[0][0],
        f"{GOAL} and {PICTURED_GOAL} ms",
        plain <= GOAL and pictured <= PICTURED_GOAL,
    )


def _asked(office: Office, ruleset: str, scenario: str) -> Iterator[tuple[Game, MailboxRow]]:
    """A game that bots play on, with the mailbox of the seat that is asked something."""
    games, bot = office.games, RandomBot(7)
    game = games.create(ruleset, scenario, {}).game
    for orders in ORDERS:
        for _ in range(orders):
            game = game if game.over else logs.one_order(games, game, bot)
        if game.over:
            return
        seat = games.decisions(game)[0].seat
        box = mailboxes.leave_for(office, game, seat, {"address": f"{seat}@bench.example"})
        assert isinstance(box, MailboxRow)
        yield game, box


def _made(office: Office, game: Game, box: MailboxRow, *, picture: bool) -> Iterator[float]:
    """Milliseconds of the processor for each letter, whatever else it did meanwhile."""
    for number in range(REPEATS):
        started = time.process_time()
        reading = office.reading(game, box)
        letter = turn_letter(office, box, reading, f"letter-{number}", picture=picture)
        composed(office, box, letter, office.games.clock())
        yield (time.process_time() - started) * 1000
