"""The bounds of what is set for a game: its clock, its dispatches, and how it treats odd mails."""

from __future__ import annotations

from collections.abc import Collection

from napoleon.log.clocks import (
    AFTER_GRACE,
    EVERY_DAY,
    FORFEIT,
    MINUTES_OF_A_DAY,
    REFEREE_DECIDES,
    Clock,
)
from napoleon.log.dispatches import PER_CENT, Charter
from napoleon.log.events.mails import TREATMENTS
from napoleon.log.zones import is_zone
from napoleon.rules.contract import Ruleset
from napoleon.rules.orders import Refusal

LEAST_ANSWER = 5
"""Minutes: less is no game by mail."""

MOST_ANSWER = 60 * MINUTES_OF_A_DAY

LEAST_GRACE = 60
"""Minutes between the late notice and what comes of silence, whatever the clock of the machine
does: an hour in which somebody can see that it is wrong."""

MOST_GRACE = 30 * MINUTES_OF_A_DAY


FASTEST = 100
"""Roads, or borders, that a charter lets dispatches ride in a turn at most."""


def refuse_clock(
    clock: Clock, kinds: Collection[str], *, referee: bool, claimed: bool = True
) -> Refusal | None:
    """Why a clock makes no sense, ``BAD_CLOCK``; `kinds` are those of the game's decisions.

    Without a `referee` nobody could decide what comes after the grace, so the clock has to say.
    `claimed` says whether a game can be claimed from a seat that is silent, see `may_be_claimed`.
    """
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
    if clock.then == REFEREE_DECIDES and not referee:
        detail = (
            "The game has no referee to decide after the grace: let the seat pass, or the other "
            "side claim the game."
        )
        return _bad("then", detail)
    if clock.then == FORFEIT and not claimed:
        detail = "Nobody can claim this game from a silent seat: let the seat pass."
        return _bad("then", detail)
    return None


def may_be_claimed(rules: Ruleset, seats: Collection[str], bots: Collection[str] = ()) -> bool:
    """Whether a game can be claimed from a silent seat: it ends so, and somebody else is there."""
    ends = any((rules.forfeited(it) or rules.leaving(it)) is not None for it in seats)
    return ends and len({*seats} - {*bots}) > 1


def refuse_charter(charter: Charter, *, ridden: bool) -> Refusal | None:
    """Why dispatches cannot fare so: ``NO_DISPATCHES``, ``BAD_PAYLOAD``.

    `ridden` says whether the game knows couriers at all, and has chance to decide their fate.
    """
    if not ridden:
        return Refusal("NO_DISPATCHES", "", "This game knows no dispatches.")
    odds = charter.lost >= 0 and charter.captured >= 0
    if not odds or charter.lost + charter.captured > PER_CENT or not 1 <= charter.pace <= FASTEST:
        detail = f"Of {PER_CENT} at most all are lost or captured; the pace is 1 to {FASTEST}."
        return Refusal("BAD_PAYLOAD", "", detail)
    return None


def refuse_treatment(treatment: str) -> Refusal | None:
    """Why odd mails cannot be treated so, ``BAD_PAYLOAD``."""
    if treatment in TREATMENTS:
        return None
    detail = f"An odd mail is treated in one of these ways: {', '.join(TREATMENTS)}."
    return Refusal("BAD_PAYLOAD", "", detail, {"allowed": list(TREATMENTS)})


def _bad(where: str, detail: str) -> Refusal:
    return Refusal("BAD_CLOCK", "", detail, {"where": where})
