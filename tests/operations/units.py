"""The units of systemd, as they are read."""

from __future__ import annotations

from configparser import ConfigParser

from tests.command_line.server import ROOT

UNITS = ROOT / "deploy" / "systemd"


def unit(name: str) -> ConfigParser:
    """What the unit of that name says, by section."""
    parser = ConfigParser(interpolation=None, strict=False)
    parser.optionxform = str  # type: ignore[assignment,method-assign]
    parser.read_string((UNITS / name).read_text())
    return parser
