"""Every regular expression of the service, how it is used, and the worst texts for it.

Module by module the patterns are found in the source: what `re` is given in a call, and by which
methods a pattern that is kept under a name is used. What is put together when it is called is
reported as such, for a test that calls it.
"""

from __future__ import annotations

import ast
import importlib
import math
import pkgutil
import re
from collections.abc import Iterator
from pathlib import Path
from re import _parser as parser  # type: ignore[attr-defined]
from time import thread_time
from types import ModuleType
from typing import Any, NamedTuple

ROOMS = ("napoleon", "api", "projections")

FUNCTIONS = ("search", "match", "fullmatch", "sub", "subn", "split", "findall", "finditer")


ENDINGS = ("", "\0", "!", " x", "\n!")

LONGEST = 4000
"""Characters of the longer texts: twice as many as a line has."""

ENOUGH = 0.003
"""Seconds in which what is linear is long done with `LONGEST` characters."""

TIMES = 15
"""How often what looks slow is timed: the fastest counts, as others may have slowed the rest."""

AT_LEAST = 2
"""How often it is timed again even if it does not look slow any more."""

TOO_MUCH = 8
"""How many times longer four times the text takes if it is not linear: 16 times if quadratic."""


class Use(NamedTuple):
    """A pattern as it is used somewhere."""

    where: str
    pattern: re.Pattern[Any]
    method: str
    """How it is tried: ``search`` from everywhere, or ``match`` or ``fullmatch``."""


class Made(NamedTuple):
    """A pattern that is put together when a function is called."""

    where: str
    call: str


def modules() -> Iterator[ModuleType]:
    """Every module of the service."""
    for room in ROOMS:
        package = importlib.import_module(room)
        yield package
        for it in pkgutil.walk_packages(package.__path__, f"{room}."):
            if not it.name.endswith("__main__"):
                yield importlib.import_module(it.name)


def uses(module: ModuleType) -> Iterator[Use | Made]:
    """The patterns of a module: those under its names, and those in its calls."""
    assert module.__file__ is not None
    tree = ast.parse(Path(module.__file__).read_text())
    kept = {
        name: value for name, value in vars(module).items() if any(True for _ in _patterns(value))
    }
    for name, value in kept.items():
        methods = {
            node.attr
            for node in ast.walk(tree)
            if isinstance(node, ast.Attribute)
            and isinstance(node.value, ast.Name)
            and node.value.id == name
            and node.attr in FUNCTIONS
        }
        if any(_is_matched_step_by_step(node, name) for node in ast.walk(tree)):
            methods.add("match")
        for pattern in _patterns(value):
            yield from (
                Use(f"{module.__name__}.{name}", pattern, method) for method in _tried(methods)
            )
    for function in ast.walk(tree):
        if not isinstance(function, ast.FunctionDef):
            continue
        for node in ast.walk(function):
            if _of_re(node):
                yield _called(module, function.name, node)


def _tried(methods: set[str]) -> Iterator[str]:
    yield from sorted(methods & {"match", "fullmatch"})
    if methods - {"match", "fullmatch"} or not methods:
        yield "search"


def _is_matched_step_by_step(node: ast.AST, name: str) -> bool:
    """Whether it is a call of `napoleon.rules.notation.codecs.one_after_the_other`."""
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Name)
        and node.func.id == "one_after_the_other"
        and isinstance(node.args[0], ast.Name)
        and node.args[0].id == name
    )


def _patterns(value: object) -> Iterator[re.Pattern[Any]]:
    if isinstance(value, re.Pattern):
        yield value
    elif isinstance(value, dict):
        yield from (found for it in value.values() for found in _patterns(it))
    elif isinstance(value, list | tuple):
        yield from (found for it in value for found in _patterns(it))


def _of_re(node: ast.AST) -> bool:
    return (
        isinstance(node, ast.Call)
        and isinstance(node.func, ast.Attribute)
        and isinstance(node.func.value, ast.Name)
        and node.func.value.id == "re"
        and node.func.attr in (*FUNCTIONS, "compile")
    )


def _called(module: ModuleType, function: str, node: Any) -> Use | Made:
    where = f"{module.__name__}.{function}"
    first = node.args[0]
    if not isinstance(first, ast.Constant):
        return Made(where, ast.unparse(node))
    [method] = _tried({node.func.attr})
    return Use(where, re.compile(first.value, re.IGNORECASE), method)


class _Sample(NamedTuple):
    """A text that a part of a pattern matches, and what it can be made longer with."""

    text: str
    pumps: list[tuple[str, str]]
    """What stands before a repeat, and one turn of it."""


