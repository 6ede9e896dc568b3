"""A card in play: the steps of its program in the sequence of play, and the verbs that answer it.

A game keeps a frame for it in its state, with the fields of a `CardInPlay`, and records an event
each time that the program goes on. The rest stands here::

    RUNS = Runs(language=LANGUAGE, scene=Playing, frame=frame, went_on=CardWentOn, ...)
    SEQUENCE = (Part("card", on_top(Program), (*RUNS.steps, Step("card is done", ...))),)
    VERBS = verbs_of(RUNS.verbs)
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cached_property, partial
from typing import Any, Generic, Protocol, TypeVar

from napoleon.rules.events import Event
from napoleon.rules.kit.declaring import Actor, Declared, DeclaredVerb, Domain
from napoleon.rules.kit.program_text import ASK, CHOOSE, EITHER, NO, YES
from napoleon.rules.kit.programs import Language, Question, Running
from napoleon.rules.kit.scenes import found_once
from napoleon.rules.kit.sequence import Step, only_asks
from napoleon.rules.kit.table import Table, refuse
from napoleon.rules.orders import Order, Refusal
from napoleon.rules.phrases import Note
from napoleon.rules.terms import Decision
from napoleon.rules.wording import Phrase, Value, say

T = TypeVar("T", bound=Table[Any, Any])
R = TypeVar("R", bound=Running)


class CardInPlay(Protocol):
    """What a frame says of a card in play."""

    card: str
    you: str
    """Whose card it is."""
    todo: list[str]
    """The steps that are still to be done."""


class Name(Order, frozen=True, tag="name"):
    """Name a thing that a card is about."""

    what: str


class Enough(Order, frozen=True, tag="enough"):
    """Name no more things."""


class TakeBranch(Order, frozen=True, tag="take_branch"):
    """Take the first branch of a card, ``a``, or the second, ``b``."""

    branch: str


class Agree(Order, frozen=True, tag="agree"):
    """Agree to what a card asks."""


class Disagree(Order, frozen=True, tag="disagree"):
    """Do not agree to what a card asks: it has no further effect."""


@dataclass(frozen=True)
class Asked(Generic[R]):
    """What the verbs look at: the card in play, and what it asks."""

    at: R
    frame: CardInPlay
    asks: Callable[[], Question | None]
    going_on: Callable[[list[str]], None]
    language: Language[R]

    @found_once
    def question(self) -> Question:
        """What it asks: looked for only where it matters, as each thing to be named is tried."""
        question = self.asks()
        assert question is not None, "the card asks something"
        return question

    def answer(self, value: str) -> None:
        """Go on with the program after an answer."""
        self.going_on(self.language.answered(self.at, self.frame.todo, value))


@dataclass(frozen=True, kw_only=True)
class Runs(Generic[T, R]):
    """How the programs of a game run."""

    language: Language[R]
    scene: Callable[[T], R]
    """The scene of the card that is in play."""
    frame: Callable[[T], CardInPlay]
    went_on: Callable[[CardInPlay, list[str]], Event]
    """The event that tells what is still to be done; it is kept in the frame by its `apply`."""
    decider: Callable[[R, Question], str]
    """The seat that answers."""
    prompt: Callable[[R, Question], Note]
    clause: str
    named: Callable[[R, str], Value] = lambda at, thing: thing
    """What a thing is called that may be named."""
    pointed: Callable[[R, str], str] = lambda at, thing: thing
    """The place that is pointed at to name a thing; empty for none."""

    @cached_property
    def steps(self) -> tuple[Step[T], ...]:
        """A card asks, or does its next step: as long as it is on top and has one to do."""
        return (
            Step("card asks", lambda it: self._question(it) is not None, only_asks, self._asks),
            Step("card goes on", lambda it: bool(self.frame(it).todo), self._go_on),
        )

    @cached_property
    def verbs(self) -> Declared:
        """What answers a card."""
        choosing, branching, agreeing = (
            Actor[T, Asked[R]]((it,), "", lambda table, decision, _: self._asked(table))
            for it in (CHOOSE, EITHER, ASK)
        )
        named = Domain[Asked[R]](
            lambda it: it.question.options,
            lambda it, thing: self.named(it.at, thing),
            lambda it, thing: self._unfit(it, thing),
        )
        branch = Domain[Asked[R]](
            lambda it: it.question.options, refusal=lambda it, thing: self._unfit(it, thing)
        )
        return (
            DeclaredVerb(
                Name, choosing, self.clause, fields={"what": named}, line="name {what:thing}",
                says=say("%(what)s"), does=lambda it, order: it.answer(order.what),
                target=lambda it, order: self.pointed(it.at, order.what),
            ),
            DeclaredVerb(
                Enough, choosing, self.clause, line="enough", says=say("That is enough"),
                unable=self._not_enough, does=lambda it, order: it.answer(""),
            ),
            DeclaredVerb(
                TakeBranch, branching, self.clause, fields={"branch": branch},
                line="take {branch:branch}", says=self._says_branch,
                does=lambda it, order: it.answer(order.branch),
            ),
            DeclaredVerb(
                Agree, agreeing, self.clause, line="agree", says=say("Agree"),
                does=lambda it, order: it.answer(YES),
            ),
            DeclaredVerb(
                Disagree, agreeing, self.clause, line="disagree", says=say("Do not agree"),
                does=lambda it, order: it.answer(NO),
            ),
        )  # fmt: skip

    def _question(self, table: T) -> Question | None:
        """What the card asks, looked for once until something is recorded."""
        todo = self.frame(table).todo
        if not todo:
            return None
        key = (Question, *todo)
        if key not in table.scenes:
            table.scenes[key] = self.language.question(self.scene(table), todo)
        found: Question | None = table.scenes[key]
        return found

    def _asks(self, table: T) -> list[Decision]:
        question, at = self._question(table), self.scene(table)
        assert question is not None, "the card asks something"
        seat = self.decider(at, question)
        return [table.question(seat, question.form, self.clause, self.prompt(at, question))]

    def _asked(self, table: T) -> Asked[R]:
        def going_on(todo: list[str]) -> None:
            table.record(self.went_on(frame, todo), self.clause)

        frame = self.frame(table)
        asks = partial(self._question, table)
        return Asked(self.scene(table), frame, asks, going_on, self.language)

    def _go_on(self, table: T) -> None:
        frame, at = self.frame(table), self.scene(table)
        todo, does = self.language.went_on(at, frame.todo)
        table.record(self.went_on(frame, todo), self.clause)
        does()

    def _unfit(self, it: Asked[R], thing: str) -> Refusal | None:
        if thing in it.question.options:
            return None
        return refuse("NOT_ON_THE_CARD", self.clause, "The card does not let you choose that.")

    def _not_enough(self, it: Asked[R]) -> Refusal | None:
        if it.question.enough:
            return None
        return refuse("NAME_ONE", self.clause, "Name one at least.")

    def _says_branch(self, it: Asked[R], order: TakeBranch) -> Phrase:
        return _one_after_the_other(it.language.branch(it.frame.todo[0], order.branch))


def _one_after_the_other(said: Sequence[Phrase]) -> Phrase:
    if len(said) == 1:
        return said[0]
    first, *others = said
    return say("%(first)s, then %(then)s", first=first, then=_one_after_the_other(others))
