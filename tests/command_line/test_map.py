"""``napoleon map``: the map of a game as a picture."""

from __future__ import annotations

import struct
from pathlib import Path
from xml.etree import ElementTree

from tests.command_line.conftest import Shell


def test_the_map_is_printed_as_svg(veteran: Shell, game: str) -> None:
    svg = veteran.run("map", game).stdout
    assert ElementTree.fromstring(svg).tag == "{http://www.w3.org/2000/svg}svg"
    assert "Ligny" in svg and "var(" not in svg
    assert svg == veteran.run("map", game).stdout


def test_an_earlier_version_is_drawn_as_somebody_may_see_it(veteran: Shell, game: str) -> None:
    early = veteran.run("map", game, "--at", "60", "--seat", "french").stdout
    assert "June 1815, " in early
    assert early != veteran.run("map", game, "--seat", "french").stdout


def test_files_are_written_and_named(veteran: Shell, game: str, tmp_path: Path) -> None:
    svg, png = tmp_path / "map.svg", tmp_path / "map.png"
    arguments = ("map", game, "--at", "40", "--svg", str(svg), "--png", str(png), "--width", "300")
    assert veteran.run(*arguments).stdout == f"{svg}\n{png}\n"
    assert svg.read_text(encoding="utf-8") == veteran.run("map", game, "--at", "40").stdout[:-1]
    assert struct.unpack(">I", png.read_bytes()[16:20]) == (300,)
    told = veteran.json(*arguments)
    assert told == {
        "game": game,
        "version": 40,
        "reader": "spectator",
        "files": [str(svg), str(png)],
    }
    light = png.read_bytes()
    veteran.run(*arguments, "--theme", "dark")
    assert png.read_bytes() != light


def test_what_can_not_be_drawn(veteran: Shell, game: str, tmp_path: Path) -> None:
    nowhere = str(tmp_path / "nowhere" / "map.png")
    for arguments, message in (
        (("0000000000",), "There is no game 0000000000"),
        ((game, "--seat", "russian"), "no seat russian"),
        ((game, "--at", "99999"), "no version 99999"),
        ((game, "--png", nowhere), "cannot be written: No such file or directory"),
    ):
        result = veteran.run("map", *arguments, status=1)
        assert message in result.stderr
        assert result.stdout == ""


def test_wrong_usage_of_map(veteran: Shell, game: str) -> None:
    for arguments in ((), (game, "--json"), (game, "--theme", "pink"), (game, "--width", "5")):
        assert veteran.run("map", *arguments, status=2).stderr.startswith("Usage:")


def test_before_the_table_is_laid_there_is_a_word(veteran: Shell, game: str) -> None:
    assert "The table has not been laid yet." in veteran.run("map", game, "--at", "1").stdout
