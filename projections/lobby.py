"""The lobby: one entry for each game, the newest games first."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from datetime import UTC, datetime
from typing import Any

import msgspec

from napoleon.log.game import Game
from napoleon.log.times import SECOND
from napoleon.log.turn_names import turn_called
from napoleon.play.windows import is_put
from napoleon.rules.contract import Ruleset
from napoleon.rules.endings import as_served
from napoleon.rules.phrases import speaker

WAITING = "waiting"
"""No table is laid before all seats are claimed."""

RUNNING = "running"
OVER = "over"

DRAWN = "drawn"
"""Stands for a winner, for games that nobody has won."""

STATUSES = (WAITING, RUNNING, OVER)

PAGE = 50
"""How many games a page of the lobby holds unless asked otherwise."""


class Wanted(msgspec.Struct, frozen=True):
    """Which games are asked for. None leaves a choice open."""

    status: str | None = None
    """One of `STATUSES`."""
    ruleset: str | None = None
    game: str | None = None
    """Id of the only game wanted."""
    scenario: str | None = None
    winner: str | None = None
    """The side that has won, or `DRAWN`."""
    year: int | None = None
    """The year, of UTC, in which the game was set up."""
    is_open: bool = False
    """Whether only games are wanted in which anybody may take a seat."""
    games: frozenset[str] | None = None
    """Ids of the games from which to choose, as found by the names of players."""
    after: str | None = None
    """Id of the game that ended the page before."""
    limit: int = PAGE

    @property
    def span(self) -> tuple[int | None, int | None]:
        """When the year begins that is wanted, and when it is over, in microseconds since 1970 UTC.

        None for no bound; years beyond the calendar have no end.
        """
        if self.year is None:
            return None, None
        ends = (self.year, self.year + 1)
        try:
            begin, end = (int(datetime(it, 1, 1, tzinfo=UTC).timestamp()) for it in ends)
        except ValueError:
            # The last year of the calendar, or none at all: nothing was set up then.
            return 2**62, None
        return begin * SECOND, end * SECOND

    @property
    def is_impossible(self) -> bool:
        """Whether no game is so: none has a winner before it is over."""
        return self.winner is not None and self.status not in (None, OVER)

    @property
    def said(self) -> dict[str, str]:
        """What is asked of ruleset, status, scenario and winner, if anything, without blanks."""
        asked = {
            "ruleset": self.ruleset,
            "status": self.status,
            "scenario": self.scenario,
            "winner": self.winner,
        }
        return {name: _word(value) for name, value in asked.items() if value is not None}

    @property
    def tags(self) -> tuple[str, ...]:
        """What `tags` has to say of a game, besides status and ruleset."""
        said = (
            ("scenario", self.scenario),
            ("winner", self.winner),
            ("year", self.year),
            ("open", self.is_open or None),
        )
        return tuple(_tag(name, value) for name, value in said if value is not None)


TOGETHER = (
    ("winner", "scenario", "ruleset"),
    ("winner", "scenario"),
    ("winner", "ruleset"),
    ("status", "scenario", "ruleset"),
    ("status", "scenario"),
    ("status", "ruleset"),
    ("scenario", "ruleset"),
)
"""What stores find games by in one step where all of it is asked for: each may be said of many
games, and all of none. Games that are over have a winner, `DRAWN` included, and no such status."""


def together(said: Mapping[str, str]) -> Iterator[tuple[str, ...]]:
    """What is found in one step of what is said, or asked, of a game: names as in `TOGETHER`.

    >>> [*together({"ruleset": "toy", "status": "running"})]
    [('status', 'ruleset')]
    """
    known = {it for it, value in said.items() if value != OVER}
    return (names for names in TOGETHER if known.issuperset(names))


def tags(entry: Mapping[str, Any]) -> tuple[str, ...]:
    """What is looked for in an entry as it is served: scenario, year, winner, open seats.

    Each is a word without blanks.
    """
    result = entry["result"]
    return (
        _tag("scenario", entry["scenario"]),
        _tag("year", datetime.fromtimestamp(entry["created"] // SECOND, UTC).year),
        *([] if result is None else [_tag("winner", result["winner"] or DRAWN)]),
        *([OPEN_SEATS] if entry["open_seats"] else []),
    )


def _tag(name: str, value: object) -> str:
    return _word(f"{name}:{value}")


def _word(said: str) -> str:
    return said.replace(" ", "_")


SCENARIO = "scenario:"
"""What the tag begins with that tells the scenario of a game; it is the first of its tags."""

WINNER = "winner:"
"""What the tag begins with that tells who has won a game."""

OPEN_SEATS = _tag("open", True)
"""What is said of a game in which anybody may take a seat."""


def entry(game: Game, rules: Ruleset) -> dict[str, Any]:
    """What anybody may know of `game` without looking at its board.

    `turn_name` is what players call the turn, in English, if that is not its number. `created` and
    `updated` are microseconds since 1970 UTC. Before the table is laid the turn is 0, and the game
    waits for the seats that are not claimed. `first_due` is when the first of those it waits for
    has to have answered, in the same microseconds, and `answer_minutes` how long its clock usually
    gives.
    """
    state, clock, awaited = game.state, game.timekeeping.clock, waiting_for(game, rules)
    return {
        "id": game.id,
        "ruleset": game.created.ruleset,
        "scenario": game.created.scenario,
        "version": game.version,
        "status": status(game),
        "turn": 0 if state is None else state.turn,
        "turn_name": turn_called(game, rules) or None,
        "phase": None if state is None else state.phase,
        "waiting_for": awaited,
        "all_seats": game.created.seats,
        "answer_minutes": None if clock is None else clock.answer,
        "first_due": due(game, awaited),
        "bots": game.played_by_bots,
        "open_seats": [] if game.over else game.open_seats,
        "result": as_served(game.result, speaker(rules.names, rules.cards)),
        "created": game.created.at,
        "updated": game.updated,
    }


def status(game: Game) -> str:
    """Whether a game is being played: one of `STATUSES`."""
    if game.state is None:
        return WAITING
    return OVER if game.over else RUNNING


def waiting_for(game: Game, rules: Ruleset) -> list[str]:
    """The seats that have to do something now, each once, in the order of play."""
    if game.state is None:
        return [seat for seat in game.created.seats if seat not in game.claimed]
    deciding = {it.seat for it in rules.decisions(game.state) if is_put(game, rules, it)}
    return [seat for seat in game.created.seats if seat in deciding]


def due(game: Game, awaited: Collection[str]) -> int | None:
    """When the first of the seats that are waited for has to have answered; None if no clock says.

    A clock that is held says nothing.
    """
    if game.timekeeping.held:
        return None
    deadlines = game.timekeeping.deadlines.values()
    return min((it.set.due for it in deadlines if it.set.seat in awaited), default=None)


def is_wanted(entry: Mapping[str, Any], wanted: Wanted, before: tuple[int, str] | None) -> bool:
    """Whether an entry is on the page that is asked for, or on one after it.

    `before` are creation and id of the game that ended the page before.
    """
    return (
        wanted.status in (None, entry["status"])
        and wanted.ruleset in (None, entry["ruleset"])
        and wanted.game in (None, entry["id"])
        and (wanted.games is None or entry["id"] in wanted.games)
        and (not wanted.tags or {*wanted.tags} <= {*tags(entry)})
        and (before is None or (entry["created"], entry["id"]) < before)
    )


def page(
    entries: Iterable[dict[str, Any]], limit: int
) -> tuple[Sequence[dict[str, Any]], str | None]:
    """The first `limit` of `entries`, newest first, and where to go on if there are more: an id."""
    newest = sorted(entries, key=lambda e: (e["created"], e["id"]), reverse=True)
    shown = newest[:limit]
    return shown, shown[-1]["id"] if len(newest) > limit else None
