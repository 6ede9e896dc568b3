"""A player of Napoleon, 4th edition, who is good enough for a test game, and ends every game.

`player` answers every decision. `seen` is the position as the seat knows it, `power` says how much
units are worth in a fight, `marching` plans the marches by what may come of them (`theatre`),
`lines` draws up a line of battle, `fighting` plays combat turns, and `choices` does the rest.
"""

from napoleon.rulesets.napoleon_columbia.bot.player import Player

__all__ = ["Player"]
