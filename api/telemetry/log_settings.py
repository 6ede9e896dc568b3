"""The settings of the operators' log; they can be read without loading what writes it."""

from __future__ import annotations

from enum import StrEnum

from msgspec import Struct, field

FORMAT = "NAPOLEON_LOG"
LEVEL = "NAPOLEON_LOG_LEVEL"


class Level(StrEnum):
    """How important a line is."""

    DEBUG = "debug"
    INFO = "info"
    WARNING = "warning"
    ERROR = "error"


class Format(StrEnum):
    """How lines are written."""

    JSON = "json"
    TEXT = "text"


class Logging(Struct, frozen=True):
    """The settings of the operators' log."""

    level: Level = field(default=Level.INFO, name=LEVEL)
    """The lowest level that is written."""
    format: Format | None = field(default=None, name=FORMAT)
    """None is text where the lines go to a terminal."""
