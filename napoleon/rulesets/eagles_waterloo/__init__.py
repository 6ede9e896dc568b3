"""EAGLES: Waterloo: the card battles of 1815, one by one or as a campaign.

`RULES` is the game with the data pack that ships with it. Read `sequence` first: it lists the
steps of a player turn, and each step names the module of its chapter.
"""

from importlib.resources import files

from napoleon.rulesets.eagles_waterloo.packs.loader import load_pack
from napoleon.rulesets.eagles_waterloo.rules import EaglesWaterloo, with_pack

RULES = with_pack(load_pack(files(__name__) / "data"))

__all__ = ["RULES", "EaglesWaterloo", "with_pack"]
