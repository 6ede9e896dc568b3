"""How sentences of this game are told that are declared as data."""

from __future__ import annotations

from napoleon.rules.prose.sentences import Manner, by
from napoleon.rulesets.napoleonic_empire.story.places import countries, into, within
from napoleon.rulesets.napoleonic_empire.story.sides import armies, card, of_the, the

OF_SIDES = Manner(
    forms={
        "who": by(the, "side"),
        "of": by(of_the, "side"),
        "armies": by(armies, "armies"),
        "where": by(within, "country"),
        "to": by(into, "to"),
        "card": by(card, "card"),
        "countries": by(countries, "countries"),
    }
)
"""What stands in the places of sentences about sides, armies and cards."""
