"""Stories of events that no store keeps, as a reader is told them."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from api.languages import language_of
from napoleon.log.events.service import ServiceEvent
from napoleon.log.game import GameCreated
from napoleon.log.story import chronicle_of, told
from napoleon.rules.contract import Ruleset
from napoleon.rules.events import Event
from napoleon.rules.prose.paragraphs import Entry
from napoleon.rules.viewer import Viewer


def entries_of(
    rules: Ruleset, events: Iterable[Event], reader: str, code: str = "en", *, over: bool = False
) -> list[Entry]:
    """The story of these events, and of nothing before them."""
    chronicle = chronicle_of(rules, Viewer(reader, over=over), language_of(rules, code))
    for version, event in enumerate(events, 1):
        event = event if event.version else msgspec.structs.replace(event, version=version)
        if not isinstance(event, ServiceEvent | GameCreated):
            chronicle.add(event)
    return chronicle.entries()


def lines_of(
    rules: Ruleset, events: Iterable[Event], reader: str, code: str = "en", *, over: bool = False
) -> list[str]:
    """The same in words, a line for each paragraph."""
    language = language_of(rules, code)
    return [told(it, language) for it in entries_of(rules, events, reader, code, over=over)]
