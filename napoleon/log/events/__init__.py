"""What a log can hold besides the events of a game's own table."""

from napoleon.log.events import (
    cases,
    draws,
    evidence,
    forks,
    house,
    press,
    rewinds,
    rules,
    seats,
    texts,
)

__all__ = [
    "cases",
    "draws",
    "evidence",
    "forks",
    "house",
    "press",
    "rewinds",
    "rules",
    "seats",
    "texts",
]
