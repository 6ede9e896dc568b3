"""What the game says of itself where a new one is set up."""

from __future__ import annotations

from napoleon.rules.introduction import Introduction, Opening, Words
from napoleon.rules.prose.language import noted

INTRODUCTION = Introduction(
    hours=(2, 4),
    like=noted("58 hidden blocks"),
    scenarios={
        "historical": Opening(noted("Campaign of June 1815"), noted("from history")),
        "free": Opening(noted("Campaign of June 1815"), noted("own set-up")),
    },
    options={
        "bidding": Words(
            noted("Sides"),
            (noted("As you choose"), noted("Bid for")),
            noted("Whether two players bid for who plays which side."),
        ),
        "hidden": Words(
            noted("Blocks in battle"),
            (noted("Are shown"), noted("Stay hidden")),
            noted("Whether they stay hidden until they fire or engage."),
        ),
        "backwards": Words(
            noted("Breaking off"),
            (noted("Any way"), noted("Backwards only")),
            noted("Where engaged units may break off to."),
        ),
    },
)
