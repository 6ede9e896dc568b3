"""Cards as programs: effects, forms and words that a data pack puts together.

A program is a line of steps, written as calls with named parameters::

    x = choose(what=spaces, among=vacant(home(spain)), most=2); each(over=x, do=flag(where=it))

An *effect*, such as ``flag``, changes the position. A *word*, such as ``vacant``, reads it and says
which things, how many, or whether. A *form* leads from step to step:

===========================================  ==================================================
``x = choose(what, among, most)``            the decider names up to so many things, called ``x``
``either(a, b)``                             the decider takes one of two branches
``when(that)``                               what has to hold; else the program ends here
``each(over, do)``                           a step for each of several things, called ``it``
``roll(dice, at_least, then, plus, other)``  the sum of dice, and what follows from it
``roll_each(dice, at_least, do)``            a step for each die that is high enough
``ask(seat)``                                somebody agrees; if not, the program ends here
``a if test else b``                         one step or the other, by the position
``y = word(x)``                              what a word says now is called ``y``
===========================================  ==================================================

A position keeps the rest of a program as text, step by step: what was chosen
is written into it. So the position alone says what a card still does.
"""

from __future__ import annotations

import ast
import inspect
from collections.abc import Callable, Container, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cached_property
from operator import eq, ge, gt, le, lt, ne
from typing import Any, Generic, Protocol, TypeVar

from napoleon.rules.kit.program_grammar import Grammar
from napoleon.rules.kit.program_text import (
    ASK,
    CHOOSE,
    EITHER,
    IT,
    NO,
    STEPS,
    YES,
    Step,
    about_choice,
    filled_in,
    got_in,
    is_form,
    left_without,
    named_in,
    named_so_far,
    one_or_all,
    parsed,
    texts_of,
    with_choice,
    with_value,
    without_choice,
)
from napoleon.rules.kit.scenes import found_once
from napoleon.rules.orders import Refusal
from napoleon.rules.wording import Phrase

Todo = Sequence[str]
"""The steps that are still to be done, each as its text."""


class Running(Protocol):
    """The scene of a card in play: what its words read, and what its effects change."""

    you: str
    """Whose card it is."""

    def roll(self, dice: int, plus: int, at_least: int) -> bool:
        """Roll dice where everybody sees them; whether their sum, and `plus`, is high enough."""

    def roll_each(self, dice: int, at_least: int) -> int:
        """Roll dice where everybody sees them; how many of them are high enough."""


R = TypeVar("R", bound=Running)


def never_refused(at: Any, **given: Any) -> Refusal | None:
    """It always does something."""
    return None


@dataclass(frozen=True)
class Effect(Generic[R]):
    """Something that a card does."""

    clause: str
    says: Phrase
    """What it does, on the button of a branch."""
    does: Callable[..., None]
    """Records it. Its parameters after the scene are those of the effect."""
    refuses: Callable[..., Refusal | None] = never_refused
    """Why it can change nothing, by what everybody sees; it takes the same parameters."""

    @cached_property
    def parameters(self) -> Mapping[str, bool]:
        """Its parameters, and whether each must be given."""
        _, *given = inspect.signature(self.does).parameters.values()
        return {it.name: it.default is it.empty for it in given}


@dataclass(frozen=True)
class Question:
    """What a program waits for."""

    form: str
    find: Callable[[], Iterable[str]]
    """Finds ids that may be named, one by one; ``a`` and ``b``; ``yes`` and ``no``."""
    what: str = ""
    """The kind of things of which one is to be named."""
    enough: bool = False
    """Whether what was named already may do."""
    of: str = ""
    """Who is asked to agree."""

    @found_once
    def options(self) -> tuple[str, ...]:
        """All that is found. Many steps ask whether there is one, and few ask which."""
        return tuple(self.find())

    @property
    def has_options(self) -> bool:
        """Whether anything is found."""
        return next(iter(self.find()), None) is not None


