"""Game files that have travelled through forums and mails are read as they were written."""

from __future__ import annotations

import html
import json
import textwrap
from collections.abc import Callable
from functools import cache
from pathlib import Path

import pytest
from click.testing import CliRunner

from api.command_line.main import main
from napoleon.play import game_file, posted
from napoleon.play.game_file import BadGameFile, ReadGame
from tests.napoleon1815.test_game_file import text_of

Travel = Callable[[str], str]


def quoted(text: str, mark: str = "> ") -> str:
    return "".join(f"{mark}{line}".rstrip() + "\n" for line in text.splitlines())


def curly(text: str) -> str:
    """As word processors do: a quote after a blank or a bracket opens, any other closes."""
    told = ""
    for at, letter in enumerate(text):
        if letter == '"':
            told += "\u201c" if not at or text[at - 1] in " \n[({\\" else "\u201d"
        else:
            told += letter
    return told


def wrapped(text: str, width: int = 80, *, words: bool = True) -> str:
    """As mail programs do: longer lines are broken at blanks, long words where the line ends."""
    return "\n".join(
        "\n".join(textwrap.wrap(line, width, break_long_words=words, break_on_hyphens=False))
        for line in text.splitlines()
    )


TRAVELS: dict[str, Travel] = {
    "as it is": lambda text: text,
    "quoted": quoted,
    "quoted twice": lambda text: quoted(quoted(text), ">"),
    "code": lambda text: f"[code]\n{text}[/code]\n",
    "code in its lines": lambda text: (
        f"Look at this:\n\n[CODE]{text.rstrip()}[/CODE]\nWell played!\n"
    ),
    "a quote of code": lambda text: f"[quote=Ann]\n[code]\n{text}\n[/code]\n[/quote]\n",
    "a fence": lambda text: f"Our game:\n\n```text\n{text}```\n\nRegards\n",
    "a quoted fence": lambda text: quoted(f"~~~\n{text}~~~\n"),
    "curly quotes": curly,
    "entities": html.escape,
    "entities of quotes": lambda text: text.replace('"', "&quot;").replace("'", "&#39;"),
    "wrapped at 80": wrapped,
    "wrapped at 72, long words whole": lambda text: wrapped(text, 72, words=False),
    "quoted, then wrapped": lambda text: wrapped(quoted(text)),
    "wrapped, then quoted": lambda text: quoted(wrapped(text)),
    "wrapped and curly in a fence": lambda text: f"```\n{curly(wrapped(text, 76))}\n```\n",
    "blanks": lambda text: text.replace(" ", "\u00a0").replace("\n", "  \r\n"),
    "a mark before it": lambda text: f"\ufeff{text}",
}


@cache
def whole() -> ReadGame:
    read = game_file.read(text_of())
    assert isinstance(read, ReadGame)
    return read


@pytest.mark.sampled(6)
@pytest.mark.parametrize("how", TRAVELS)
def test_a_file_that_has_travelled_is_read_as_it_was(how: str) -> None:
    text = TRAVELS[how](text_of())
    read = game_file.read(text)
    assert isinstance(read, ReadGame), (read.line, read.detail, text.splitlines()[read.line - 1])
    assert read.orders == whole().orders
    assert len(read.events) == len(whole().events)


def test_the_command_reads_it_too(tmp_path: Path) -> None:
    file = tmp_path / "game.txt"
    file.write_text(quoted(wrapped(text_of())), encoding="utf-8")
    told = CliRunner().invoke(main, ["notation", "check", str(file), "--json"])
    assert told.exit_code == 0, told.output
    assert json.loads(told.stdout)["orders"] == len(whole().orders)


@pytest.mark.parametrize("how", ["as it is", "quoted", "a fence", "curly quotes", "wrapped at 80"])
def test_what_cannot_be_read_is_refused_at_its_line(how: str) -> None:
    lines = TRAVELS[how](text_of()).split("\n")
    orders = [n for n, it in enumerate(lines) if "French: " in it or "Allied: " in it]
    place = orders[8]
    wrong = [*lines[:place], lines[place].split(":")[0] + ": xyzzy", *lines[place + 1 :]]
    read = game_file.read("\n".join(wrong))
    assert isinstance(read, BadGameFile)
    assert read.line == place + 1
    assert read.good.orders == whole().orders[: len(read.good.orders)]
    assert read.good.orders


def test_a_line_that_belongs_nowhere_is_not_swallowed() -> None:
    """A misspelt seat is no part of the line before it."""
    for text in (text_of(), wrapped(text_of())):
        lines = text.split("\n")
        short = next(n for n, it in enumerate(lines) if it.startswith("French: ") and len(it) < 40)
        wrong = [*lines[: short + 1], "Frnch: pass", *lines[short + 1 :]]
        read = game_file.read("\n".join(wrong))
        assert isinstance(read, BadGameFile)
        assert read.line == short + 2


def test_half_an_order_is_never_given() -> None:
    """A line that follows a full one is no order by itself, and the first alone is not either."""
    width = max(map(len, wrapped(text_of()).splitlines()))
    lines = wrapped(text_of()).split("\n")
    order = next(n for n, it in enumerate(lines) if it.startswith("French: "))
    full = lines[order] + " " * (width - len(lines[order]))
    read = game_file.read(
        "\n".join([*lines[:order], f"{full[:-1]}.", "xyzzy", *lines[order + 1 :]])
    )
    assert isinstance(read, BadGameFile)
    assert read.line in (order + 1, order + 2)


def test_texts_of_players_keep_their_quotes() -> None:
    line = 'French: message "He said \u201cnow\u201d."'
    assert posted.straightened(line) == line
    assert posted.straightened("French: message \u201cHe said \\\u201dnow\\\u201d.\u201d") == (
        'French: message "He said \\"now\\"."'
    )
