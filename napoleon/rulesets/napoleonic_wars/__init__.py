"""The Napoleonic Wars (2002): France and the powers of Europe from 1805.

`RULES` is the game with the data pack that ships with it. Read `sequence` first: it lists the
chapters in their order.
"""

from importlib.resources import files

from napoleon.rulesets.napoleonic_wars.packs.loader import load_pack
from napoleon.rulesets.napoleonic_wars.rules import NapoleonicWars, with_pack

RULES = with_pack(load_pack(files(__name__) / "data"))

__all__ = ["RULES", "NapoleonicWars", "with_pack"]
