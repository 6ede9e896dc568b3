"""What turns are called: finished texts, to be told again."""

from __future__ import annotations

from napoleon.rules.prose.language import noted
from napoleon.rules.prose.retelling import Retelling

ASKED = Retelling((noted("%(year)s, round %(round)s"),))
"""Names of turns as `turn_names.turn_name` makes them in English: "1805, round 2"."""
