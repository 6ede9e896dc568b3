"""How a game went: the score over the turns as a picture and as a table, and its turning points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from textwrap import fill
from typing import Any, NamedTuple

from msgspec.structs import replace

from api.mail.letters.drawing import WIDTH as WRAPPED_AT
from api.mail.letters.played import Played
from api.phrases import Phrases
from napoleon.log.battles import declared
from napoleon.log.folding import Walk
from napoleon.log.journal import narrator
from napoleon.rules.battles import begun_in, of_battle
from napoleon.rules.events import SPECTATOR
from napoleon.rules.orders import OrderGiven
from napoleon.rules.picture.chart import Chart, draw_chart
from napoleon.rules.picture.chart_png import chart_png
from napoleon.rules.picture.declared import Pictures
from napoleon.rules.picture.tally import Course, Tally, draw_course
from napoleon.rules.tables import TextTable

WIDTH = 720
"""Pixels of the picture: those of a mail program on a desk, and two for each of a phone."""

MOST_MOMENTS = 5
"""How many turning points are told."""

MOST_OF_SCORE = 3
"""How many of them are moves of the score, if there were fights to be told as well."""

MOST_ROWS = 24
"""How many turns the table has: the last ones in which something changed."""

_BESIDE = 40
"""Characters that the names of columns have beside those of turns, where no line is wrapped."""

_NARROWEST, _GAP = 10, 2


class Moment(NamedTuple):
    """A turning point: a sentence, and where it is on the pages of the game."""

    version: int
    text: str
    path: str
    """What follows the address of the game there."""


class Told(NamedTuple):
    """How a game went, as far as its last letter tells it."""

    table: TextTable | None
    """The score at the end of every turn."""
    said: str
    """What the picture shows, for those who do not see it."""
    drawn: str
    """The picture as an SVG element; empty if there is none."""
    moments: list[Moment]

    def png(self) -> bytes | None:
        """The picture as a PNG; None if there is none."""
        return chart_png(self.drawn, WIDTH) if self.drawn else None


class _Weighed(NamedTuple):
    """A moment, and by how much of the way to victory the score moved in it."""

    weight: float
    moment: Moment


def course_of(played: Played) -> Told:
    """How a game went. A game without pictures, or whose table was never laid, has no course."""
    reading = played.reading
    pictures, views = reading.rules.pictures, reading.views
    if pictures is None or views is None:
        return Told(None, "", "", [])
    chart = pictures.chart(views, reading.words)
    charts = [] if chart is None else [chart, *pictures.measures(views, reading.words)]
    if charts:
        scored = [it for one in charts for it in _steps(played, one)]
        table, said = _charted(played, charts), _said(played, charts[0])
        # The table has the names of turns: beneath a picture that a phone shows they have no room.
        drawn = draw_chart(replace(charts[0], turns=()))
    else:
        course = _counted(played, pictures)
        if course is None:
            return Told(None, "", "", _moments([], list(_fights(played))))
        scored = list(_changes(played, course))
        table, said, drawn = _tallied(played, course), _said_of(played, course), draw_course(course)
    return Told(table, said, drawn, _moments(scored, list(_fights(played))))


def _moments(scored: Sequence[_Weighed], fights: Sequence[_Weighed]) -> list[Moment]:
    """The handful that decided most, in the order in which they came."""
    best = sorted(scored, key=lambda it: -it.weight)
    hardest = sorted(fights, key=lambda it: -it.weight)
    chosen = best[:MOST_OF_SCORE]
    chosen += hardest[: MOST_MOMENTS - len(chosen)]
    chosen += best[MOST_OF_SCORE:][: MOST_MOMENTS - len(chosen)]
    in_order = (it.moment for it in (*scored, *fights) if it in chosen)
    return sorted(in_order, key=lambda it: it.version)


# -- charts ------------------------------------------------------------------------------------


def _steps(played: Played, chart: Chart) -> Iterator[_Weighed]:
    before, way = chart.start, max(1, chart.high - chart.low)
    for step in chart.steps:
        if step.value != before:
            text = played.reading.gettext(
                "%(turn)s: %(title)s, from %(before)s to %(after)s (%(why)s).",
                turn=played.turn(step.turn),
                title=chart.title,
                before=before,
                after=step.value,
                why=_counted_once(played, step.words),
            )
            weight = abs(step.value - before) / way
            yield _Weighed(weight, _at_end_of(played, step.turn, text))
        before = step.value


def _counted_once(played: Played, words: str) -> str:
    """Reasons in one line; one that is there more than once is told once, and how often."""
    often = Counter(words.split(", "))
    return ", ".join(
        it
        if number == 1
        else played.reading.gettext("%(what)s (%(number)s times)", what=it, number=number)
        for it, number in often.items()
    )


def _charted(played: Played, charts: Sequence[Chart]) -> TextTable:
    names = dict(charts[0].turns)
    rows = [(_beginning(played), *(it.start for it in charts))]
    for turn in played.ends:
        called = played.turn(turn)
        if turn in names and names[turn] != called:
            called = f"{called}, {names[turn]}"
        rows.append((called, *(_value(chart, turn) for chart in charts)))
    return _table(played, tuple(it.title for it in charts), rows)


def _value(chart: Chart, turn: int) -> int:
    """Where a track stood at the end of a turn."""
    if turn >= chart.now:
        return chart.value
    return next((it.value for it in reversed(chart.steps) if it.turn <= turn), chart.start)


def _said(played: Played, chart: Chart) -> str:
    return played.reading.gettext(
        "%(title)s: from %(before)s at the beginning to %(after)s at the end. The table below "
        "tells the same.",
        title=chart.title,
        before=chart.start,
        after=chart.value,
    )


# -- tallies -----------------------------------------------------------------------------------


def _counted(played: Played, pictures: Pictures[Any]) -> Course | None:
    """What counts for each side at the end of every turn; None where nothing is counted."""
    reading, ends = played.reading, played.ends
    if not ends or pictures.tally(reading.views, reading.words) is None:
        return None
    turns = {version: turn for turn, version in ends.items()}
    walk = Walk(reading.rules, {*turns, *(to for _, to in reading.game.rewinds)})
    found = list[tuple[int, Tally]]()

    def count(turn: int) -> None:
        views = None if walk.game is None else reading.games.views(walk.game, SPECTATOR)
        tally = None if views is None else pictures.tally(views, reading.words)
        if tally is not None and tally.counts:
            found.append((turn, tally))

    begun = False
    for event in played.events:
        if isinstance(event, OrderGiven) and not begun:
            # How it stood before anybody had done anything.
            begun = True
            count(min(ends) - 1)
        walk.step(event)
        if event.version in turns:
            count(turns[event.version])
    return Course(tuple(found)) if found else None


def _changes(played: Played, course: Course) -> Iterator[_Weighed]:
    every = [it.value for _, tally in course.tallies for it in tally.counts]
    way = max(1, max(every) - min(every))
    before: dict[str, int] = {}
    for turn, tally in course.tallies:
        moved = [
            (it.side, before[it.side], it.value)
            for it in tally.counts
            if it.side in before and before[it.side] != it.value
        ]
        if moved:
            each = [
                played.reading.gettext(
                    "%(side)s from %(before)s to %(after)s", side=side, before=was, after=now
                )
                for side, was, now in moved
            ]
            text = played.reading.gettext(
                "%(turn)s: %(title)s, %(moves)s.",
                turn=played.turn(turn),
                title=tally.title,
                moves=played.reading.words.language.listed(each),
            )
            weight = max(abs(now - was) for _, was, now in moved) / way
            yield _Weighed(weight, _at_end_of(played, turn, text))
        before = {it.side: it.value for it in tally.counts}


def _tallied(played: Played, course: Course) -> TextTable:
    rows = []
    sides = [it.side for it in course.sides]
    for turn, tally in course.tallies:
        had = {it.side: it.value for it in tally.counts}
        called = played.turn(turn) if turn in played.ends else _beginning(played)
        rows.append((called, *(had.get(it, "") for it in sides)))
    return _table(played, tuple(sides), rows, course.title)


def _said_of(played: Played, course: Course) -> str:
    each = [f"{it.side} {it.value}" for it in course.sides]
    return played.reading.gettext(
        "%(title)s, turn by turn; at the end %(stand)s. The table below tells the same.",
        title=course.title,
        stand=", ".join(each),
    )


# -- fights ------------------------------------------------------------------------------------


def _fights(played: Played) -> Iterator[_Weighed]:
    """The fights that came to something, the longest first; `weight` is how long one was."""
    reading = played.reading
    battles = declared(reading.rules)
    if battles is None:
        return
    tells = narrator(reading.game, reading.viewer, reading.rules)
    spoken = tells.speaking(reading.rules, reading.words)
    phrases = Phrases(reading.rules, reading.words)
    counted = played.counted
    able = (it for it in reversed(counted) if it.topic in battles.begins)
    begun = {it.version for it in begun_in(battles, able)}
    found = [
        list(of_battle(battles, counted[place:]))
        for place, event in enumerate(counted)
        if event.version in begun
    ]
    # Each report is made of all events of its fight: those of the longest ones are enough.
    for events in sorted(found, key=len, reverse=True)[:MOST_MOMENTS]:
        report = battles.report([spoken.redacted(it) for it in events], reading.words)
        if report.outcome:
            text = reading.gettext(
                "%(turn)s, %(place)s: %(outcome)s",
                turn=played.turn(events[0].turn),
                place=phrases.called(report.place),
                outcome=report.outcome,
            )
            path = f"/battles/{report.version}"
            yield _Weighed(len(events), Moment(report.version, text, path))


# -- what both have ----------------------------------------------------------------------------


def _at_end_of(played: Played, turn: int, text: str) -> Moment:
    """A moment that is found at the end of its turn."""
    version = played.ends.get(turn, played.reading.game.version)
    return Moment(version, text, f"?at={version}")


def _beginning(played: Played) -> str:
    return played.reading.gettext("At the beginning")


def _table(
    played: Played, titles: tuple[str, ...], rows: list[tuple[Any, ...]], over: str = ""
) -> TextTable:
    """The rows in which something changed, and the last one."""
    reading = played.reading
    changed = [
        row
        for number, row in enumerate(rows)
        if not number or number == len(rows) - 1 or row[1:] != rows[number - 1][1:]
    ]
    left_out = len(rows) > len(changed) or len(changed) > MOST_ROWS
    title = (
        reading.gettext("%(title)s at the end of each turn", title=over)
        if over
        else reading.gettext("At the end of each turn")
    )
    wide = max(_NARROWEST, _BESIDE // len(titles))
    columns = [_filled(it, wide) for it in titles]
    named = max(_NARROWEST, WRAPPED_AT - (wide + _GAP) * len(titles))
    return TextTable(
        title,
        (reading.gettext("turn"), *columns),
        tuple((_filled(name, named), *values) for name, *values in changed[-MOST_ROWS:]),
        reading.gettext("Turns in which nothing changed are left out.") if left_out else "",
    )


def _filled(text: str, wide: int) -> str:
    return fill(text, wide, break_long_words=False, break_on_hyphens=False)
