"""A page of the documentation: what it shows in blocks, and the commands that its text names."""

from __future__ import annotations

import re
import shlex
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from markdown_it import MarkdownIt
from markdown_it.token import Token

from tests.command_line.server import ROOT

PAGES = (
    *(ROOT / name for name in ("README.md", "CONTRIBUTING.md", "SECURITY.md")),
    *sorted((ROOT / "docs").glob("*.md")),
)

PROGRAMS = {"curl", "docker", "gunicorn", "honcho", "make", "napoleon", "python", "systemctl"}
"""What a command of the text begins with."""

PROMPT = "$ "


class Block(NamedTuple):
    """A fenced block."""

    page: Path
    line: int
    """The line after the fence that opens it, from 0 on."""
    language: str
    lines: list[str]

    @property
    def text(self) -> str:
        """Its lines as one text."""
        return "\n".join(self.lines) + "\n"


class Step(NamedTuple):
    """A command that a block shows, and what it is shown to print."""

    line: int
    """Where the output begins, in lines of the page from 0 on."""
    command: str
    output: list[str]

    def __str__(self) -> str:
        return f"line {self.line}: {self.command}"


class Command(NamedTuple):
    """A command that is named in a sentence, in a table or in a comment."""

    page: Path
    line: int
    text: str


def blocks(page: Path) -> Iterator[Block]:
    """Every block of a page, in its order. Raises ValueError for one that is indented."""
    lines = page.read_text().splitlines()
    for token in MarkdownIt().parse(page.read_text()):
        if token.type == "fence" and token.map is not None:
            start, end = token.map[0] + 1, token.map[1] - 1
            if lines[start - 1].startswith(" "):
                raise ValueError(f"{page.name}:{start}: a block has to begin at the margin")
            yield Block(page, start, token.info, lines[start:end])


def steps(block: Block) -> Iterator[Step]:
    """The commands of a ``console`` block: each begins with a prompt, and ends as it does in bash.

    Raises ValueError for an output before the first command.
    """
    lines, at = block.lines, 0
    while at < len(lines):
        if not lines[at].startswith(PROMPT):
            raise ValueError(f"{block.page.name}:{block.line + at + 1}: an output of no command")
        command = lines[at].removeprefix(PROMPT)
        at += 1
        while not _is_whole(command):
            command += f"\n{lines[at]}"
            at += 1
        start = at
        while at < len(lines) and not lines[at].startswith(PROMPT):
            at += 1
        yield Step(block.line + start, command, lines[start:at])


def _is_whole(command: str) -> bool:
    try:
        shlex.split(command, comments=True)
    except ValueError:
        return False
    return True


def commands(page: Path) -> Iterator[Command]:
    """Every command in the text of a page; a program alone is a name and no command."""
    for token in MarkdownIt().enable("table").parse(page.read_text()):
        for code in _code(token):
            words = code.split()
            # What an environment is set to stands before the command.
            while words and re.fullmatch(r"[A-Z_]+=\S*", words[0]):
                words = words[1:]
            if len(words) > 1 and words[0] in PROGRAMS:
                yield Command(page, token.map[0] if token.map else 0, code)


def _code(token: Token) -> list[str]:
    return [it.content for it in token.children or () if it.type == "code_inline"]
