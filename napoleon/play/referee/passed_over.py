"""Rulings that going back passes over: what they changed on the table would not hold any more.

A ruling is never undone itself, and goes on being a precedent. What it corrected, drew again or
took back is part of the table, and is undone with the moves around it.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from napoleon.log.branches import is_on, parting, path
from napoleon.log.cases import CORRECT
from napoleon.log.events.cases import RulingGiven
from napoleon.log.events.rewinds import RULING, HistoryRewound
from napoleon.log.events.service import ServiceEvent
from napoleon.log.game import Game
from napoleon.log.game_log import GameLog
from napoleon.rules.events import JUDGES, Event

MOST_CAUSED = 500
"""How many events of a ruling are told; far more than any causes."""


def caused_by(games: GameLog, ruling: RulingGiven) -> list[Event]:
    """What a ruling has brought about, in the game in which it was given."""
    later = games.history(ruling.game, after=ruling.version, limit=MOST_CAUSED)
    return [it for it in later if it.order_id == ruling.order_id]


def put_right_by(games: GameLog, ruling: RulingGiven) -> list[Event]:
    """What a ruling has put right on the table; nothing if it decided otherwise."""
    caused = caused_by(games, ruling) if ruling.outcome == CORRECT else []
    return [it for it in caused if not isinstance(it, ServiceEvent)]


def carried_out(games: GameLog, ruling: RulingGiven) -> list[Event]:
    """What a ruling corrected, drew again or took back: everything that could be undone."""
    caused = caused_by(games, ruling)
    return [
        it for it in caused if isinstance(it, HistoryRewound) or not isinstance(it, ServiceEvent)
    ]


def passed_over(
    games: GameLog, game: Game, gone: Iterable[Event], to: int, *, at: int | None = None
) -> list[RulingGiven]:
    """The rulings that would not hold any more if `game` went back to version `to`, in their order.

    `gone` is what would be undone by that, or would have been when the game was `at` a version.
    """
    found = {it.version: it for it in _undone(games, gone)}
    found |= {it.version: it for it in _overruled(games, game, to, at or game.version)}
    return [found[version] for version in sorted(found)]


def _undone(games: GameLog, gone: Iterable[Event]) -> Iterator[RulingGiven]:
    """The rulings of which something on the table is among what is `gone`."""
    acts = {it.order_id: it for it in gone if it.by in JUDGES}
    for act in acts.values():
        for event in games.backwards(act.game, act.version):
            if event.order_id != act.order_id:
                break
            if isinstance(event, RulingGiven):
                yield event
                break


def _overruled(games: GameLog, game: Game, to: int, newest: int) -> Iterator[RulingGiven]:
    """The rulings that went back before something that would count again."""
    rewinds = [it for it in game.rewinds if it[0] <= newest]
    now = path(rewinds, newest)
    then = path([*rewinds, (newest + 1, to)], newest + 1)
    for place, (version, _) in enumerate(rewinds):
        if not is_on(now, version) or is_on(then, version):
            continue
        before = path(rewinds[:place], version - 1)
        after = path(rewinds[: place + 1], version)
        if parting(before, then) > parting(before, after):
            [rewound] = games.history(game.id, after=version - 1, upto=version)
            if isinstance(rewound, HistoryRewound) and rewound.reason == RULING:
                [ruling] = games.history(game.id, after=rewound.cause - 1, upto=rewound.cause)
                assert isinstance(ruling, RulingGiven), "a rewind by ruling names its ruling"
                yield ruling
