"""A release is a tag, a number that the build takes from one place, and a changelog section."""

from __future__ import annotations

import re
import subprocess
from configparser import ConfigParser
from importlib.metadata import version
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[2]
SECTION = re.compile(
    r"^## (\d+\.\d+\.\d+)(?: - (\d{4}-\d\d-\d\d)| \((unreleased)\))?$", re.MULTILINE
)

SCREEN = 55
"""Lines that a section of the changelog has at most."""


def number() -> str:
    """The one place."""
    settings = ConfigParser()
    settings.read(ROOT / "setup.cfg")
    return settings["metadata"]["version"]


def sections() -> list[tuple[str, str, str]]:
    return SECTION.findall((ROOT / "CHANGELOG.md").read_text())


def git(*arguments: str) -> str:
    told = subprocess.run(
        ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
    )
    return told.stdout if told.returncode == 0 else ""


def ordered(released: str) -> tuple[int, ...]:
    return tuple(map(int, released.split(".")))


def test_the_build_takes_its_number_from_there() -> None:
    assert version("napoleon") == number()
    for file in ("pyproject.toml", "napoleon/__init__.py"):
        assert number() not in (ROOT / file).read_text()


def test_the_newest_section_is_about_that_number() -> None:
    newest, day, unreleased = sections()[0]
    assert number() == (f"{newest}.dev0" if unreleased else newest)
    assert bool(day) != bool(unreleased)
    numbers = [ordered(it) for it, *_ in sections()]
    assert numbers == sorted(set(numbers), reverse=True)
    assert not any(unreleased for *_, unreleased in sections()[1:])


def test_a_section_is_a_screen_long() -> None:
    told = re.split("^## ", (ROOT / "CHANGELOG.md").read_text(), flags=re.MULTILINE)[1:]
    assert {it.split("\n", 1)[0]: n for it in told if (n := it.count("\n")) > SCREEN} == {}


@pytest.mark.skipif(not git("tag", "--list", "v*"), reason="this checkout has no tags")
def test_every_section_of_a_release_has_its_tag_and_says_the_same_there() -> None:
    tags = git("tag", "--list", "v*").split()
    released = [it for it, _, unreleased in sections() if not unreleased]
    assert {f"v{it}" for it in released} >= set(tags)
    for tag in tags:
        assert f"version = {tag[1:]}\n" in git("show", f"{tag}:setup.cfg")
        assert f"## {tag[1:]}" in git("show", f"{tag}:CHANGELOG.md")


def test_a_store_is_recorded_of_every_release_since_0_7_0() -> None:
    for it, _, unreleased in sections():
        if not unreleased and ordered(it) >= (0, 7, 0):
            assert (ROOT / "tests" / "recorded_logs" / it / "log.sqlite.gz").is_file(), it
