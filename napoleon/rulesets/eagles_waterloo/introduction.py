"""What the game says of itself where a new one is set up."""

from __future__ import annotations

from napoleon.rules.introduction import Introduction, Opening, Words
from napoleon.rules.prose.language import noted

INTRODUCTION = Introduction(
    hours=(1, 2),
    like=noted("a battle of cards"),
    scenarios={
        "quatre_bras": Opening(noted("Quatre Bras"), noted("1 battle")),
        "ligny": Opening(noted("Ligny"), noted("1 battle")),
        "wavre": Opening(noted("Wavre"), noted("1 battle")),
        "waterloo": Opening(noted("Waterloo"), noted("1 battle")),
        "campaign": Opening(noted("Campaign"), noted("all four")),
    },
    options={
        "decks": Words(
            noted("Decks"),
            (noted("Dealt by chance"), noted("Chosen"), noted("Bought in secret")),
            usual=True,
        ),
        "historical": Words(
            noted("Cards"), (noted("Of the whole army"), noted("Only those at the battle"))
        ),
        "scale": Words(
            noted("Size of the armies"), (noted("As printed"), noted("Half"), noted("Double"))
        ),
        "decoys": Words(
            noted("Decoys"),
            (noted("None"), noted("With decoys")),
            noted("Cards face down that stand for no unit."),
        ),
    },
)
