"""What must not grow with the house: lists of games, and the start of a worker that sends mail."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from typing import Any

import msgspec
from eventsourcing.persistence import Tracking

from api.mail import mailboxes
from api.mail.office import open_office
from api.mail.posting.turn_notifier import Attendance
from api.mail.rows import MailboxRow
from napoleon.play.games import Games
from napoleon.play.outcomes import Accepted
from projections import lobby as lobbies
from projections.encoding import encode
from projections.lobby import Wanted
from projections.projector import drawn, edition
from projections.rows import Changes, LobbyRow, Step
from projections.worker import catch_up
from tools.bench import logs
from tools.bench.rows import Row
from tools.bench.stores import Store

FEW, MANY = 100, 100_000
"""Games in the lobby."""

PEOPLE = 5_000
"""People with a name of their own, where there are many games."""

SELDOM = 2_000
"""One game in so many is of the scenario and of the ruleset that are asked for."""

WAITS, RUNS = 50, 10
"""One game in so many waits for its players, and one is being played; the others are over."""

LISTS = {
    "all": Wanted(),
    "waiting": Wanted(status=lobbies.WAITING),
    "running": Wanted(status=lobbies.RUNNING),
    "over": Wanted(status=lobbies.OVER),
    "a year": Wanted(year=2026),
    "open seats": Wanted(is_open=True),
    "a ruleset": Wanted(ruleset="seldom"),
    "a scenario": Wanted(scenario="seldom"),
    "a winner": Wanted(winner="seldom"),
    "drawn": Wanted(status=lobbies.OVER, winner=lobbies.DRAWN),
    "a winner in a ruleset": Wanted(winner="seldom", ruleset=logs.RULESET),
    "running in a scenario": Wanted(status=lobbies.RUNNING, scenario="seldom"),
    "by players": Wanted(games=frozenset(f"{it:010}" for it in range(0, FEW, 2))),
}
"""Lists of games, by what is asked for."""

ROUNDS, BATCH = 25, 1_000

GROWTH = 1.5
"""How much longer the work may take where there is more of everything."""

LEAST = 1.0
"""Milliseconds within which growth is not felt."""

ENDED = 40
"""Games that are over, in each of which two people had mail, and one that goes on."""

MAIL_GOAL = 1.0
"""Milliseconds for each of them when a worker begins."""


def growth(store: Store) -> list[Row]:
    """A page of each list of games, where there are few and where there are many."""
    games, views = store.games, store.views
    first = games.create(logs.RULESET, logs.SCENARIO, {}).game.id
    catch_up(games, views)
    _filled(store, 0, FEW)
    few = {it: _milliseconds(store, wanted) for it, wanted in LISTS.items()}
    few["a name"] = _named(games, first, 0, FEW)
    _filled(store, FEW, MANY)
    many = {it: _milliseconds(store, wanted) for it, wanted in LISTS.items()}
    many["a name"] = _named(games, first, FEW, PEOPLE)
    slowest = max(many, key=many.__getitem__)
    told = ", ".join(f"{it} {found:.2f}" for it, found in many.items())
    most, least = many[slowest], few[slowest]
    return [
        Row(
            f"a page of each list of {MANY:,} games",
            f"{told} ms (p50 of {ROUNDS})",
            f"{slowest} of {FEW} games {least:.2f} ms",
            most / least,
            f"{GROWTH} times, or {LEAST:.0f} ms",
            most < max(LEAST, GROWTH * least),
        ),
        _mail(store),
    ]


def _named(games: Games, game: str, first: int, last: int) -> float:
    """Milliseconds in which a player is found among people with so many names."""
    for number in range(first, last):
        games.put_name(game, f"seat{number}", f"Player {number}")
    return _median(lambda: games.recorder.games_named(f"player {last // 2}", BATCH))


def _filled(store: Store, after: int, upto: int) -> None:
    """Put games into the lobby, as copies of one."""
    games, views = store.games, store.views
    [first] = games.recorder.games_after(0)[:1]
    [model] = drawn(games, games.open(first)).lobby
    shown_by = edition(games)
    position = views.position(shown_by)
    for start in range(after, upto, BATCH):
        changes = Changes()
        for number in range(start, min(start + BATCH, upto)):
            changes.steps.append(Step(f"{number:010}", 0, model.version))
            changes.lobby.append(_copy(model, number))
        views.record(changes, after=position, tracking=Tracking(shown_by, position))


def _copy(model: LobbyRow, number: int) -> LobbyRow:
    entry: dict[str, Any] = msgspec.json.decode(model.body)
    seldom = number % SELDOM == 1
    status = lobbies.RUNNING if number % RUNS == 0 else lobbies.OVER
    if number % WAITS == 0:
        status = lobbies.WAITING
    winner = "seldom" if number % SELDOM == 3 else entry["all_seats"][0]
    result = {"clause": "", "reason": "", "winner": winner}
    entry |= {
        "id": f"{number:010}",
        "created": entry["created"] - number,
        "status": status,
        "open_seats": [],
        "ruleset": "seldom" if seldom else entry["ruleset"],
        "scenario": "seldom" if seldom else entry["scenario"],
        "result": result if status == lobbies.OVER else None,
    }
    tags = f" {' '.join(lobbies.tags(entry))} "
    return model._replace(
        game=entry["id"],
        created=entry["created"],
        ruleset="seldom" if seldom else model.ruleset,
        status=status,
        body=encode(entry),
        listed=True,
        tags=tags,
    )


def _milliseconds(store: Store, wanted: Wanted) -> float:
    shown_by = edition(store.games)
    return _median(lambda: store.views.lobby(wanted, edition=shown_by, reached=(0,)))


def _median(work: Callable[[], object]) -> float:
    taken = []
    for _ in range(ROUNDS):
        started = time.perf_counter()
        work()
        taken.append(time.perf_counter() - started)
    return 1000 * statistics.median(taken)


def _mail(store: Store) -> Row:
    """The first look of a worker at the mailboxes of games that are over, all letters sent."""
    games, office = store.games, open_office(store.games)
    try:
        for number in range(ENDED + 1):
            created = games.create(logs.RULESET, logs.SCENARIO, {})
            for seat, token in created.tokens.items():
                wanted = {"address": f"{seat}.{number}@bench.example"}
                box = mailboxes.leave(office, created.game.id, seat, token, wanted)
                assert isinstance(box, MailboxRow)
                mailboxes.confirm(office, box)
            if number:
                [seat, *_] = created.tokens
                resigned = games.submit_orders(created.game.id, seat, ["resign"])
                assert isinstance(resigned, Accepted)
        started = time.perf_counter()
        Attendance(office).look()
        made = 1000 * (time.perf_counter() - started) / ENDED
        each = _median(lambda: Attendance(office).look()) / ENDED
    finally:
        office.store.close()
    return Row(
        f"mail of a worker that begins, {ENDED} games over and one that goes on",
        f"{each:.2f} ms a game",
        f"with the last letters to be made {made:.0f} ms",
        each / made,
        f"{MAIL_GOAL:.0f} ms",
        each < MAIL_GOAL,
    )
