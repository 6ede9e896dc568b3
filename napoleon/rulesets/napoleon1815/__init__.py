"""Napoléon 1815: the Waterloo campaign for two or three players, in fog of war or without.

`RULES` is the game with the data pack that ships with it. Read `sequence` first: it lists the
steps of a turn, and each step names the module of its chapter.
"""

from importlib.resources import files

from napoleon.rulesets.napoleon1815.packs.loader import load_pack
from napoleon.rulesets.napoleon1815.rules import Napoleon1815, with_pack

RULES = with_pack(load_pack(files(__name__) / "data"))

__all__ = ["RULES", "Napoleon1815", "with_pack"]
