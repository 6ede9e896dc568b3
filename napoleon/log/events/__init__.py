"""What a log can hold besides the events of a game's own table."""

from napoleon.log.events import (
    cases,
    clocks,
    dispatches,
    draws,
    evidence,
    forks,
    house,
    mails,
    press,
    rewinds,
    rules,
    seats,
    texts,
)

__all__ = [
    "cases",
    "clocks",
    "dispatches",
    "draws",
    "evidence",
    "forks",
    "house",
    "mails",
    "press",
    "rewinds",
    "rules",
    "seats",
    "texts",
]
