"""The bounds of a clock: what can be set, and what makes no sense."""

from __future__ import annotations

from collections.abc import Collection

from napoleon.log.clocks import AFTER_GRACE, EVERY_DAY, MINUTES_OF_A_DAY, Clock
from napoleon.log.zones import is_zone
from napoleon.rules.orders import Refusal

LEAST_ANSWER = 5
"""Minutes: less is no game by mail."""

MOST_ANSWER = 60 * MINUTES_OF_A_DAY

LEAST_GRACE = 60
"""Minutes between the late notice and what comes of silence, whatever the clock of the machine
does: an hour in which somebody can see that it is wrong."""

MOST_GRACE = 30 * MINUTES_OF_A_DAY


def refuse_clock(clock: Clock, kinds: Collection[str]) -> Refusal | None:
    """Why a clock makes no sense, ``BAD_CLOCK``; `kinds` are those of the game's decisions."""
    if not is_zone(clock.zone):
        return _bad("time_zone", "There is no such time zone; a name is Europe/Paris.")
    unknown = sorted(clock.kinds.keys() - set(kinds))
    if unknown:
        detail = f"No decision of the game is of the kind {unknown[0]}."
        return Refusal("BAD_CLOCK", "", detail, {"where": "kinds", "kinds": sorted(kinds)})
    for where, minutes, least, most in (
        ("answer", clock.answer, LEAST_ANSWER, MOST_ANSWER),
        *((f"kinds.{it}", given, LEAST_ANSWER, MOST_ANSWER) for it, given in clock.kinds.items()),
        ("notice", clock.notice, 0, MOST_ANSWER),
        ("grace", clock.grace, LEAST_GRACE, MOST_GRACE),
        ("wait", clock.wait, 0, MOST_GRACE),
    ):
        if not least <= minutes <= most:
            return _bad(where, f"From {least} to {most} minutes can be given here.")
    if not clock.days or not set(clock.days) <= set(EVERY_DAY):
        return _bad("days", "At least one day of the week counts; they go from 1 to 7.")
    if not 0 <= clock.opens < clock.closes <= MINUTES_OF_A_DAY:
        return _bad("hours", "The hours of a day begin before they end.")
    if clock.then not in AFTER_GRACE:
        return _bad("then", f"After the grace comes one of {', '.join(AFTER_GRACE)}.")
    return None


def _bad(where: str, detail: str) -> Refusal:
    return Refusal("BAD_CLOCK", "", detail, {"where": where})
