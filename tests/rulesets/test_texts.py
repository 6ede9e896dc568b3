"""Texts: whatever is cited can be read, and whatever happened can be told.

Clauses have texts, ids have display names, every class of events has a sentence, and a number
that the rules have computed says how it came about, line by line.
"""

from __future__ import annotations

import re
from collections import defaultdict
from collections.abc import Iterator
from typing import Any

import msgspec

from napoleon.log.events.service import ServiceEvent
from napoleon.log.game import GameCreated
from napoleon.rules.events import REFEREE, SPECTATOR, TOPICS, Line, total
from napoleon.rules.narration import describe, story
from napoleon.rules.orders import AnsweredByRules, OrderGiven
from napoleon.rules.phrases import PLAIN, told
from napoleon.rules.prose.storybook import PLAINLY
from napoleon.rules.terms import VIEWS
from napoleon.rules.viewer import Viewer
from tests.rulesets.playing import Played

ID = re.compile(r"\b[a-z][a-z0-9]*(?:_[a-z0-9]+)+(?![-\w])")
"""What no sentence has in it but an id. A seat's name with a number is a piece of that seat."""

NEARLY_ALWAYS = 8
"""One in so many events may not be explained, where the field is meant to be the sum."""

TABLES = 4
"""Positions of a game that are told in tables."""

POSITIONS = 60
"""Positions of a game whose questions are read."""


def test_clauses_that_are_cited_have_a_text(played: Played) -> None:
    cited: dict[str, str] = {}
    for event in played.events:
        lines: tuple[Line, ...] = getattr(event, "breakdown", ())
        for clause in (*event.clauses, *(line.clause for line in lines)):
            cited.setdefault(clause, f"event {event.version}, {event.type}")
    for step in played.sample(POSITIONS, "clauses"):
        cited.setdefault(step.decision.clause, f"the question {step.decision}")
    texts = {clause: played.entrant.rules.clause(clause) for clause in cited}
    silent = {clause: cited[clause] for clause, text in texts.items() if not (text or "").strip()}
    assert not silent, f"{played}: clauses without a text, and who cites them: {silent}"
    assert len(cited) > 1, f"{played} cites hardly any clause"


def test_events_cite_the_clauses_that_made_them_happen(played: Played) -> None:
    own = {it.topic for it in played.entrant.events}
    silent = {it.type for it in played.events if it.topic in own and not it.clauses}
    cite = {it.type for it in played.events if it.topic in own and it.clauses}
    assert len(cite) >= len(silent), f"{played}: of these no event cites a clause: {sorted(silent)}"


def test_every_event_is_told_to_every_reader(played: Played) -> None:
    rules = played.entrant.rules
    for event in played.events:
        for reader in (*played.seats, SPECTATOR, REFEREE):
            for over in (False, True):
                text = describe(event, Viewer(reader, over=over), rules.names)
                where = f"{played}, event {event.version}, {event.type}, as told to {reader}"
                assert text.strip() and text[-1] in ".!?)", f"{text!r} is no sentence: {where}"
                assert "{" not in text and "}" not in text, f"{text!r}: {where}"
                assert not re.search(r"\bNone\b", text), f"{text!r}: {where}"


def test_ids_in_stories_have_display_names(played: Played) -> None:
    names, unnamed = played.entrant.rules.names, defaultdict(set)
    titled = {scenario.id for scenario in played.entrant.rules.scenarios}
    for event in _of_the_game(played):
        text = describe(event, Viewer(REFEREE), names)
        for word in set(ID.findall(text)) - titled:
            unnamed[word].add(event.type)
    for seat in played.seats:
        assert names.get(seat, seat) != seat, f"{played}: the seat {seat} has no display name"
    assert not unnamed, (
        f"{played}: words without a display name, and who says them: {dict(unnamed)}"
    )


