"""A player of Napoléon 1815 who is good enough for a test game.

`player` chooses the order that is worth most. `seen` reads the views of the seat; `choices` says
what each order is worth, using `values`, `fighting`, `marching` and `cards`.
"""

from napoleon.rulesets.napoleon1815.bot.player import Player

__all__ = ["Player"]
