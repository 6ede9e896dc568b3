"""Programs of cards as text: their forms, and steps into which what was chosen is written."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Mapping, Sequence
from functools import lru_cache
from typing import Any

EITHER, CHOOSE, ASK = "either", "choose", "ask"
"""The forms that wait for an answer."""

FORMS: Mapping[str, tuple[str, ...]] = {
    CHOOSE: ("what", "among", "most"),
    EITHER: ("a", "b"),
    "when": ("that",),
    "each": ("over", "do"),
    "roll": ("dice", "at_least", "then", "plus", "other"),
    "roll_each": ("dice", "at_least", "do"),
    ASK: ("seat",),
}
"""By form its parameters."""

STEPS: Mapping[str, tuple[str, ...]] = {
    EITHER: ("a", "b"),
    "each": ("do",),
    "roll": ("then", "other"),
    "roll_each": ("do",),
}
"""The parameters of forms that are steps themselves."""

OPTIONAL = ("plus", "other")
"""The parameters of forms that may be left out."""

NAMED = "got"
"""The parameter of ``choose`` that says what was named so far; no pack writes it."""

Step = tuple[str, ast.expr]
"""A step that was read, after the name that it gives to what is chosen in it; else empty."""

IT = "it"
YES, NO = "yes", "no"


@lru_cache(maxsize=4096)
def parsed(text: str) -> Step:
    """A step, with the name that it gives to what is chosen in it. Raises SyntaxError."""
    body = ast.parse(text).body
    if len(body) == 1:
        match body[0]:
            case ast.Assign(targets=[ast.Name(id=name)], value=value):
                return name, value
            case ast.Expr(value=value):
                return "", value
    raise SyntaxError(text)


def is_form(step: ast.expr, form: str) -> bool:
    """Whether a step is of that form."""
    return isinstance(step, ast.Call) and isinstance(step.func, ast.Name) and step.func.id == form


def named_in(step: ast.expr) -> dict[str, ast.expr]:
    """What a step says, by its parameters."""
    assert isinstance(step, ast.Call), f"{ast.unparse(step)} was not checked"
    return {it.arg: it.value for it in step.keywords if it.arg is not None}


def got_in(step: ast.expr) -> list[str]:
    """What was chosen so far, in a choice of several things."""
    got = named_in(step).get(NAMED)
    return [] if got is None else ast.literal_eval(got)


def named_so_far(step: ast.expr, got: list[str]) -> ast.expr:
    """The choice that goes on when these were chosen."""
    assert isinstance(step, ast.Call), f"{ast.unparse(step)} was not checked"
    others = [it for it in step.keywords if it.arg != NAMED]
    return ast.Call(step.func, [], [*others, ast.keyword(NAMED, _node(got))])


def one_or_all(step: ast.expr, got: list[Any]) -> Any:
    """What is called by the name of a choice: a list, but the thing itself if it is one at most."""
    most = named_in(step)["most"]
    only_one = isinstance(most, ast.Constant) and most.value == 1
    return got[0] if only_one else got


def texts_of(step: ast.expr) -> list[str]:
    """The texts of a step, or of each in a list of steps."""
    if isinstance(step, ast.List):
        return [ast.unparse(it) for it in step.elts]
    return [ast.unparse(step)]


def _node(value: Any) -> ast.expr:
    if isinstance(value, list):
        return ast.List([_node(it) for it in value], ast.Load())
    return ast.Constant(value)


def with_choice(todo: Iterable[str], name: str, value: Any) -> list[str]:
    """The steps with what was chosen in the place of its name."""
    return [_replaced(it, name, value) for it in todo]


def filled_in(steps: Iterable[Step], name: str, value: Any) -> list[Step]:
    """The same of steps that were read already, and are not written down again."""
    return [(own, with_value(step, name, value)) for own, step in steps]


def without_choice(todo: Iterable[str], name: str) -> list[str]:
    """The steps that are not about what could not be chosen, nor about what hangs on it."""
    texts = [*todo]
    kept = _not_about([*map(parsed, texts)], name)
    return [text for text, it in zip(texts, kept, strict=True) if it]


def left_without(steps: Sequence[Step], name: str) -> list[Step]:
    """The same of steps that were read already."""
    return [step for step, it in zip(steps, _not_about(steps, name), strict=True) if it]


def _not_about(steps: Iterable[Step], name: str) -> list[bool]:
    gone, kept = {name}, []
    for own, step in steps:
        about = any(isinstance(it, ast.Name) and it.id in gone for it in ast.walk(step))
        if about:
            gone |= {own} - {""}
        kept.append(not about)
    return kept


def about_choice(todo: Iterable[str], name: str) -> list[str]:
    """The steps that are about what is called by a name, or about what hangs on it.

    With them come the steps that name what else they are about.
    """
    steps = [*todo]
    others = without_choice(steps, name)
    kept: list[str] = []
    used: set[str] = set()
    for text in reversed(steps):
        own, step = parsed(text)
        if text not in others or own in used:
            kept.insert(0, text)
            used |= {it.id for it in ast.walk(step) if isinstance(it, ast.Name)}
    return kept


def _replaced(text: str, name: str, value: Any) -> str:
    if name not in text:
        return text
    own, step = parsed(text)
    changed = ast.unparse(with_value(step, name, value))
    return f"{own} = {changed}" if own else changed


def with_value(step: ast.expr, name: str, value: Any) -> ast.expr:
    """A step with a value in the place of a name. What stays the same is shared with the step."""
    filled: ast.expr = _filled(step, name, _node(value))
    return filled


def _filled(node: Any, name: str, by: ast.expr) -> Any:
    if isinstance(node, ast.Name):
        return by if node.id == name else node
    if isinstance(node, list):
        parts = [_filled(it, name, by) for it in node]
        return node if all(it is old for it, old in zip(parts, node, strict=True)) else parts
    if isinstance(node, ast.Constant) or not isinstance(node, ast.expr | ast.keyword):
        return node
    fields = {it: _filled(of, name, by) for it, of in ast.iter_fields(node)}
    same = all(it is getattr(node, field) for field, it in fields.items())
    return node if same else type(node)(**fields)
