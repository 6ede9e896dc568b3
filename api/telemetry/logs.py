"""The operators' log: one line for each thing that happened, as JSON or as text.

Everything goes through the loggers of the standard library. What a line has besides its message is
given as ``extra``; what belongs to a whole request is added to each of its lines.
"""

from __future__ import annotations

import logging
import re
import sys
import traceback
from collections.abc import Mapping, Sequence
from contextvars import ContextVar
from datetime import UTC, datetime
from types import TracebackType
from typing import Any, TextIO

from pythonjsonlogger.json import JsonFormatter

from api.telemetry.log_settings import Format, Logging
from api.telemetry.secrecy import hide, secrets
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

_NAMES = {"message": "event", "asctime": "timestamp", "levelname": "level", "name": "logger"}
"""What every line has, in this order, by the names that the standard library has for it."""

_EXCEPTION = "exception"

_COLOURS = {"debug": "blue", "info": "green", "warning": "yellow", "error": "red"}

_ExcInfo = tuple[type[BaseException], BaseException, TracebackType | None] | tuple[None, None, None]

_NOTHING: Mapping[str, str] = {}


def configure(env: Mapping[str, str], stream: TextIO | None = None) -> None:
    """Let every logger of this process write to `stream`, by default the standard error.

    Raises BadSetting for a format or a level that does not exist.
    """
    chosen = read(Logging, env)
    out = stream or sys.stderr
    form = chosen.format or (Format.TEXT if out.isatty() else Format.JSON)
    handler = logging.StreamHandler(out)
    handler.addFilter(_with_request)
    handler.setFormatter(_Objects(env) if form is Format.JSON else _Texts(env, out.isatty()))
    root = logging.getLogger()
    root.handlers = [handler]
    root.setLevel(chosen.level.upper())
    for name in _TALKATIVE:
        logging.getLogger(name).setLevel(logging.WARNING)


def _with_request(record: logging.LogRecord) -> bool:
    """Give a line what belongs to its request; none is left out."""
    record.__dict__ = {**noted(), **record.__dict__}
    return True


class _Objects(JsonFormatter):
    """Lines as programs read them: one JSON object each."""

    def __init__(self, env: Mapping[str, str]) -> None:
        super().__init__(list(_NAMES), rename_fields={**_NAMES, "exc_info": _EXCEPTION})
        self._secrets = secrets(env)

    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:  # noqa: N802
        """When it happened, in UTC to the microsecond."""
        return datetime.fromtimestamp(record.created, UTC).strftime("%Y-%m-%dT%H:%M:%S.%fZ")

    def formatException(self, ei: _ExcInfo) -> str:  # noqa: N802
        """See `traced`."""
        return traced(ei)

    def process_log_record(self, log_data: dict[str, Any]) -> dict[str, Any]:
        """The line without any secret, or any character that is not seen."""
        log_data["level"] = log_data["level"].lower()
        if _EXCEPTION in log_data:  # it is long, so it comes last
            log_data[_EXCEPTION] = log_data.pop(_EXCEPTION)
        return {name: _scrubbed(self._secrets, value) for name, value in log_data.items()}


class _Texts(_Objects):
    """Lines as people read them, in colours on a terminal."""

    def __init__(self, env: Mapping[str, str], colours: bool) -> None:
        super().__init__(env)
        self._colours = colours

    def jsonify_log_record(self, log_data: dict[str, Any]) -> str:
        """When and how bad, what, by whom, and what else is known; an error on lines of its own."""
        facts = dict(log_data)
        level, what = facts.pop("level"), facts.pop("event")
        error = facts.pop(_EXCEPTION, None)
        words = [
            self._shown(facts.pop("timestamp"), dim=True),
            self._shown(f"{level:8}", fg=_COLOURS.get(level)),
            self._shown(what, bold=True),
            self._shown(f"[{facts.pop('logger')}]", dim=True),
            *(f"{name}={value}" for name, value in facts.items()),
        ]
        return " ".join(words) + (f"\n{error}" if error else "")

    def _shown(self, text: str, **style: Any) -> str:
        if not self._colours:
            return text
        # Servers do without it in their first processes.
        from click import style as styled

        return styled(text, **style)


def traced(exc_info: _ExcInfo) -> str:
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


def _scrubbed(found: Sequence[str], value: Any) -> Any:
    if isinstance(value, str):
        return visible(_SECRETS.sub("…", hide(value, found)))
    return value


_noted: ContextVar[Mapping[str, str]] = ContextVar("noted", default=_NOTHING)


def noted() -> Mapping[str, str]:
    """What has been noted of the current request, by the names that lines give it."""
    return _noted.get()


def note(**facts: str) -> None:
    """Add `facts` to every line about the current request."""
    _noted.set({**_noted.get(), **facts})


def forget() -> None:
    """Note nothing any more: a request has ended, or another one begins."""
    _noted.set(_NOTHING)
