"""What a program of a card may say: what is wrong with one is found before it is ever played."""

from __future__ import annotations

import ast
from collections.abc import Container, Iterator, Mapping

from napoleon.rules.kit.program_text import (
    CHOOSE,
    FORMS,
    IT,
    OPTIONAL,
    STEPS,
    is_form,
    parsed,
)

SHOWN = 100
"""Characters of a step that are shown where it cannot be read."""


class Grammar:
    """The effects, words and names that programs of a game are made of."""

    def __init__(
        self,
        effects: Mapping[str, Mapping[str, bool]],
        words: Container[str],
        names: Container[str],
        kinds: Container[str],
    ) -> None:
        """Effects have parameters, some of which must be given.

        `names` are ids, and what else stands for itself in parameters; `kinds` are the kinds of
        things that may be chosen.
        """
        self.parameters = effects
        self.words = words
        self.names = names
        self.kinds = kinds

    def steps(self, program: str) -> list[str]:
        """The steps of a program. Raises ValueError for one with a fault."""
        wrong = self.faults(program)
        if wrong:
            raise ValueError("; ".join(wrong))
        return [it.strip() for it in program.split(";")]

    def faults(self, program: str) -> list[str]:
        """Everything that is wrong with a program: unknown words, names, parameters, no sense."""
        found: list[str] = []
        bound: set[str] = set()
        for text in program.split(";"):
            try:
                name, step = parsed(text.strip())
            except (SyntaxError, ValueError, RecursionError, MemoryError):
                # Null bytes, and what is nested too deep, are no programs either.
                return [f"{text.strip()[:SHOWN]!r} is no step"]
            if name and not is_form(step, CHOOSE):
                found += self._faults_of_value(step, bound)
            else:
                found += self._faults_of_step(step, bound)
            bound |= {name} - {""}
        return found

    def _faults_of_step(self, step: ast.expr, bound: set[str]) -> Iterator[str]:
        if isinstance(step, ast.IfExp):
            yield from self._faults_of_value(step.test, bound)
            for branch in (step.body, step.orelse):
                yield from self._faults_of_step(branch, bound)
            return
        if isinstance(step, ast.List):
            for one in step.elts:
                yield from self._faults_of_step(one, bound)
            return
        if isinstance(step, ast.Constant) and step.value is None:
            return
        if not (isinstance(step, ast.Call) and isinstance(step.func, ast.Name)) or step.args:
            yield f"{ast.unparse(step)} does nothing"
            return
        name = step.func.id
        if name in FORMS:
            known = {it: it not in OPTIONAL for it in FORMS[name]}
        elif name in self.parameters:
            known = dict(self.parameters[name])
        else:
            yield f"there is no effect {name}"
            return
        given = {it.arg or "**": it.value for it in step.keywords}
        yield from (f"{name} has no {it}" for it in given if it not in known)
        yield from (f"{name} lacks {it}" for it, must in known.items() if must and it not in given)
        what = given.pop("what", None) if name == CHOOSE else None
        if isinstance(what, ast.Name) and what.id not in self.kinds:
            yield f"nobody chooses {what.id}"
        inner = bound | ({IT} if name == "each" else set())
        for parameter, value in given.items():
            if parameter in STEPS.get(name, ()):
                yield from self._faults_of_step(value, inner)
            else:
                yield from self._faults_of_value(value, bound)

    def _faults_of_value(self, value: ast.expr, bound: set[str]) -> Iterator[str]:
        called = {id(it.func) for it in ast.walk(value) if isinstance(it, ast.Call)}
        for it in ast.walk(value):
            if isinstance(it, ast.Call):
                if not isinstance(it.func, ast.Name) or it.func.id not in self.words:
                    yield f"there is no word {ast.unparse(it.func)}"
                elif it.keywords:
                    yield f"{it.func.id} names its parameters"
            elif isinstance(it, ast.Name):
                known = id(it) in called or it.id in self.names or it.id in bound or it.id == IT
                if not known:
                    yield f"there is no {it.id}"
            elif not isinstance(it, _VALUES):
                yield f"{ast.unparse(value)} cannot be read"
                return


_VALUES = (
    ast.Constant, ast.Name, ast.Load, ast.List, ast.IfExp, ast.BoolOp, ast.And, ast.Or, ast.UnaryOp,
    ast.Not, ast.USub, ast.Compare, ast.Eq, ast.NotEq, ast.Lt, ast.LtE, ast.Gt, ast.GtE, ast.BinOp,
    ast.Add, ast.BitAnd,
)  # fmt: skip