def test_things_on_the_board_have_display_names_where_stories_tell_of_them(played: Played) -> None:
    names = played.entrant.rules.names
    views = played.entrant.rules.view(played.end.state, Viewer(REFEREE))
    things = set(_ids(msgspec.to_builtins(views)))
    unnamed = defaultdict(set)
    for event in _of_the_game(played):
        said = re.findall(r"\{(\w+)\}", story(event, Viewer(REFEREE)))
        for word in _words([getattr(event, name) for name in said]):
            if word in things and word not in names:
                unnamed[word].add(event.type)
    assert not unnamed, f"{played}: without a display name, and who tells of it: {dict(unnamed)}"


def test_tables_have_a_cell_for_every_column(played: Played) -> None:
    """Who cannot look at a map reads tables of the same views."""
    for step in played.sample(TABLES, "tables"):
        state = played.entrant.thawed(step.before)
        for reader in (*played.seats, SPECTATOR, REFEREE):
            views = played.entrant.rules.view(state, Viewer(reader))
            tables = played.entrant.boards(views.at(step.version), PLAINLY)
            where = f"{played}, version {step.version}, as {reader} sees it"
            assert tables, f"there are no tables: {where}"
            for table in tables:
                assert table.title.strip() and table.board in ("", *VIEWS), f"{table}: {where}"
                wrong = [row for row in table.rows if len(row) != len(table.columns)]
                assert not wrong, f"{table.title} has {table.columns}, and {wrong}: {where}"
                assert len(table.places) in (0, len(table.rows)), f"{table}: {where}"


def test_events_have_topics_of_their_game(played: Played) -> None:
    name = played.entrant.rules.name
    house = {GameCreated.topic, OrderGiven.topic, AnsweredByRules.topic}
    for event in played.events:
        own = event.topic.startswith(f"{name}.")
        assert own or event.topic in house or isinstance(event, ServiceEvent), event
        assert re.fullmatch(r"([a-z0-9_]+\.)?[a-z0-9_]+/[1-9]\d*", event.topic), event.topic
        assert TOPICS[event.topic] is type(event)


def test_the_lines_of_a_breakdown_are_whole_numbers_with_clauses(played: Played) -> None:
    for event in played.events:
        for line in getattr(event, "breakdown", ()):
            where = f"{played}, event {event.version}: {event}"
            assert type(line.amount) is int, f"{line}: {where}"
            assert type(told(line.note, PLAIN)) is str, f"{line}: {where}"
            assert played.entrant.rules.clause(line.clause), f"{line} cites no clause: {where}"


def test_breakdowns_sum_to_the_number_that_they_explain(played: Played) -> None:
    """The number is a field that is the sum nearly always, so that it has to be always.

    Lines of some classes are added up and given out by a later event; these have no such field.
    """
    explaining: dict[str, list[Any]] = defaultdict(list)
    for event in played.events:
        if "breakdown" in event.payload:
            explaining[event.type].append(event)
    explained = 0
    for kind, events in explaining.items():
        numbers = [name for name in events[0].payload if type(getattr(events[0], name)) is int]
        wrong = {name: [it for it in events if not _sums_to(it, name)] for name in numbers}
        name, missed = min(wrong.items(), key=lambda it: len(it[1]), default=("", events))
        if len(missed) * NEARLY_ALWAYS <= len(events):
            explained += 1
            assert not missed, (
                f"{played}: in {len(events) - len(missed)} events of {kind} the lines sum to "
                f"{name}, in {len(missed)} not: {missed[0]}"
            )
    assert explained or not explaining, (
        f"{played}: the lines of {sorted(explaining)} sum to no number of their events"
    )


def _sums_to(event: Any, name: str) -> bool:
    number = getattr(event, name)
    return type(number) is int and abs(number) == abs(total(event.breakdown))


def _of_the_game(played: Played) -> list[Any]:
    own = {it.topic for it in played.entrant.events}
    return [event for event in played.events if event.topic in own]


def _ids(value: Any) -> Iterator[str]:
    """What a view calls things by."""
    match value:
        case dict():
            if isinstance(value.get("id"), str):
                yield value["id"]
            for each in value.values():
                yield from _ids(each)
        case list():
            for each in value:
                yield from _ids(each)


def _words(value: Any) -> Iterator[str]:
    match value:
        case str():
            yield value
        case list() | tuple():
            for each in value:
                yield from _words(each)
        case dict():
            yield from _words([*value, *value.values()])
