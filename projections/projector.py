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
from projections.store import Changes, DrawnView, LobbyRow, Sentence, TurnEnd, ViewStore
from projections.turns import phases

DRAWING = 1
"""Version of what this module draws. Another one draws everything again."""

_log = logging.getLogger(__name__)


def edition(games: Games) -> str:
    """What the read models are drawn from and by: a log, this module, the rules and their data."""
    rules = sorted((r.name, r.version, r.pack_hash[:16]) for r in games.rulesets.values())
    return " ".join([games.name, f"drawing/{DRAWING}", *("@".join(each) for each in rules)])


def changes(games: Games, views: ViewStore, batch: Iterable[Notification]) -> Changes:
    """What has to be written into `views` for the games in `batch`.

    Each game is brought from the version that `views` shows to its newest one, even if that was
    recorded after the batch: turn index and journal always tell as much as the boards show.
    A game whose rules are not installed is left out.
    """
    found = Changes()
    drawn_by = edition(games)
    for game_id in dict.fromkeys(str(notification.originator_id) for notification in batch):
        try:
            game = games.open(game_id)
        except UnknownRuleset as missing:
            _log.warning("game %s is not shown: no ruleset %s", game_id, missing)
            continue
        shown = views.version(game_id, drawn_by)
        if game.version > shown:
            _add(found, games, game, shown)
    return found


def _add(found: Changes, games: Games, game: Game, shown: int) -> None:
    rules = games.rules(game)
    events = games.history(game.id, after=shown, upto=game.version)
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
    told_now = games.history(game.id, upto=game.version) if game.over else events
    if is_kept(game):
        found.journal.extend(_journal(game, told_now, rules))


def _views(games: Games, game: Game) -> Iterator[DrawnView]:
    for reader in readers(game):
        for name, view in games.view(game, reader).items():
            yield DrawnView(game.id, reader, name, game.version, encode(view))


def _turns(game_id: str, events: Iterable[Event]) -> Iterator[TurnEnd]:
    return (TurnEnd(game_id, each.turn, each.phase, each.version) for each in phases(events))


def is_kept(game: Game) -> bool:
    """Whether the journal of a game is kept: not while sentences in it may still fade."""
    return game.over or not game.fades


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
            told(event, reader, rules.names, over=game.over, faded=game.faded),
        )
        for event in events
    ]


def _journal(game: Game, events: Sequence[Event], rules: Ruleset) -> Iterator[Sentence]:
    """Every sentence for the spectator, and for others where theirs is another one."""
    public = sentences(game, SPECTATOR, events, rules)
    yield from public
    for reader in readers(game):
        for own, common in zip(sentences(game, reader, events, rules), public, strict=True):
            if own.sentence != common.sentence:
                yield own
