"""Effects that are not part of this unfinished game yet: those at sea; and a refusal of battles.

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
    """The sea comes with the second half of the game."""
    detail = "The sea is not part of this unfinished game yet."
    return refuse(LATER, "6.1.a", detail)


def refuse_battle(at: Any, **given: Any) -> Refusal | None:
    """Nothing of a battle is under way that it could change."""
    return refuse("NO_BATTLE", "6.15.a", "No battle is under way in which that counts.")


def _never(*given: Any) -> None:
    raise AssertionError("it is refused")


def convoy(at: Playing, sp: int, leaders: int) -> None:
    """A convoy without CP [13.6]."""
    _never(sp, leaders)


def to_port(at: Playing, fleet: str) -> None:
    """A fleet goes to port [13.41]."""
    _never(fleet)


def set_aside(at: Playing, what: str) -> None:
    """A piece goes on the card."""
    _never(what)


def refit(at: Playing, whose: Any, where: Any) -> None:
    """Squadrons are ready to sail [7.7]."""
    _never(whose, where)


def find(at: Playing) -> None:
    """A fleet is found without dice [13.3]."""
    _never()


YET_TO_COME: Mapping[str, Effect[Playing]] = {
    "convoy": Effect("13.6.a", say("sail with a convoy"), convoy, refuse_sea),
    "to_port": Effect("13.41.a", say("send a fleet to port"), to_port, refuse_sea),
    "set_aside": Effect("6.1.d", say("put a squadron aside"), set_aside, refuse_sea),
    "refit": Effect("7.7.c", say("refit squadrons"), refit, refuse_sea),
    "find": Effect("13.3.a", say("find a fleet"), find, refuse_sea),
}
"""What cards will do when the chapters that they are about are here."""
