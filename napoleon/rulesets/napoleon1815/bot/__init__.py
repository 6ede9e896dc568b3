"""A player of Napoléon 1815 who is worth beating.

`player` chooses the order that is worth most. `seen` reads the views of the seat; `choices` says
what each order is worth in victory points, by what places and fatigue are worth (`values`), who has
the better of a combat (`fighting`), what the enemy can bring where (`threats`), how safe it is to
stand there (`theatre`), where a stack had better go (`marching`), and when a card helps (`cards`).
"""

from napoleon.rulesets.napoleon1815.bot.player import Player

__all__ = ["Player"]
