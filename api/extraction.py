"""What ``make messages`` finds in the sources of events: their sentences, for the catalogues."""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any

_SENTENCES = ("veiled", "fogged", "faded")
"""Arguments of `napoleon.rules.events.recorded` that are sentences, besides the second one."""

Found = tuple[int, None, str, list[str]]
"""Line, name of the function (none: it is the text alone), text, and comments."""


def sentences(
    file: IO[bytes], keywords: Mapping[str, Any], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """Every sentence of the events that a module declares, as Babel asks for them."""
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id != "recorded":
                continue
            told = [*node.args[1:2], *(it.value for it in node.keywords if it.arg in _SENTENCES)]
            for it in told:
                if isinstance(it, ast.Constant) and isinstance(it.value, str) and it.value:
                    yield it.lineno, None, it.value, []
