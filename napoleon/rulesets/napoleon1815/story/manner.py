"""How sentences of this game are told that are declared as data."""

from __future__ import annotations

from napoleon.rules.prose.sentences import Manner, by
from napoleon.rules.prose.storybook import Words
from napoleon.rulesets.napoleon1815.story.blocks import size, stack
from napoleon.rulesets.napoleon1815.story.notes import said
from napoleon.rulesets.napoleon1815.story.sides import of_the, the, to_the

OF_SIDES = Manner(
    forms={
        "who": by(the, "player", "army", "side"),
        "of": by(of_the, "player"),
        "to": by(to_the, "partner"),
        "place": by(Words.name, "area"),
        "card": by(Words.card, "card"),
        "reason": by(said, "reason"),
    }
)
"""What stands in the places of sentences about sides and armies, which tell the cards by number."""

OF_STACKS = Manner(
    several=lambda words, paragraph, events: (
        stack(words, events[0].blocks, events[0].tokens),
        size(events[0].blocks, events[0].tokens),
    )
)
"""How sentences are told about blocks that stand or march together."""
