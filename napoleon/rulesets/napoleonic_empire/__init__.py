"""Napoleonic Empire: the wars of the Empire over all of Europe, for two sides.

`RULES` is the game with the data pack that ships with it. Read `sequence` first: it lists the
steps of a turn, and each step names the module of its chapter.
"""

from importlib.resources import files

from napoleon.rulesets.napoleonic_empire.packs.loader import load_pack
from napoleon.rulesets.napoleonic_empire.rules import NapoleonicEmpire, with_pack

RULES = with_pack(load_pack(files(__name__) / "data"))

__all__ = ["RULES", "NapoleonicEmpire", "with_pack"]
