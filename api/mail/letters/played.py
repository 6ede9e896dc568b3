"""A game that is over, read once for its last letter: its events, its turns, its times."""

from __future__ import annotations

from collections.abc import Iterator
from functools import cached_property

from api.chronicles import chronicle_of
from api.clocks_told import day_in_words, span_in_words
from api.reading import Reading
from napoleon.log.branches import counting, path
from napoleon.log.events.clocks import GameForfeited
from napoleon.log.events.service import ServiceEvent
from napoleon.log.times import SECOND
from napoleon.play.lateness import Kept, lateness
from napoleon.play.think_time import answers
from napoleon.rules.events import Event
from napoleon.rules.prose.chronicle import capital
from napoleon.rules.tables import TextTable
from projections.turns import phases

_HOUR, _DAY = 60, 24 * 60
"""In minutes."""


class Played:
    """All of a game that is over, as a reader of its last letter may know it."""

    def __init__(self, reading: Reading) -> None:
        """Raises UnknownGame, BrokenLog."""
        self.reading = reading
        self.events = reading.games.history(reading.game.id, upto=reading.game.version)
        counts = counting(reading.game)
        self.counted = [it for it in self.events if counts(it)]
        """Those that no rewind has undone."""

    @cached_property
    def ends(self) -> dict[int, int]:
        """The last version of every turn that was played, by the number of the turn."""
        game = self.reading.game
        found = phases(self.events, path(game.rewinds, game.version))
        return {it.turn: it.version for it in found if it.turn}

    @cached_property
    def _turn_names(self) -> dict[int, str]:
        it = self.reading
        viewer = it.game.viewer(it.viewer)
        told = chronicle_of(it.games, it.newest, it.game, viewer, it.rules, it.code)
        return told.turn_names

    def turn(self, number: int) -> str:
        """A turn as players call it."""
        name = self._turn_names.get(number)
        if name:
            return self.reading.rules.storybook.asked.told(self.reading.words.language, name)
        return self.reading.gettext("Turn %(turn)s", turn=number)

    @property
    def end(self) -> Event:
        """What happened last on the table, or that the game was forfeited."""
        return next(
            it
            for it in reversed(self.counted)
            if isinstance(it, GameForfeited) or not isinstance(it, ServiceEvent)
        )

    def span(self) -> str:
        """When the game was set up and when it ended, in a sentence."""
        reading, end = self.reading, self.end.at
        begun = reading.game.created.at
        first, last = (day_in_words(it, reading.zone, reading.code) for it in (begun, end))
        span = self._lasting((end - begun) // SECOND)
        if first == last:
            return reading.gettext("Set up and ended on %(day)s: %(span)s.", day=last, span=span)
        return reading.gettext(
            "Set up on %(first)s, ended on %(last)s: %(span)s.", first=first, last=last, span=span
        )

    def times(self) -> TextTable:
        """By seat who played it, how often they answered, and how fast."""
        reading = self.reading
        game = reading.game
        seats = game.created.seats
        answered = answers(self.events, seats)
        kept = lateness(self.events, seats)
        clocked = any(it.deadlines or it.earlier for it in kept.values())
        names = reading.games.names_shown(game.id)
        bots = dict.fromkeys(game.played_by_bots, reading.gettext("a bot"))
        players = {it: names.get(it) or bots.get(it, "") for it in seats}
        named = any(players.values())
        columns = [
            reading.gettext("seat"),
            *([reading.gettext("player")] if named else []),
            reading.gettext("answers"),
            reading.gettext("median for one"),
        ]
        if clocked:
            columns += [reading.gettext("in time"), reading.gettext("late")]
        rows = []
        for seat in seats:
            it = answered[seat]
            row = [
                capital(reading.name(seat)),
                *([players[seat]] if named else []),
                str(it.number),
                self._lasting(it.median) if it.number else "",
            ]
            if clocked:
                every = [kept[seat], *kept[seat].earlier]
                row += [str(sum(one.met for one in every)), str(sum(map(_missed, every)))]
            rows.append(tuple(row))
        return TextTable(
            reading.gettext("Who answered how fast"),
            tuple(columns),
            tuple(rows),
            reading.gettext(
                "What a seat orders while nobody else does is one answer. Its time is that since "
                "the table was last changed."
            ),
        )

    def _lasting(self, seconds: int) -> str:
        """How long something took: to the minute within a day, to the hour beyond."""
        minutes = seconds // 60
        if not minutes:
            return self.reading.gettext("less than a minute")
        if minutes >= _DAY:
            minutes -= minutes % _HOUR
        return span_in_words(minutes, self.reading.code)

    def since(self, told: int) -> Iterator[str]:
        """What happened after a version, as paragraphs of the story."""
        return self.reading.paragraphs(self.reading.story(after=told))


def _missed(it: Kept) -> int:
    return it.missed
