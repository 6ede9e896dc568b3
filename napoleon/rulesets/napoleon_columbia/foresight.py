"""What an order brings on by itself: whether it is past recall once it is given.

It is so when dice are rolled or terrain is drawn before anybody is asked again, when blocks are
shown or eliminated, and when a side is routed: its losses tell what stood in its Reserve, and
whether any of it is eliminated must not be told before. Tokens that are dealt anew tell nobody
anything, and keep no order from being withdrawn.
"""

from __future__ import annotations

from napoleon.rules.events import Event
from napoleon.rules.kit.foresight import Foresight
from napoleon.rules.kit.table import copies_of
from napoleon.rulesets.napoleon_columbia.events.retreat import SideRouted
from napoleon.rulesets.napoleon_columbia.sequence import SEQUENCE
from napoleon.rulesets.napoleon_columbia.state import State
from napoleon.rulesets.napoleon_columbia.table import Table, at

_copied = copies_of(State)


def _counts(purpose: str) -> bool:
    return " token " not in purpose


def _shows(event: Event) -> bool:
    return event.reveals or type(event) is SideRouted


before_chance = Foresight[Table](
    SEQUENCE,
    lambda table, chance: at(_copied(table.state), table.data, chance),
    _counts,
    _shows,
).before_chance
"""Whether an order leads to what cannot be taken back before the next question."""
