"""Effects that are not part of this unfinished game yet: at sea and in diplomacy; in battles.

They are declared, so that every program of the pack can be read and checked.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from napoleon.rules.kit.programs import Effect
from napoleon.rules.kit.table import refuse
from napoleon.rules.orders import Refusal
from napoleon.rules.wording import say
from napoleon.rulesets.napoleonic_wars.cards.scene import Playing

LATER = "NOT_YET"
"""The code of what this unfinished game cannot do."""


def refuse_sea(at: Any, **given: Any) -> Refusal | None:
    """The sea and diplomacy come with the second half of the game."""
    detail = "The sea and diplomacy are not part of this unfinished game yet."
    return refuse(LATER, "6.1.a", detail)


def refuse_battle(at: Any, **given: Any) -> Refusal | None:
    """Nothing of a battle is under way that it could change."""
    return refuse("NO_BATTLE", "6.15.a", "No battle is under way in which that counts.")


def _never(*given: Any) -> None:
    raise AssertionError("it is refused")


def consul(at: Playing, which: str, boxes: int, way: str, row: Any) -> None:
    """A consul moves [8.1]."""
    _never(which, boxes, way, row)


def break_pact(at: Playing, which: str, to: str) -> None:
    """A Pact ends [8.21]."""
    _never(which, to)


YET_TO_COME: Mapping[str, Effect[Playing]] = {
    "consul": Effect("8.1.c", say("move a consul"), consul, refuse_sea),
    "break_pact": Effect("8.21.a", say("break a Pact"), break_pact, refuse_sea),
}
"""What cards will do when the chapters that they are about are here."""
