"""From a batch of the log to what it changes in the read models."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence

from eventsourcing.persistence import Notification

from napoleon.events import SPECTATOR, Event, told
from napoleon.game import Game, readers
from napoleon.games import Games
from napoleon.ruleset import Ruleset, UnknownRuleset
from projections.encoding import encode
from projections.lobby import entry
from projections.store import Changes, DrawnView, LobbyRow, Sentence, TurnEnd

DRAWING = 1
"""Version of what this module draws. Another one draws everything again."""

_log = logging.getLogger(__name__)


def edition(games: Games) -> str:
    """What the read models of `games` are drawn by: this module, the rules and their data."""
    rules = sorted((r.name, r.version, r.pack_hash[:16]) for r in games.rulesets.values())
    return " ".join([f"drawing/{DRAWING}", *("@".join(each) for each in rules)])


def changes(games: Games, batch: Sequence[Notification]) -> Changes:
    """What `batch` changes in the read models.

    Every event goes into the turn index and the journal; the boards of a game are drawn once, as
    it stands at the end of the batch or later. A game whose rules are not installed is left out.
    """
    found = Changes()
    by_game: dict[str, list[Event]] = {}
    for notification in batch:
        event: Event = games.mapper.to_domain_event(notification)  # type: ignore[assignment]
        by_game.setdefault(event.game, []).append(event)
    for game_id, events in by_game.items():
        try:
            _add(found, games, games.open(game_id), events)
        except UnknownRuleset as missing:
            _log.warning("game %s is not shown: no ruleset %s", game_id, missing)
    return found


def _add(found: Changes, games: Games, game: Game, events: list[Event]) -> None:
    rules = games.rules(game)
    found.drawn.extend(_views(games, game))
    found.turns.extend(_turns(game.id, events))
    status = entry(game, rules)
    found.lobby.append(
        LobbyRow(
            game.id,
            game.version,
            game.created.at,
            game.created.ruleset,
            status["status"],
            encode(status),
        )
    )
    # When the game is over its whole journal is open, and told anew.
    told_now = games.events(game.id) if game.over else events
    found.journal.extend(_journal(game, told_now, rules))


def _views(games: Games, game: Game) -> Iterator[DrawnView]:
    for reader in readers(game):
        for name, view in games.view(game, reader).items():
            yield DrawnView(game.id, reader, name, game.version, encode(view))


def _turns(game_id: str, events: Iterable[Event]) -> Iterator[TurnEnd]:
    ends = {(event.turn, event.phase): event.version for event in events if event.phase}
    return (TurnEnd(game_id, *where, version) for where, version in ends.items())


def sentences(game: Game, reader: str, events: Iterable[Event], rules: Ruleset) -> list[Sentence]:
    """The `events` of a game as they are told to `reader`."""
    return [
        Sentence(
            game.id,
            event.version,
            reader,
            event.turn,
            event.phase,
            event.type,
            told(event, reader, rules.names, over=game.over),
        )
        for event in events
    ]


def _journal(game: Game, events: Sequence[Event], rules: Ruleset) -> Iterator[Sentence]:
    """Every sentence for the spectator, and for others where theirs is another one."""
    public = sentences(game, SPECTATOR, events, rules)
    yield from public
    for reader in set(readers(game)) - {SPECTATOR}:
        for own, common in zip(sentences(game, reader, events, rules), public, strict=True):
            if own.sentence != common.sentence:
                yield own
