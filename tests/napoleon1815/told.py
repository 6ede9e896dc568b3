"""What no sentence of Napoléon 1815 says."""

from __future__ import annotations

from napoleon.rulesets.napoleon1815 import RULES
from tests.rulesets.sentences import Sentences

IDS = {*RULES.pack.areas, *RULES.pack.blocks}

SENTENCES = Sentences(rf"\b(?:{'|'.join(IDS)}|1 (?:points|corps|cards|losses|turns))\b")
