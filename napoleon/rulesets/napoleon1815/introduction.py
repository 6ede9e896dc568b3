"""What the game says of itself where a new one is set up."""

from __future__ import annotations

from napoleon.rules.introduction import Introduction, Opening, Words
from napoleon.rules.prose.language import noted

INTRODUCTION = Introduction(
    hours=(1, 3),
    like=noted("hidden strength, cards"),
    scenarios={
        "campaign": Opening(noted("Campaign"), noted("10 turns")),
        "historical_invasion": Opening(noted("From 15 June"), noted("8 turns")),
        "ligny_quatre_bras": Opening(noted("Ligny and Quatre-Bras"), noted("2 turns")),
        "waterloo_wavre": Opening(noted("Waterloo and Wavre"), noted("2 turns")),
    },
    options={
        "rules": Words(
            noted("Rules"),
            (noted("Basic"), noted("With fog of war")),
            noted("In the fog you see only those enemies who are near."),
            usual=True,
        ),
        "resolver": Words(noted("Combat"), (noted("By cards"), noted("By dice"))),
        "farm_stop": Words(
            noted("Fortified farms"),
            (noted("March on"), noted("Stop")),
            noted("Whether a stack that takes one may march on, or stops as at a citadel."),
        ),
        "strict_discards": Words(
            noted("Cards that were flipped"),
            (noted("Stay in the journal"), noted("Are forgotten")),
            noted("Whether their names can be looked up once an operation is over."),
        ),
    },
)
