"""The operators' log: one line for each thing that happened, as JSON or as text.

Everything goes through the loggers of the standard library. What a line has besides its message is
given as ``extra``; what belongs to a whole request is added to each of its lines.
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from collections.abc import Mapping
from functools import partial
from typing import TextIO

import structlog
from structlog.stdlib import ProcessorFormatter
from structlog.typing import EventDict, ExcInfo, Processor, WrappedLogger

from api.telemetry.log_settings import Format, Logging
from api.telemetry.secrecy import without_secrets
from napoleon.environment import read
from napoleon.record.verifier import visible

_SECRETS = re.compile(r"[0-9a-z]{10}\.[^\s.\"']+\.[\w-]{32}|(?<=[Bb]earer )\S+|(?<=\?)[^\s\"']+")
"""Tokens, and the query of an address: libraries put what they have received into their errors."""

_TALKATIVE = ("httpcore", "httpx")
"""These log the addresses they call. A webhook's address is its owner's business."""

_HARMLESS = frozenset({"OperationalError", "InterfaceError", "OSError", "ImportError"})
"""Errors whose text tells of the machine, and nothing of the game that was being handled.

By their names, as they come from several libraries, none of which is to be loaded in a server's
first process, before the live server's processes have made its locks their own.
"""


def configure(env: Mapping[str, str], stream: TextIO | None = None) -> None:
    """Let every logger of this process write to `stream`, by default the standard error.

    Raises BadSetting for a format or a level that does not exist.
    """
    chosen = read(Logging, env)
    out = stream or sys.stderr
    form = chosen.format or (Format.TEXT if out.isatty() else Format.JSON)
    handler = logging.StreamHandler(out)
    handler.setFormatter(
        ProcessorFormatter(
            foreign_pre_chain=[
                structlog.processors.TimeStamper(fmt="iso", utc=True),
                structlog.stdlib.add_log_level,
                structlog.stdlib.add_logger_name,
                structlog.contextvars.merge_contextvars,
                structlog.stdlib.ExtraAdder(),
            ],
            processors=[
                ProcessorFormatter.remove_processors_meta,
                structlog.processors.ExceptionRenderer(traced),
                partial(_scrubbed, env),
                _renderer(form, out),
            ],
        )
    )
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(chosen.level.upper())
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)


def _renderer(form: Format, out: TextIO) -> Processor:
    if form is Format.JSON:
        return structlog.processors.JSONRenderer()
    return structlog.dev.ConsoleRenderer(colors=out.isatty())


def traced(exc_info: ExcInfo) -> str:
    """Where an error comes from and what it is, but not always what it says.

    What an error says may be hidden: a KeyError, say, names the card that was looked for.
    """
    told = ""
    error: BaseException | None = exc_info[1]
    while error is not None:
        name = type(error).__qualname__
        kinds = {kind.__name__ for kind in type(error).__mro__}
        what = f"{name}: {error}" if kinds & _HARMLESS else name
        told = "".join(traceback.format_tb(error.__traceback__)) + f"{what}\n{told}"
        error = error.__cause__ or (None if error.__suppress_context__ else error.__context__)
    return told.rstrip()


def _scrubbed(env: Mapping[str, str], _: WrappedLogger, __: str, line: EventDict) -> EventDict:
    return {
        name: visible(_SECRETS.sub("…", without_secrets(value, env)))
        if isinstance(value, str)
        else value
        for name, value in line.items()
    }
