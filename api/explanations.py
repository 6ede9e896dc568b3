"""What an order, a standing order or a correction does, as its class says in its first sentence."""

from __future__ import annotations

import inspect
import re
from functools import cache

import msgspec

_CLAUSES = re.compile(r"\s*\[[^]]*\]")
_FOR_PROGRAMS = re.compile(r"\s*\([^)]*`[^)]*\)")


@cache
def explanation(struct: type[msgspec.Struct]) -> str:
    """The first paragraph of a docstring, for people: without clauses and names of fields.

    >>> class Pass(msgspec.Struct):
    ...     '''Play a card, or (`card` is null) none [E-13, E-24].'''
    >>> explanation(Pass)
    'Play a card, or none.'
    """
    return explained(inspect.getdoc(struct) or "")


def explained(docstring: str) -> str:
    """What a docstring says for people."""
    words = docstring.partition("\n\n")[0].replace("\n", " ")
    return _CLAUSES.sub("", _FOR_PROGRAMS.sub("", words)).replace("`", "")