def attacks(use: Use, at_most: int = 40) -> Iterator[tuple[str, str]]:
    """What stands before a text that is repeated, and the text.

    Each is a part of the pattern, or one of `at_most` letters of it, or one after the other.
    """
    tree = parser.parse(use.pattern.pattern, use.pattern.flags & ~re.UNICODE)
    letters = sorted(_letters(tree) | set(" a0A_\t\n"))
    letters = letters[:: max(1, len(letters) // at_most)][:at_most]
    found = dict.fromkeys(
        (before, pump)
        for before, body in (*_sample(tree, 1).pumps, *_sample(tree, 0).pumps)
        for pump in (body, *letters, *(f"{body}{it}" for it in letters))
        if pump
    )
    yield from found
    yield from ((("", it)) for it in letters)


def trouble(use: Use, letters: int = 40) -> str:
    """The first text found for which four times the length takes far more than four times as long;
    empty if there is none.

    What is done within `ENOUGH` seconds even so is no trouble.
    """
    of_bytes = isinstance(use.pattern.pattern, bytes)
    run = getattr(use.pattern, use.method)

    def took(before: str, pump: str, ending: str, length: int) -> float:
        text: Any = before + pump * (length // len(pump)) + ending
        return _timed(run, text.encode(errors="replace") if of_bytes else text)

    for before, pump in attacks(use, letters):
        for ending in ENDINGS:
            told = before, pump, ending
            if took(*told, LONGEST) < ENOUGH:
                continue
            long, short = math.inf, math.inf
            for time in range(TIMES):
                long = min(long, took(*told, LONGEST))
                short = min(short, took(*told, LONGEST // 4))
                is_slow = long > ENOUGH and long > TOO_MUCH * short
                if not is_slow and time >= AT_LEAST:
                    break
            if is_slow:
                return f"{before!r}, {pump!r} again and again, {ending!r}: {long:.4f} s"
    return ""


def _timed(run: Any, text: Any) -> float:
    begun = thread_time()
    if run.__name__ == "search":
        # As findall, sub and split go on, so does the search: from the end of what was found.
        at = 0
        while found := run(text, at):
            at = max(found.end(), at + 1)
            if at > len(text):
                break
    else:
        run(text)
    return thread_time() - begun


def _letters(tree: Any) -> set[str]:
    found = set[str]()
    for kind, value in tree:
        name = str(kind)
        if name in ("LITERAL", "NOT_LITERAL"):
            found.add(chr(value))
        elif name == "IN":
            found |= {chr(it[1]) for it in value if str(it[0]) == "LITERAL"}
            found |= {chr(it[1][0]) for it in value if str(it[0]) == "RANGE"}
        elif name == "BRANCH":
            found |= set().union(*map(_letters, value[1]))
        elif name == "SUBPATTERN":
            found |= _letters(value[3])
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            found |= _letters(value[2])
        elif name in ("ASSERT", "ASSERT_NOT"):
            found |= _letters(value[1])
        elif name == "ATOMIC_GROUP":
            found |= _letters(value)
    return found


def _sample(tree: Any, optional: int) -> _Sample:
    """A text that `tree` matches, with what may be left out `optional` times."""
    text, pumps = "", list[tuple[str, str]]()
    for kind, value in tree:
        name = str(kind)
        if name == "BRANCH":
            ways = [_sample(it, optional) for it in value[1]]
            pumps += [(text + before, pump) for way in ways for before, pump in way.pumps]
            text += ways[0].text
        elif name in ("MAX_REPEAT", "MIN_REPEAT", "POSSESSIVE_REPEAT"):
            least, most, body = value
            inner = _sample(body, optional)
            pumps += [(text + before, pump) for before, pump in inner.pumps]
            if most > 1:
                pumps.append((text + inner.text * least, inner.text))
                pumps += [(text, inner.text + pump) for _, pump in inner.pumps]
            text += inner.text * max(least, optional)
        elif name in ("SUBPATTERN", "ATOMIC_GROUP"):
            inner = _sample(value[3] if name == "SUBPATTERN" else value, optional)
            pumps += [(text + before, pump) for before, pump in inner.pumps]
            text += inner.text
        else:
            text += _character(name, value)
    return _Sample(text, pumps)


_OF_KIND = {
    "CATEGORY_DIGIT": "1",
    "CATEGORY_NOT_DIGIT": "a",
    "CATEGORY_SPACE": " ",
    "CATEGORY_NOT_SPACE": "a",
    "CATEGORY_WORD": "a",
    "CATEGORY_NOT_WORD": "-",
}


def _character(name: str, value: Any) -> str:
    if name == "LITERAL":
        return chr(value)
    if name == "NOT_LITERAL":
        return "a" if value != ord("a") else "b"
    if name == "ANY":
        return "a"
    if name != "IN":
        return ""
    if str(value[0][0]) == "NEGATE":
        without = {chr(it[1]) for it in value[1:] if str(it[0]) == "LITERAL"}
        return next(it for it in "a -0\n" if it not in without)
    kind, what = value[0]
    if str(kind) == "CATEGORY":
        return _OF_KIND[str(what)]
    return chr(what[0] if str(kind) == "RANGE" else what)
