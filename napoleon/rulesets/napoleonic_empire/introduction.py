"""What the game says of itself where a new one is set up."""

from __future__ import annotations

from napoleon.rules.introduction import Introduction, Opening, Words
from napoleon.rules.prose.language import noted

INTRODUCTION = Introduction(
    hours=(1, 2),
    like=noted("all of Europe, cards and dice"),
    scenarios={"europe": Opening(noted("Europe under Napoleon"), noted("until one side has won"))},
    options={
        "commanders": Words(
            noted("Commanders"),
            (noted("None"), noted("Lead the armies")),
            noted("Three French and four Allied ones move with armies and help them in battle."),
            usual=True,
        ),
        "historical_deck": Words(
            noted("Dated cards"),
            (noted("In the deck"), noted("Join by their years"), noted("Join one a round")),
            noted("When the twelve cards of dated events come into the deck."),
        ),
        "divided_russia": Words(
            noted("Russia"), (noted("One country"), noted("Divided into four areas"))
        ),
    },
)
