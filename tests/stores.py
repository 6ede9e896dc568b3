"""Stores in folders of their own, for tests."""

from __future__ import annotations

from pathlib import Path


def embedded(home: Path) -> dict[str, str]:
    """The environment of an embedded store in a folder, which may be created there."""
    return {
        "NAPOLEON_HOME": str(home),
        "CREATE_TABLE": "yes",
        # Nobody cuts off the power while tests run, so they need not wait for the disk.
        "NAPOLEON_SQLITE_SYNCHRONOUS": "NORMAL",
        # Clocks of tests show a day long past: to workers with another clock all games are idle.
        "REDIS_IDLE_DAYS": "0",
    }
