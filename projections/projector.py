"""From a batch of the log to what it changes in the read models."""

from __future__ import annotations

import logging
from collections.abc import Iterable, Iterator, Sequence

import msgspec
from eventsourcing.persistence import Notification

from napoleon.log.branches import path
from napoleon.log.errors import UnknownGame
from napoleon.log.events.rewinds import HistoryRewound
from napoleon.log.game import Game, readers
from napoleon.log.replayer import UNREADABLE
from napoleon.play.games import Games
from napoleon.rules.events import SPECTATOR, Event
from napoleon.rules.picture.mini import Mini
from napoleon.rules.views import boards
from projections.encoding import encode
from projections.lobby import entry, tags
from projections.rows import (
    MINI,
    Changes,
    Cited,
    DrawnView,
    LobbyRow,
    Mark,
    RulingRow,
    Step,
    TurnEnd,
)
from projections.rulings import clauses_of, entries
from projections.store import ViewStore
from projections.turns import phases

DRAWING = 12
"""Version of what this module draws. With another one everything is drawn again."""

_log = logging.getLogger(__name__)


def edition(games: Games) -> str:
    """What the read models are drawn from, and by what: a log, this module, rules and data."""
    rules = sorted((r.name, r.version, r.pack_hash[:16]) for r in games.rulesets.values())
    return " ".join([games.name, f"drawing/{DRAWING}", *("@".join(each) for each in rules)])


def group(games: Games, views: ViewStore) -> str:
    """Of which workers those who draw into `views` are: they share the log among themselves."""
    return f"{edition(games)} in {views.place}"


def stamp(at: int, order_id: str) -> str:
    """What tells an event from another one that was recorded at its version of the same game."""
    return f"{at} {order_id}"


def changes(games: Games, views: ViewStore, batch: Iterable[Notification]) -> Changes:
    """What has to be written into `views` for the games in `batch`.

    Each game is brought from the version that `views` shows to its newest one, even if that was
    recorded after the batch: the turn index always goes as far as the boards. Of one that is idle
    only the lists tell. A game whose rules are not installed, or whose log is broken, is left out.
    """
    found = Changes()
    drawn_by = edition(games)
    ids = list(dict.fromkeys(str(notification.originator_id) for notification in batch))
    shown = views.shown(ids, edition=drawn_by)
    resting = views.resting(ids, edition=drawn_by)
    for game_id in ids:
        before = shown.get(game_id, 0)
        known = before or resting.get(game_id, 0)
        try:
            game = games.open(game_id)
            if game.version > known:
                draws = listed if is_idle(games, views, game) else drawn
                found.add(draws(games, game, before))
            elif game.version < known:
                # Nothing was ever drawn that far.
                views.distrust(game_id)
        except (UnknownGame, *UNREADABLE) as why:
            _log.warning("game %s is not shown: %s: %s", game_id, type(why).__name__, why)
    return found


def is_idle(games: Games, views: ViewStore, game: Game) -> bool:
    """Whether nothing has happened in a game for so long that `views` only list it."""
    return views.idle is not None and game.updated < games.clock() - views.idle


def drawn(games: Games, game: Game, shown: int = 0) -> Changes:
    """What brings a game from the version that is `shown` to the position `game`.

    Raises UnknownRuleset, BrokenLog.
    """
    events = games.history(game.id, after=shown, upto=game.version)
    found = _in_lists(games, game, shown, events)
    found.drawn.extend(_views(games, game))
    _add_turns(found, games, game, events)
    return found


def listed(games: Games, game: Game, shown: int) -> Changes:
    """What lets only the lists tell of a game, at the position `game`. Raises as `drawn` does."""
    found = _in_lists(games, game, shown, games.history(game.id, upto=game.version))
    found.resting.append(game.id)
    return found


def _in_lists(games: Games, game: Game, shown: int, events: Sequence[Event]) -> Changes:
    """What the `events` of a game change in the lists: its entry, its small map, its rulings."""
    found = Changes()
    rules = games.rules(game)
    found.steps.append(Step(game.id, shown, game.version, game.updated))
    found.marks.extend(Mark(game.id, it.version, stamp(it.at, it.order_id)) for it in events[-1:])
    small = mini_map(games, game)
    if small is not None:
        found.drawn.append(DrawnView(game.id, SPECTATOR, MINI, game.version, encode(small)))
    status = entry(game, rules)
    body = encode(status)
    found.lobby.append(
        LobbyRow(
            game.id,
            game.version,
            game.created.at,
            game.created.ruleset,
            status["status"],
            body,
            not game.created.unlisted,
            f" {' '.join(tags(msgspec.json.decode(body)))} ",
        )
    )
    # A rewind may undo what was ruled before it, or make it count again.
    ruled = games.history(game.id, upto=game.version) if _is_rewound(events) else events
    for ruling in entries(games, game, ruled):
        place = (game.id, ruling["version"])
        found.rulings.append(RulingRow(*place, ruling["at"], ruling["ruleset"], encode(ruling)))
        found.cited.extend(Cited(clause, *place) for clause in clauses_of(ruling))
    return found


def _is_rewound(events: Iterable[Event]) -> bool:
    return any(isinstance(event, HistoryRewound) for event in events)


def _views(games: Games, game: Game) -> Iterator[DrawnView]:
    for reader in readers(game):
        for name, view in boards(game.version, games.views(game, reader)).items():
            yield DrawnView(game.id, reader, name, game.version, encode(view))


def mini_map(games: Games, game: Game) -> Mini | None:
    """The small map of a position as everybody may see it; None in a game without pictures.

    There is none before the table is laid either.
    """
    pictures = games.rules(game).pictures
    if pictures is None or game.state is None:
        return None
    return pictures.mini(games.views(game, SPECTATOR))


def _add_turns(found: Changes, games: Games, game: Game, events: Sequence[Event]) -> None:
    """The phases of the newest `events`; those of the whole game if some of it was undone."""
    if _is_rewound(events):
        found.rewound.append(game.id)
        events = games.history(game.id, upto=game.version)
    for each in phases(events, path(game.rewinds, game.version)):
        found.turns.append(TurnEnd(game.id, each.turn, each.phase, each.version))
