"""What a seat prefers where the rules ask it: fatigue, losses, retreats, scouts, consent.

It is said in standing orders, beside those for the windows of cards
(`napoleon.rulesets.napoleon1815.standing_orders`). They read the legal orders, own blocks, and what
lies open: in fog of war only the presence of a partner's blocks.
"""
