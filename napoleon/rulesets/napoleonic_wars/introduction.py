"""1 What the game says of itself where a new one is set up."""

from __future__ import annotations

from napoleon.rules.introduction import Introduction, Opening, Words
from napoleon.rules.prose.language import noted

INTRODUCTION = Introduction(
    hours=(4, 8),
    like=noted("all of Europe, 110 cards, alliances"),
    scenarios={"1805": Opening(noted("Campaign from 1805"), noted("up to 5 turns"))},
    options={
        "bid": Words(
            noted("Camps"),
            (noted("As you choose"), noted("Bid for")),
            noted("Whether two players bid for who plays which camp."),
        ),
        "dice_for_sides": Words(
            noted("Powers"),
            (noted("As you choose"), noted("By dice")),
            noted("Whether dice decide which of three or more players plays what."),
        ),
        "letters": Words(
            noted("Talk"),
            (noted("In public"), noted("Letters too")),
            noted("Whether three or more players may write letters that others do not read."),
        ),
        "strict_discards": Words(
            noted("Cards that were played"),
            (noted("Stay in the journal"), noted("Are forgotten")),
            noted("Whether all but the last one are forgotten."),
        ),
        "red_by_track": Words(
            noted("Red cards of neutrals"),
            (noted("Aimed by lot"), noted("Aimed in order of the track")),
            noted("Who chooses whom a neutral's red card strikes."),
        ),
        "proxy_influence": Words(
            noted("Cards of proxies in Pact"),
            (noted("Give no influence"), noted("Serve for influence")),
        ),
    },
)
