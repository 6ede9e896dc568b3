"""A player of EAGLES: Waterloo who is good enough for a test game, and ends every game.

`player` answers every decision. `seen` reads the views of the seat, `power` says how much cards are
worth in a fight, `decks` makes decks, `deploying` lays the muster, `fighting` fires and shocks,
`moving` brings cards forward and generals to their corps, and `specials` plays the others.
"""

from napoleon.rulesets.eagles_waterloo.bot.player import Player

__all__ = ["Player"]
