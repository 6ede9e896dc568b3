"""The rulings of all games, the newest first: what was decided before under a clause."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

import msgspec

from napoleon.log.events.cases import RulingGiven
from napoleon.log.events.rewinds import HistoryRewound
from napoleon.log.game import Game
from napoleon.log.replayer import decoded
from napoleon.log.store.recorder import RulingPlace
from napoleon.log.turn_names import turn_names
from napoleon.play.games import Games
from napoleon.play.referee.takebacks import rulings_undone
from napoleon.rules.events import Event

PAGE = 50
"""How many rulings a page holds unless asked otherwise."""

DISPUTE, TAKEBACK = "dispute", "takeback"


class Wanted(msgspec.Struct, frozen=True):
    """Which rulings are asked for. None leaves a choice open."""

    clause: str | None = None
    """A clause that the ruling cites, or that the dispute was opened under."""
    ruleset: str | None = None
    game: str | None = None
    """Id of the only game wanted."""
    after: RulingPlace | None = None
    """The ruling that ended the page before."""
    limit: int = PAGE


def entries(games: Games, game: Game, events: Iterable[Event]) -> Iterator[dict[str, Any]]:
    """What everybody may know of the rulings among `events` of a game.

    Texts are given by their ids, as they may be erased. A fork does not tell what was ruled in the
    game that it comes from. What a rewind undid says so: a ruling can change after it was given.
    """
    if game.created.unlisted:
        return
    given = [it for it in events if isinstance(it, RulingGiven) and it.version > game.forked]
    if not given:
        return
    undone = rulings_undone(games, game)
    names = turn_names(games, game, games.rules(game), ((it.version, it.turn) for it in given))
    for event in given:
        yield {
            "game": game.id,
            "version": event.version,
            "ruleset": game.created.ruleset,
            "at": event.at,
            "turn": event.turn,
            "turn_name": names.get(event.version),
            "phase": event.phase or None,
            "by": event.by,
            "outcome": event.outcome,
            "clauses": list(event.citation),
            "reason": event.reason,
            "conflicts": list(event.conflicts),
            "case": _case(games, game, event.case),
            "undone": undoing(undone.get(event.version)),
        }


def undoing(rewound: HistoryRewound | None) -> dict[str, Any] | None:
    """What undid a ruling, as data; None if nothing did."""
    if rewound is None:
        return None
    return {
        "version": rewound.version,
        "to": rewound.to,
        "reason": rewound.reason,
        "cause": rewound.cause or None,
        "seat": rewound.seat or None,
    }


def from_log(games: Games, game: Game) -> list[dict[str, Any]]:
    """The rulings of a game, told from its log."""
    stored = games.recorder.select_events(game.id, lte=game.version)
    given = [it for it in stored if it.topic == RulingGiven.topic]
    return list(entries(games, game, decoded(given, games.mapper)))


def clauses_of(entry: Mapping[str, Any]) -> list[str]:
    """The clauses under which a ruling is found, each once."""
    case = entry["case"]
    disputed = [case["clause"]] if case and case["clause"] else []
    return list(dict.fromkeys([*entry["clauses"], *disputed]))


def is_wanted(entry: dict[str, Any], wanted: Wanted) -> bool:
    """Whether a ruling is on the page that is asked for, or on one after it."""
    return (
        (wanted.clause is None or wanted.clause in clauses_of(entry))
        and wanted.ruleset in (None, entry["ruleset"])
        and wanted.game in (None, entry["game"])
        and (wanted.after is None or place(entry) < wanted.after)
    )


def place(entry: dict[str, Any]) -> RulingPlace:
    """Where a ruling stands in the list."""
    return entry["at"], entry["game"], entry["version"]


def page(
    found: Iterable[dict[str, Any]], limit: int
) -> tuple[Sequence[dict[str, Any]], RulingPlace | None]:
    """The first `limit` rulings, newest first, and the place of the last if there are more."""
    newest = sorted(found, key=place, reverse=True)
    shown = newest[:limit]
    return shown, place(shown[-1]) if len(newest) > limit else None


def _case(games: Games, game: Game, case: int) -> dict[str, Any] | None:
    """What a ruling was about; None if the referee gave it of their own accord."""
    if case in game.disputes:
        dispute = game.disputes[case]
        [event] = games.history(game.id, after=dispute.version - 1, limit=1)
        return {
            "kind": DISPUTE,
            "id": case,
            "seat": dispute.seat,
            "version": dispute.version,
            "type": event.type,
            "clause": dispute.clause,
            "text": dispute.claim,
            "asked": dispute.relief,
        }
    if case in game.takebacks:
        takeback = game.takebacks[case]
        return {
            "kind": TAKEBACK,
            "id": case,
            "seat": takeback.seat,
            "version": takeback.to,
            "type": None,
            "clause": None,
            "text": takeback.why or None,
            "asked": "rewind",
        }
    return None
