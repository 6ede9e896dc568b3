"""What a log can hold besides the events of a game's own table."""

from napoleon.log.events import (
    cases,
    clocks,
    dispatches,
    draws,
    grey_press,
    mails,
    press,
    rewinds,
    rules,
    seats,
    service,
    texts,
)

__all__ = [
    "cases",
    "clocks",
    "dispatches",
    "draws",
    "evidence",
    "forks",
    "grey_press",
    "mails",
    "press",
    "rewinds",
    "rules",
    "seats",
    "service",
    "texts",
]
