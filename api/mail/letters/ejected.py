"""The last mail of a game to people who lost their part in it by somebody else's act."""

from __future__ import annotations

from api.mail.letters.composing import Letter
from api.mail.letters.notices import notice
from api.reading import Reading
from napoleon.log.events.seats import (
    DeputyAppointed,
    DeputyDismissed,
    SeatHandedOver,
    SeatShared,
    ShareEnded,
)
from napoleon.rules.events import JUDGES
from napoleon.rules.prose.chronicle import capital

Parting = SeatHandedOver | ShareEnded | SeatShared | DeputyDismissed | DeputyAppointed
"""Events after which somebody has a seat, a share or a chair no more."""


def ejected(reading: Reading, about: str, holder: str, event: Parting) -> Letter:
    """Tells a former `holder` what they have lost and by whom, to a `reading` of a spectator."""
    over, told = _lost(reading, event)
    nothing = (
        reading.gettext(
            "You see and order nothing there any more, and what you had left to be done for you is "
            "forgotten. Somebody else may take the seat. What you have done so far stands in the "
            "record of the game."
        )
        if isinstance(event, SeatHandedOver)
        else reading.gettext(
            "You see and order nothing there any more. What you have done so far stands in the "
            "record of the game."
        )
    )
    last = reading.gettext(
        "This is the last mail of the game to you. You may still watch it: answer with the line "
        "below."
    )
    lines = (f"{reading.gettext('watch')} {reading.game.id}",)
    return notice(reading, about, [told, nothing, last], lines=lines, over=over)


def _lost(reading: Reading, event: Parting) -> tuple[str, str]:
    """What was lost, as a subject says it, and the same with the one who took it."""
    who = reading.name(event.by)
    if isinstance(event, DeputyDismissed | DeputyAppointed):
        return (
            reading.gettext("you are no longer the deputy of the referee"),
            reading.gettext(
                "%(who)s has dismissed you: you are no longer the deputy of the referee.",
                who=capital(who),
            ),
        )
    seat = reading.subject(event.seat)
    over = reading.gettext("you no longer play %(seat)s", seat=seat)
    if isinstance(event, SeatHandedOver):
        told = reading.gettext(
            "%(who)s has taken your seat from you: you no longer play %(seat)s.",
            who=capital(who),
            seat=seat,
        )
    elif event.by in JUDGES:
        told = reading.gettext(
            "Your part in playing %(seat)s is over: %(who)s has ended it.", seat=seat, who=who
        )
    elif event.by == event.seat:
        told = reading.gettext(
            "Your part in playing %(seat)s is over: the holder of the seat has ended it.", seat=seat
        )
    else:
        told = reading.gettext("Your part in playing %(seat)s is over.", seat=seat)
    return over, told
