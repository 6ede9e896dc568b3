"""What commands print: text for people, JSON for programs; `tables` prints what has columns.

Everything that is printed passes through here: names and texts in games come from others, and a
terminal must neither obey them nor take them for markup.
"""

from __future__ import annotations

import io
import json
import re
import sys
from collections.abc import Mapping
from typing import IO, Any, NoReturn, TextIO, cast

import click
import msgspec

from napoleon.record.verifier import is_unseen, visible

as_json = click.option("--json", "json", is_flag=True, help="Print JSON for programs.")
"""The option of every command that prints."""


class Failed(click.ClickException):
    """What was asked was refused, or a check failed: the command ends with status 1."""

    def __init__(self, detail: str, code: str, answer: Mapping[str, Any]) -> None:
        super().__init__(detail)
        self.code, self.answer = code, answer


def fail(detail: str, code: str = "REFUSED", answer: Mapping[str, Any] | None = None) -> NoReturn:
    """End the command with status 1: what was asked was refused, or a check failed.

    `detail` is a sentence, `code` is for programs, and `answer` is what else they are told.
    """
    raise Failed(detail, code, answer or {})


def print_failure(error: click.ClickException, *, as_json: bool) -> None:
    """Say why a command failed, on standard error; to programs also as their one document."""
    if as_json:
        code = error.code if isinstance(error, Failed) else "USAGE"
        answer = error.answer if isinstance(error, Failed) else {}
        print_json({**answer, "error": {"code": code, "detail": error.format_message()}})
    if isinstance(error, Failed):
        click.echo(error.message, err=True)
    else:
        error.show()


def print_json(answer: Any) -> None:
    """One JSON document on standard output."""
    text = json.dumps(msgspec.to_builtins(answer, str_keys=True), ensure_ascii=False, indent=2)
    text = "".join(map(_escaped, text)) if not text.isprintable() else text
    try:
        text.encode(sys.stdout.encoding or "utf-8")
    except UnicodeEncodeError:
        text = _BEYOND_ASCII.sub(lambda found: _escape(found[0]), text)
    click.echo(text)


_BEYOND_ASCII = re.compile(r"[^\x00-\x7f]")


def _escaped(character: str) -> str:
    return _escape(character) if is_unseen(character) else character


def _escape(character: str) -> str:
    return json.dumps(character)[1:-1]


# -- what all of it passes through -----------------------------------------------------------------


class PlainStream(io.TextIOBase):
    """A text stream that lets nothing through that a terminal would obey.

    It has no buffer of bytes, so that nothing gets around it.
    """

    def __init__(self, beneath: TextIO) -> None:
        self.beneath = beneath

    @property
    def encoding(self) -> str:  # type: ignore[override]
        """The encoding of the stream beneath it."""
        return self.beneath.encoding

    def write(self, text: str) -> int:
        """Write a text, as far as it can be shown."""
        self.beneath.write(visible(text))
        return len(text)

    def flush(self) -> None:
        """Flush the stream beneath it."""
        self.beneath.flush()

    def isatty(self) -> bool:
        """Whether the stream beneath it is a terminal."""
        return self.beneath.isatty()

    def fileno(self) -> int:
        """The descriptor of the stream beneath it."""
        return self.beneath.fileno()

    def writable(self) -> bool:
        """It can be written to."""
        return True


def print_plainly() -> None:
    """Let all that this process prints from now on pass through a `PlainStream`.

    A character that the encoding of a stream does not have is printed as a question mark.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if isinstance(stream, PlainStream):
            continue
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="replace")
        setattr(sys, name, PlainStream(stream))


def beneath(stream: IO[str]) -> TextIO:
    """The stream beneath, for callers who themselves make sure that nothing is obeyed."""
    return stream.beneath if isinstance(stream, PlainStream) else cast("TextIO", stream)
