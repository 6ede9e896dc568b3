"""Napoleon, 4th edition: the Waterloo campaign with hidden blocks and a battle board.

`RULES` is the game with the data pack that ships with it. Read `sequence` first: it lists the
steps of a turn, and each step names the module of its chapter.
"""

from importlib.resources import files

from napoleon.rulesets.napoleon_columbia.packs.loader import load_pack
from napoleon.rulesets.napoleon_columbia.rules import NapoleonColumbia, with_pack

RULES = with_pack(load_pack(files(__name__) / "data"))

__all__ = ["RULES", "NapoleonColumbia", "with_pack"]
