"""The lobby: one entry a game, the newest games first."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import msgspec

from napoleon.log.game import Game
from napoleon.rules.contract import Ruleset
from napoleon.rules.endings import as_data

WAITING = "waiting"
"""No table is laid before all seats are claimed."""

RUNNING = "running"
OVER = "over"

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
    after: str | None = None
    """Id of the game that ended the page before."""
    limit: int = PAGE


def entry(game: Game, rules: Ruleset) -> dict[str, Any]:
    """What anybody may know of `game` without looking at its board.

    `created` and `updated` are microseconds since 1970 UTC. Before the table is laid the turn is
    0, and the game waits for the seats that are not claimed.
    """
    state = game.state
    return {
        "id": game.id,
        "ruleset": game.created.ruleset,
        "scenario": game.created.scenario,
        "version": game.version,
        "status": status(game),
        "turn": 0 if state is None else state.turn,
        "phase": None if state is None else state.phase,
        "waiting_for": waiting_for(game, rules),
        "result": None if state is None else as_data(state.result),
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
    deciding = {decision.seat for decision in rules.decisions(game.state)}
    return [seat for seat in game.created.seats if seat in deciding]


def is_wanted(entry: Mapping[str, Any], wanted: Wanted, before: tuple[int, str] | None) -> bool:
    """Whether an entry is on the page that is asked for, or on one after it.

    `before` are creation and id of the game that ended the page before.
    """
    return (
        wanted.status in (None, entry["status"])
        and wanted.ruleset in (None, entry["ruleset"])
        and wanted.game in (None, entry["id"])
        and (before is None or (entry["created"], entry["id"]) < before)
    )


def page(
    entries: Iterable[dict[str, Any]], limit: int
) -> tuple[Sequence[dict[str, Any]], str | None]:
    """The first `limit` of `entries`, newest first, and the id to go on after if there are more."""
    newest = sorted(entries, key=lambda e: (e["created"], e["id"]), reverse=True)
    shown = newest[:limit]
    return shown, shown[-1]["id"] if len(newest) > limit else None
