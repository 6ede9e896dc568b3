"""What an order brings on by itself: whether it is past recall once it is given.

It is so when dice are rolled or cards are drawn before anybody is asked again, when something is
shown that was hidden, and when a card is gone for good.
"""

from __future__ import annotations

from operator import attrgetter

from napoleon.rules.kit.foresight import Foresight
from napoleon.rules.kit.table import copies_of
from napoleon.rulesets.eagles_waterloo.state import State
from napoleon.rulesets.eagles_waterloo.table import Table

_copied = copies_of(State)

irreversible_if_random = Foresight[Table](
    lambda table, chance: table.trial(_copied(table.state), chance),
    shows=attrgetter("reveals"),
).irreversible_if_random
"""Whether an order leads to what cannot be taken back before the next question."""
