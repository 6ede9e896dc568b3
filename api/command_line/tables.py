"""Tables and progress bars that commands print."""

from __future__ import annotations

import sys
from collections.abc import Iterable, Sequence
from typing import IO, Any

from rich.console import Console, ConsoleOptions, RenderableType
from rich.segment import Segment
from rich.table import Table
from rich.text import Text

from api.command_line.output import beneath
from napoleon.record.verifier import visible


def print_table(title: str, columns: Sequence[str], rows: Iterable[Sequence[Any]]) -> None:
    """A text table; None is shown as an empty cell. Numbers are aligned to the right."""
    table = Table(title=visible(title), title_justify="left", title_style="bold")
    lines = [["" if cell is None else cell for cell in row] for row in rows]
    for number, column in enumerate(columns):
        numeric = lines and all(
            isinstance(line[number], int) or line[number] == "" for line in lines
        )
        table.add_column(visible(column), justify="right" if numeric else "left", overflow="fold")
    for line in lines:
        table.add_row(*(Text(visible(str(cell))) for cell in line))
    console().print(table)


class PlainConsole(Console):
    """A console whose texts are shown as they are: only what it adds itself is obeyed."""

    def __init__(self, stream: IO[str], width: int | None = None) -> None:
        super().__init__(file=beneath(stream), width=width, markup=False, emoji=False)

    def render(
        self, renderable: RenderableType, options: ConsoleOptions | None = None
    ) -> Iterable[Segment]:
        """What is printed, piece by piece."""
        for text, style, control in super().render(renderable, options):
            yield Segment(text if control else visible(text), style, control)


def console() -> Console:
    """Standard output. Where it is not a terminal, tables are as wide as they need to be."""
    plain = PlainConsole(sys.stdout)
    return plain if plain.is_terminal else PlainConsole(sys.stdout, width=160)


def progress_console() -> Console:
    """Standard error, for progress bars, so that the output of a command stays clean."""
    return PlainConsole(sys.stderr)