class Language(Grammar, Generic[R]):
    """The effects and words in which the programs of a game are written."""

    def __init__(
        self,
        effects: Mapping[str, Effect[R]],
        words: Mapping[str, Callable[..., Any]],
        names: Container[str],
        kinds: Container[str],
    ) -> None:
        """Words take the scene first; the rest is as in `Grammar`."""
        super().__init__({it: e.parameters for it, e in effects.items()}, words, names, kinds)
        self.effects = effects
        self.meanings = words

    # -- reading the position ----------------------------------------------------------------------

    def value(self, at: R, node: ast.expr) -> Any:
        """What a value is in a position: an id, a number, whether, or a list of ids."""
        match node:
            case ast.Constant(value=value):
                return value
            case ast.Name(id=name):
                return getattr(at, name) if name == "you" else name
            case ast.List(elts=elements):
                return [self.value(at, it) for it in elements]
            case ast.Call(func=ast.Name(id=word), args=arguments):
                return self.meanings[word](at, *(self.value(at, it) for it in arguments))
            case ast.IfExp(test=test, body=body, orelse=other):
                return self.value(at, body if self.value(at, test) else other)
            case ast.BoolOp(op=ast.And(), values=values):
                return all(self.value(at, it) for it in values)
            case ast.BoolOp(values=values):
                return any(self.value(at, it) for it in values)
            case ast.UnaryOp(op=ast.Not(), operand=operand):
                return not self.value(at, operand)
            case ast.UnaryOp(op=ast.USub(), operand=operand):
                return -self.value(at, operand)
            case ast.Compare(left=left, ops=[op], comparators=[right]):
                return _COMPARED[type(op)](self.value(at, left), self.value(at, right))
            case ast.BinOp(left=left, op=ast.Add(), right=right):
                return _together(self.value(at, left), self.value(at, right))
            case ast.BinOp(left=left, op=ast.BitAnd(), right=right):
                among = self.value(at, right)
                return [it for it in self.value(at, left) if it in among]
        raise AssertionError(f"{ast.unparse(node)} was not checked")

    def is_possible(self, at: R, todo: Todo) -> bool:
        """Whether what is left of a program can change something, by what everybody sees."""
        return self._are_possible(at, [*map(parsed, todo)])

    def _are_possible(self, at: R, steps: Sequence[Step]) -> bool:
        for place, (name, step) in enumerate(steps):
            rest = steps[place + 1 :]
            if is_form(step, "when"):
                if not self._given(at, step)["that"]:
                    return False
            elif is_form(step, CHOOSE):
                options = self._among(at, step)
                got = got_in(step)
                if not options and not got:
                    return self._are_possible(at, left_without(rest, name))
                choices = [[*got, it] for it in options] or [got]
                return any(
                    self._are_possible(at, filled_in(rest, name, one_or_all(step, it)))
                    for it in choices
                )
            elif name:
                return self._are_possible(at, filled_in(rest, name, self.value(at, step)))
            elif self._step_is_possible(at, step):
                return True
        return False

    def _step_is_possible(self, at: R, step: ast.expr) -> bool:
        match step:
            case ast.Constant():
                return False
            case ast.List(elts=elements):
                return self._are_possible(at, [("", it) for it in elements])
            case ast.IfExp(test=test, body=body, orelse=other):
                return self._step_is_possible(at, body if self.value(at, test) else other)
            case ast.Call(func=ast.Name(id=name)):
                named = named_in(step)
                if name == ASK:
                    return False
                if name == "each":
                    each = self._each(at, named)
                    return any(self._step_is_possible(at, it) for it in each)
                if name in STEPS:
                    branches = (named[it] for it in STEPS[name] if it in named)
                    return any(self._step_is_possible(at, it) for it in branches)
                return self.effects[name].refuses(at, **self._given(at, step)) is None
        raise AssertionError(f"{ast.unparse(step)} was not checked")

    # -- going on ----------------------------------------------------------------------------------

    def question(self, at: R, todo: Todo) -> Question | None:
        """What the first step waits for; None if it needs no answer."""
        name, step = parsed(todo[0])
        if is_form(step, CHOOSE):
            named, got = named_in(step), got_in(step)
            # What other steps can do makes no choice of a thing with which nothing can be done.
            about = [*map(parsed, about_choice(todo[1:], name))]
            choice = Question(
                CHOOSE,
                lambda: (
                    it
                    for it in self._among(at, step)
                    if self._are_possible(at, filled_in(about, name, one_or_all(step, [*got, it])))
                ),
                ast.unparse(named["what"]),
                enough=bool(got),
            )
            return choice if choice.has_options else None
        if is_form(step, EITHER):
            branches = named_in(step)
            either = Question(
                EITHER,
                lambda: (it for it in ("a", "b") if self._step_is_possible(at, branches[it])),
            )
            return either if either.has_options else None
        return self.consent(at, todo)

    def consent(self, at: R, todo: Todo) -> Question | None:
        """The question whether somebody agrees; None if the first step does not wait for that."""
        _, step = parsed(todo[0])
        if not is_form(step, ASK):
            return None
        return Question(ASK, lambda: (YES, NO), of=self._given(at, step)["seat"])

    def answered(self, at: R, todo: Todo, answer: str) -> list[str]:
        """What is still to be done after an answer; of a choice, empty says that it is enough."""
        (name, step), rest = parsed(todo[0]), list(todo[1:])
        if is_form(step, ASK):
            return rest if answer == YES else []
        named = named_in(step)
        if is_form(step, EITHER):
            return [*texts_of(named[answer]), *rest]
        got = [*got_in(step), *([answer] if answer else [])]
        if answer and len(got) < self.value(at, named["most"]):
            again = named_so_far(step, got)
            return [f"{name} = {ast.unparse(again)}", *rest]
        return with_choice(rest, name, one_or_all(step, got))

    def went_on(self, at: R, todo: Todo) -> tuple[list[str], Callable[[], None]]:
        """What is left when the first step is done, which waits for no answer; and what does it."""
        (name, step), rest = parsed(todo[0]), list(todo[1:])
        if name and not is_form(step, CHOOSE):
            return with_choice(rest, name, self.value(at, step)), _nothing
        match step:
            case ast.Constant():
                return rest, _nothing
            case ast.List():
                return [*texts_of(step), *rest], _nothing
            case ast.IfExp(test=test, body=body, orelse=other):
                return [*texts_of(body if self.value(at, test) else other), *rest], _nothing
        form = step.func.id  # type: ignore[attr-defined]
        if form == "when":
            return rest if self._given(at, step)["that"] else [], _nothing
        if form == CHOOSE:
            got = got_in(step)
            left = (
                with_choice(rest, name, one_or_all(step, got))
                if got
                else without_choice(rest, name)
            )
            return left, _nothing
        if form == EITHER:
            return rest, _nothing
        if form == "each":
            return [*map(ast.unparse, self._each(at, named_in(step))), *rest], _nothing
        if form == "roll":
            given = self._given(at, step)
            high = at.roll(given["dice"], given.get("plus", 0), given["at_least"])
            branch = named_in(step).get("then" if high else "other")
            return [*([] if branch is None else texts_of(branch)), *rest], _nothing
        if form == "roll_each":
            times = at.roll_each(**self._given(at, step))
            return [*texts_of(named_in(step)["do"]) * times, *rest], _nothing
        effect, given = self.effects[form], self._given(at, step)
        if effect.refuses(at, **given) is not None:
            return rest, _nothing
        return rest, lambda: effect.does(at, **given)

    def each_of(self, at: R, text: str) -> list[str]:
        """The steps that ``each`` stands for, one for each thing; any other step as it is."""
        _, step = parsed(text)
        if not is_form(step, "each"):
            return [text]
        return [ast.unparse(it) for it in self._each(at, named_in(step))]

    def says(self, text: str) -> list[Phrase]:
        """What the effects of a step do, each once and in its order."""
        _, step = parsed(text)
        calls = (it for it in ast.walk(step) if isinstance(it, ast.Call))
        names = dict.fromkeys(it.func.id for it in calls if isinstance(it.func, ast.Name))
        return [self.effects[it].says for it in names if it in self.effects]

    def branch(self, text: str, answer: str) -> list[Phrase]:
        """What the effects of a branch of ``either`` do."""
        _, step = parsed(text)
        return self.says(ast.unparse(named_in(step)[answer]))

    def _each(self, at: R, named: Mapping[str, ast.expr]) -> Iterator[ast.expr]:
        return (with_value(named["do"], IT, it) for it in self.value(at, named["over"]))

    def _among(self, at: R, step: ast.expr) -> list[str]:
        got = got_in(step)
        return [it for it in self.value(at, named_in(step)["among"]) if it not in got]

    def _given(self, at: R, step: ast.expr) -> dict[str, Any]:
        """The values of the parameters that are no steps."""
        name = step.func.id  # type: ignore[attr-defined]
        steps = STEPS.get(name, ())
        return {it: self.value(at, node) for it, node in named_in(step).items() if it not in steps}


_COMPARED: Mapping[type[ast.cmpop], Callable[[Any, Any], bool]] = {
    ast.Eq: eq, ast.NotEq: ne, ast.Lt: lt, ast.LtE: le, ast.Gt: gt, ast.GtE: ge,
}  # fmt: skip


def _nothing() -> None:
    """The step has only led on."""


def _together(one: Any, other: Any) -> Any:
    if isinstance(one, list):
        return [*dict.fromkeys([*one, *other])]
    return one + other
