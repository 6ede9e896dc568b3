"""Findings: what was looked at, how it is, and what to do about it."""

from __future__ import annotations

from enum import StrEnum

import msgspec


class State(StrEnum):
    """How something is."""

    GOOD = "good"
    TO_CHANGE = "to change"
    NOT_KNOWN = "not known"


class Finding(msgspec.Struct, frozen=True):
    """What was found when one thing was looked at."""

    about: str
    """What was looked at, in a word or two: ``SPF``."""
    state: State
    said: str
    """What was found, as a sentence."""
    cure: str = ""
    """What to do, as a sentence; empty if nothing is to be done."""
    record: str = ""
    """The line of a zone file that is to be there; empty if it is not about the DNS."""


def good(about: str, said: str) -> Finding:
    """Nothing is to be done."""
    return Finding(about, State.GOOD, said)


def to_change(about: str, said: str, cure: str, record: str = "") -> Finding:
    """Something is to be done."""
    return Finding(about, State.TO_CHANGE, said, cure, record)


def not_known(about: str, said: str, cure: str = "", record: str = "") -> Finding:
    """It could not be looked at, or nobody can tell from here."""
    return Finding(about, State.NOT_KNOWN, said, cure, record)
