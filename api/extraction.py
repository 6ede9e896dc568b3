"""What ``make messages`` finds in the sources of games besides calls.

That is the sentences of events, and what the structs that are shown as forms are called and do.
"""

from __future__ import annotations

import ast
from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any

from api.explanations import explained
from napoleon.rules.plain_views import label

_SENTENCES = ("veiled", "fogged", "faded")
"""Arguments of `napoleon.rules.events.recorded` that are sentences, besides the second one."""

Found = tuple[int, None, str, list[str]]
"""Line, name of the function (none: it is the text alone), text, and comments."""


def sentences(
    file: IO[bytes], keywords: Mapping[str, Any], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """Every sentence of the events that a module declares, as Babel asks for them.

    What is noted in it besides is found too.
    """
    for node in ast.walk(ast.parse(file.read())):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            if node.func.id == "noted":
                told = node.args
            elif node.func.id == "recorded":
                others = (it.value for it in node.keywords if it.arg in _SENTENCES)
                told = [*node.args[1:2], *others]
            else:
                continue
            for it in told:
                if isinstance(it, ast.Constant) and isinstance(it.value, str) and it.value:
                    yield it.lineno, None, it.value, []


def declared(
    file: IO[bytes], keywords: Mapping[str, Any], tags: Collection[str], options: Mapping[str, Any]
) -> Iterator[Found]:
    """What the structs of a module, such as orders, are called on pages, as Babel asks for it.

    That is what each does, by its docstring, its tag, its fields, and the words to choose from.
    """
    for node in ast.walk(ast.parse(file.read())):
        match node:
            case ast.ClassDef():
                yield from ((node.lineno, None, text, []) for text in _of_struct(node))
            case ast.Subscript(value=ast.Name(id="Literal"), slice=chosen):
                several = chosen.elts if isinstance(chosen, ast.Tuple) else [chosen]
                words = [it.value for it in several if isinstance(it, ast.Constant)]
                yield from ((node.lineno, None, label(str(it)), []) for it in words)


def _of_struct(node: ast.ClassDef) -> Iterator[str]:
    tag = next((it.value for it in node.keywords if it.arg == "tag"), None)
    if isinstance(tag, ast.Constant):
        yield label(str(tag.value))
        yield explained(ast.get_docstring(node) or "")
    for it in node.body:
        match it:
            # Ids and places on a drawing are not told.
            case ast.AnnAssign(target=ast.Name(id=name)) if len(name) > 2:
                yield label(name)
