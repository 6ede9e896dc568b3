"""Sentences: an event, told in the words of its story."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from napoleon.rules.events import JUDGES, Event, fields_told
from napoleon.rules.reader import Reader


def describe(event: Event, reader: Reader, names: Mapping[str, str] | None = None) -> str:
    """The sentence that tells `event` to `reader`; `names` gives the display names of ids."""
    return worded(event, story(event, reader), names or {})


def story(event: Event, reader: Reader) -> str:
    """Which of its stories tells `event` to `reader`, with the fields still to be filled in."""
    if event.fading and reader.has_forgotten(event.version):
        return event.faded_story
    if reader.may_read(event):
        return event.story
    return event.fogged_story if event.fog else event.veiled


def worded(event: Event, its_story: str, names: Mapping[str, str]) -> str:
    """A story of `event` with its fields in words; `names` are display names of ids."""
    words = {name: _told_as(getattr(event, name), names) for name in fields_told(its_story)}
    sentence = its_story.format_map(words)
    if event.behalf:
        acting = f"The {event.by}" if event.by in JUDGES else _wording(event.by, names)
        return f"{sentence} ({acting} acted for {_wording(event.behalf, names)}.)"
    return sentence


class _Number(int):
    """A number that agrees with its noun: ``{armies:army/armies}`` is told as "1 army"."""

    def __format__(self, nouns: str) -> str:
        one, _, many = nouns.partition("/")
        return f"{int(self)} {one if self == 1 else many}" if nouns else str(int(self))


def _told_as(value: Any, names: Mapping[str, str]) -> str | _Number:
    return _Number(value) if type(value) is int else _wording(value, names)


def _wording(value: Any, names: Mapping[str, str]) -> str:
    if isinstance(value, str):
        return names.get(value, value)
    if isinstance(value, tuple | list):
        return ", ".join([_wording(item, names) for item in value]) or "none"
    if not isinstance(value, dict):
        return "none" if value is None else str(value)
    if "order" in value:
        given = [v for k, v in value.items() if k != "order"]
        said = [_wording(v, names) for v in given if v not in (None, "", (), [])]
        words = said or ["none"] * bool(given)
        return " ".join([value["order"].replace("_", " "), *words])
    entries = [f"{_wording(k, names)} {_wording(v, names)}" for k, v in value.items()]
    return ", ".join(entries) or "none"
