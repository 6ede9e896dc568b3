"""How reliable people are: counted from the logs of their games, kept, and shown if they agree.

A stint begins when a seat comes to lie on a desk, and ends when somebody else gets the seat. It
goes on when the seat is only taken off the desk: nobody gets rid of a late answer by that.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from contextlib import suppress
from typing import Any, NamedTuple, cast

import msgspec
from eventsourcing.persistence import PersistenceError

from api.people.registry import Registry
from api.people.rows import Begins, SeatRow, ShownRow, StintRow
from napoleon.log.clocks import InTime
from napoleon.log.errors import UnknownGame
from napoleon.log.events.seats import SeatClaimed
from napoleon.log.game import Game
from napoleon.log.replayer import UNREADABLE, decoded
from napoleon.log.store.mapper import EventMapper
from napoleon.play.reliability import (
    KINDS,
    Reliability,
    Tally,
    late,
    outcome,
    reliability,
    taken_in,
)
from napoleon.rules.events import Event
from napoleon.rules.orders import Refusal

LEAST = 10
"""A person with fewer answers than that is new here: a percentage would say nothing."""

ATTEMPTS = 3
"""How often it is tried to keep what was counted, if others do so at the same time."""


def begins(registry: Registry, row: SeatRow) -> Begins | None:
    """When a stint begins on a seat that is laid on a desk; None if that is nobody's turn to count.

    Shares, chairs of judges, and seats that nobody has claimed are not counted.
    """
    try:
        game = registry.games.open(row.game)
        is_live = game.tokens.get(row.holder) == row.token
        if row.holder not in game.created.seats or row.holder not in game.claimed or not is_live:
            return None
        claims = _events(registry, row.game, 0, game.version, [SeatClaimed])
        own = [it.version for it in claims if isinstance(it, SeatClaimed) and it.seat == row.holder]
    except (UnknownGame, *UNREADABLE):
        return None
    return Begins(game.version, own[-1]) if own else None


def of(registry: Registry, person: int, games: Collection[str] | None = None) -> Reliability:
    """How reliable somebody is by now, which is kept as well.

    If only `games` are given, what has happened in others since it was counted last is left out.
    Raises PersistenceError.
    """
    sums = Reliability()
    for _ in range(ATTEMPTS):
        by_game: dict[str, list[StintRow]] = {}
        for it in registry.store.stints.of(person):
            by_game.setdefault(it.game, []).append(it)
        for game, rows in by_game.items():
            if games is None or game in games:
                _catch_up(registry, person, rows)
        seen = registry.store.stints.of(person)
        sums = summed(seen)
        is_kept = sums == registry.store.stints.sum_of(person)
        if is_kept or registry.store.stints.sum_up(person, sums, seen):
            break
    return sums


def _catch_up(registry: Registry, person: int, rows: Collection[StintRow]) -> None:
    """Count what has happened in a game on the seats of a person, which are `rows`.

    A game that is not known here, or cannot be read, is left as it is.
    """
    behind = [it for it in rows if not it.ended]
    if not behind:
        return
    head = registry.games.recorder.head(behind[0].game)
    behind = [it for it in behind if it.version != head]
    if head is None or not behind:
        return
    with suppress(UnknownGame, *UNREADABLE):
        registry.store.stints.move(person, behind, _counted(registry, rows, behind, head))


def count_again(registry: Registry, person: int) -> Reliability:
    """Count everything of a person from the logs again, from the beginning."""
    registry.store.stints.count_again(person)
    return of(registry, person)


def summed(rows: Iterable[StintRow]) -> Reliability:
    """The sum of what was counted in stints."""
    return reliability([(_tally(it), it.outcome) for it in rows])


def _counted(
    registry: Registry, rows: Collection[StintRow], behind: Collection[StintRow], head: int
) -> list[StintRow]:
    game_id = next(iter(behind)).game
    own: dict[str, list[int]] = {}
    for it in rows:
        own.setdefault(it.holder, []).append(it.since)
    # If the log was put back, say from a backup, nothing is known of it.
    known = [it if it.version < head else msgspec.structs.replace(it, tally="") for it in behind]
    tallies = [_tally(it) for it in known]
    after = min(it.version for it in tallies)
    marks = {it.since for it in rows}
    events = list(_events(registry, game_id, after, head, KINDS, marks))
    counted = []
    for row, tally in zip(behind, tallies, strict=True):
        fresh = [it for it in events if it.version > tally.version]
        taken_in(tally, row.holder, row.since, own, fresh)
        if not tally.ended:
            tally.version = head
        then = _position(registry, game_id, tally.ended - 1 if tally.ended else head)
        came = outcome(tally, own[row.holder], laid=then.state is not None, over=then.over)
        counted.append(
            msgspec.structs.replace(
                row,
                version=tally.version,
                ended=tally.ended,
                token=tally.token,
                outcome=came,
                tally=msgspec.json.encode(tally).decode(),
            )
        )
    return counted


def _position(registry: Registry, game_id: str, version: int) -> Game:
    newest = registry.games.open(game_id)
    return newest if newest.version == version else registry.games.at(game_id, version)


def _events(
    registry: Registry,
    game_id: str,
    after: int,
    upto: int,
    kinds: Iterable[type[Event]],
    marks: Collection[int] = (),
) -> Iterable[Event]:
    """The events of these kinds, and those at the versions `marks`, which alone are decoded."""
    games = registry.games
    topics = cast("EventMapper", games.mapper).stored_as(it.topic for it in kinds)
    stored = games.recorder.select_events(game_id, gt=after, lte=upto)
    wanted = (it for it in stored if it.topic in topics or it.originator_version in marks)
    return decoded(wanted, games.mapper)


def _tally(row: StintRow) -> Tally:
    """The tally of a stint; one that cannot be read is counted from the beginning."""
    try:
        return msgspec.json.decode(row.tally, type=Tally) if row.tally else Tally()
    except msgspec.MsgspecError:
        return Tally()


# -- what is shown of it ---------------------------------------------------------------------------


def told(sums: Reliability) -> dict[str, Any]:
    """How reliable somebody is, as JSON: no percentage of too few answers."""
    is_new = sums.answers < LEAST
    return {
        "new_here": is_new,
        "answers": sums.answers,
        "in_time": sums.in_time,
        "percent": None if is_new else sums.percent,
        "finished": sums.finished,
        "given_up": sums.given_up,
        "lost": sums.lost,
        "absences": sums.absences,
    }


class Shown(NamedTuple):
    """What is shown beside a seat."""

    person: int
    reliability: Reliability


def shown(registry: Registry, games: Mapping[str, int]) -> dict[tuple[str, str], Shown]:
    """How reliable those are who have seats of `games` on their desks, and let others see it.

    `games` are ids and the versions that are shown; the keys are game and seat. Nothing is said of
    a seat that lies on the desk of somebody else as well, who does not show it; if all of them do,
    it is the weakest of what they show. Raises PersistenceError.
    """
    if not games:
        return {}
    rows = registry.store.stints.shown(games)
    showing = {it.game for it in rows if it.shows}
    rows = [it for it in rows if it.game in showing]
    behind = {it.person for it in rows if it.version < games[it.game]}
    if behind:
        for person in behind:
            of(registry, person, showing)
        rows = registry.store.stints.shown(showing)
    by_seat: dict[tuple[str, str], list[ShownRow]] = {}
    for it in rows:
        by_seat.setdefault((it.game, it.holder), []).append(it)
    found = {}
    for seat, several in by_seat.items():
        if all(it.shows and it.is_live for it in several):
            weakest = min(several, key=lambda it: (it.reliability.percent, it.person))
            found[seat] = Shown(weakest.person, weakest.reliability)
    return found


def by_seat(registry: Registry, game: Game) -> dict[str, dict[str, Any]]:
    """The same of one game by seat, as `told` tells it; nobody's while the store is away."""
    try:
        found = shown(registry, {game.id: game.version})
    except PersistenceError:
        return {}
    return {seat: told(it.reliability) for (_, seat), it in found.items()}


