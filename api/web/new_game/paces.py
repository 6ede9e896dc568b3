"""How fast a game goes, as the form of a new game says it."""

from __future__ import annotations

from werkzeug.datastructures import MultiDict

from api.paces import NO_CLOCK, OWN, PACES, USUAL, clock_of
from api.web import clock_fields
from api.web.clock_fields import fields_sent
from napoleon.log.clocks import Clock
from napoleon.rules.orders import Refusal

__all__ = ["NO_CLOCK", "OWN", "PACES", "USUAL", "clock_chosen", "pace_of"]


def pace_of(form: MultiDict[str, str]) -> str:
    """The id of the pace that a form says, or the usual one if it says none that there is."""
    said = form.get("pace", USUAL)
    return said if said in PACES else USUAL


def clock_chosen(form: MultiDict[str, str], *, referee: bool) -> Clock | Refusal | None:
    """The clock of a form; refused ``BAD_CLOCK`` for fields of its own that cannot be read.

    After the grace of a pace the referee decides, or without one the seat passes.
    """
    pace = pace_of(form)
    if pace == OWN:
        return clock_fields.clock_of(fields_sent(form))
    return clock_of(pace, referee=referee)
