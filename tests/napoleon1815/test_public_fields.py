"""What an event tells everybody is a decision, taken field by field [VIS, DESIGN: default deny].

A field of an event is public unless it is marked as hidden or sealed. So that none becomes public
by being forgotten, the public fields of every event stand in a list, and a new one must be put
there. Fields that are public except in fog of war have a ``~``.
"""

from pathlib import Path

from napoleon.rules.events import TOPICS, Event
from napoleon.rulesets.napoleon1815 import RULES

LIST = Path(__file__).with_name("public_fields.txt")


def public(event: type[Event]) -> str:
    kept = event.hidden | event.sealed
    fields = [f"{name}{'~' * (name in event.fogged)}" for name in event.payload if name not in kept]
    return f"{event.topic}: {' '.join(fields)}".strip()


def test_the_public_fields_of_every_event_are_those_of_the_list() -> None:
    ours = {event for topic, event in TOPICS.items() if topic.startswith(f"{RULES.name}.")}
    assert {public(event) for event in ours} == set(LIST.read_text(encoding="utf-8").splitlines())