def counted_in(registry: Registry, person: int) -> list[dict[str, Any]]:
    """What was counted of somebody in each game, for themselves."""
    return [
        {
            "game": it.game,
            "seat": it.holder,
            "since": it.since,
            "until": it.ended or None,
            "in_time": tally.in_time,
            "late": late(tally),
            "outcome": it.outcome or None,
            "absences": [away.days for away in tally.absences],
        }
        for it in registry.store.stints.of(person)
        for tally in [_tally(it)]
    ]


# -- what a founder asks ---------------------------------------------------------------------------


def refuse(registry: Registry, person: int, asked: InTime, *, shows: bool) -> Refusal | None:
    """Why somebody may not take a seat whose founder asks for reliability.

    Refused: ``RELIABILITY_NOT_SHOWN``, ``TOO_NEW``, ``LATE_TOO_OFTEN``. Raises PersistenceError.
    """
    facts = {"percent": asked.percent, "answers": asked.answers}
    if not shows:
        detail = (
            "The founder asks those who take the seat to show how reliable they are: switch that "
            "on at your desk, and come back."
        )
        return Refusal("RELIABILITY_NOT_SHOWN", "", detail, facts)
    sums = of(registry, person)
    if sums.answers < asked.answers:
        if asked.newcomers:
            return None
        detail = (
            f"The founder asks for {asked.answers} answers by a clock, and you have given "
            f"{sums.answers}: you are new here, and the seat is not for newcomers."
        )
        return Refusal("TOO_NEW", "", detail, {**facts, "own_answers": sums.answers})
    if sums.in_time * 100 < asked.percent * sums.answers:
        detail = (
            f"The founder asks for {asked.percent} of a hundred answers in time, and of yours "
            f"{sums.percent} were."
        )
        return Refusal("LATE_TOO_OFTEN", "", detail, {**facts, "own_percent": sums.percent})
    return None
