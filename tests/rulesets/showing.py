"""What pages make of events for a reader: the story, the trails on the map, reports of battles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from napoleon.log.events.service import ServiceEvent
from napoleon.log.story import chronicle_of
from napoleon.play.execution import stamped
from napoleon.rules.battles import BattleReport, begun_in, of_battle
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import Event
from napoleon.rules.picture.model import Trail
from napoleon.rules.picture.svg import draw
from napoleon.rules.picture.trails import trails, trails_since
from napoleon.rules.prose.language import ENGLISH
from napoleon.rules.prose.paragraphs import Entry
from napoleon.rules.redaction import redacted
from napoleon.rules.viewer import Viewer

GAME = "0123456789"


def shown_to(rules: Ruleset, reader: str, events: Sequence[Event]) -> list[dict[str, Any]]:
    """The story of events, and what is drawn of them, now and when their cards have faded."""
    table = [it for it in stamped(events, GAME, after=0, at=0) if not isinstance(it, ServiceEvent)]
    return [
        {
            "story": _story(rules, known, table),
            "trails": _trails(rules, known, table),
            "all trails": _all_trails(rules, known, table),
            "battles": list(_battles(rules, known, table)),
        }
        for known in (Viewer(reader), Viewer(reader, faded=len(events)))
    ]


def map_of(rules: Ruleset, state: Any, reader: str, events: Sequence[Event]) -> str:
    """The map of a position that events have led to, with their trails, and how it is on a tile.

    It is empty if there is none.
    """
    if rules.pictures is None:
        return ""
    known = Viewer(reader)
    views = rules.view(state, known)
    small = rules.pictures.mini(views).drawn()
    gone = (_trails(rules, known, events), _all_trails(rules, known, events))
    return "".join(draw(rules.pictures.map(views, it)) for it in gone) + small


def _story(rules: Ruleset, known: Viewer, table: Sequence[Event]) -> list[Entry]:
    chronicle = chronicle_of(rules, known, ENGLISH)
    for event in table:
        chronicle.add(event)
    return chronicle.entries()


def _trails(rules: Ruleset, known: Viewer, events: Sequence[Event]) -> tuple[Trail, ...]:
    if rules.pictures is None:
        return ()
    table = [it for it in events if not isinstance(it, ServiceEvent)]
    return trails(rules.pictures.moves, reversed(table), lambda it: redacted(it, known))


def _all_trails(rules: Ruleset, known: Viewer, events: Sequence[Event]) -> tuple[Trail, ...]:
    if rules.pictures is None:
        return ()
    table = [it for it in events if not isinstance(it, ServiceEvent)]
    return trails_since(rules.pictures.moves, reversed(table), lambda it: redacted(it, known))


def _battles(rules: Ruleset, known: Viewer, table: Sequence[Event]) -> Iterator[BattleReport]:
    """The reports of the battles that begin in these events."""
    battles = None if rules.pictures is None else rules.pictures.battles
    if battles is None:
        return
    words = chronicle_of(rules, known, ENGLISH).words
    able = (it for it in reversed(table) if it.topic in battles.begins)
    begun = {it.version for it in begun_in(battles, able)}
    for number, event in enumerate(table):
        if event.version in begun:
            told = [redacted(it, known) for it in of_battle(battles, table[number:])]
            yield battles.report(told, words)
