"""A player of Napoleonic Empire who is good enough for a test game, and who brings games to an end.

`player` answers every decision. `seen` reads the views of the seat, `odds` knows the dice,
`marching` plans the moves, `cards` says when a card is worth playing, `choices` does the rest.
"""

from napoleon.rulesets.napoleonic_empire.bot.player import Player

__all__ = ["Player"]
