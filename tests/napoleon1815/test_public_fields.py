"""What an event tells everybody is a decision, taken field by field [VIS, DESIGN: default deny].

A field of an event is public unless it is marked hidden. So that none becomes public by being
forgotten, the public fields of every event stand in a list, and a new one must be put there.
"""

from pathlib import Path

from napoleon.events import TOPICS
from napoleon.rulesets.napoleon1815 import RULES

LIST = Path(__file__).with_name("public_fields.txt")


def test_the_public_fields_of_every_event_are_those_of_the_list():
    public = {
        f"{topic}: {' '.join(name for name in event.payload if name not in event.hidden)}".strip()
        for topic, event in TOPICS.items()
        if topic.startswith(f"{RULES.name}.")
    }
    listed = set(LIST.read_text(encoding="utf-8").splitlines())
    assert public == listed
