"""The lesson of a game: a first game against the bot, in which each step tells what to order.

Its chance is prepared, and the other seats order what the steps say, so what is told happens each
time somebody follows the steps. A player who leaves them, or takes something back, is prompted by
the question, and from then on the bot decides for the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, NamedTuple

import msgspec

from napoleon.rules.orders import Order, OrderGiven, to_data
from napoleon.rules.phrases import Phrase

ENOUGH = 2
"""After how many operations somebody knows how to go on alone."""


class Step(NamedTuple):
    """What the player is told before an order, and the order that goes on with the lesson."""

    text: Phrase
    order: Mapping[str, Any]
    """What is in the order, as plain JSON; fields that are left out may be anything."""
    replies: tuple[Mapping[str, Any], ...] = ()
    """What the other seats order after it, one after the other; in all else they pass. The last
    step has none: the lesson is over then."""


class Lesson(NamedTuple):
    """What a game declares of its lesson."""

    scenario: str
    player: str
    """The seat of the learner; the bot plays the others."""
    minutes: int
    """How long it takes to follow the steps."""
    label: str
    """What labels the draws, as their chance is prepared."""
    seed: str
    """Of the chance that was looked for: 32 bytes, as hexadecimal digits."""
    steps: tuple[Step, ...]
    welcome: Phrase
    """What is told in the beginning if no step fits."""
    first: Mapping[str, Phrase]
    """What is told when something is asked for the first time, by the kind of the decision."""
    again: Mapping[str, Phrase]
    """What is told from the second time on."""
    answers: Mapping[str, tuple[str, ...]]
    """By kind of decision, the orders that answer it, where they tell that it was asked before."""
    operation: tuple[str, str]
    """The decision with which an operation begins, and the order by which those are counted."""
    done: Phrase
    """What is told at the next ones when `ENOUGH` were counted. It holds however they came out."""
    beforehand: tuple[Mapping[str, Any], ...] = ()
    """Standing orders that the player leaves in the beginning, as plain JSON, so that the lesson
    asks what it teaches. Those are given at once, as nobody is there who could learn from it."""
    end: Phrase | None = None
    """What came of the steps. It is told once, after the last of them, to who followed them all;
    without it they are told `done`."""
    options: Mapping[str, Any] = {}
    """Of the scenario, where they are not those that a game begins with."""
    opening: tuple[Mapping[str, Any], ...] = ()
    """What the other seats order before the first step."""

    def is_followed(self, given: Sequence[OrderGiven]) -> bool:
        """Whether the player has given the orders of all steps, and none beside them."""
        return self._steps_done(given) == len(self.steps)

    def replies_left(self, given: Sequence[OrderGiven]) -> list[Mapping[str, Any]] | None:
        """What the other seats have still to order before the next step is told.

        `given` are all orders of the game up to now. None if the player has left the lesson or is
        done.
        """
        done = self._steps_done([it for it in given if it.player == self.player])
        if done is None or done == len(self.steps):
            return None
        left = [*self.opening, *(it for step in self.steps[:done] for it in step.replies)]
        for it in given:
            if left and it.player != self.player and _is(it.order, left[0]):
                del left[0]
        return left

    def reached(self, given: Sequence[OrderGiven]) -> Step | None:
        """The step that comes after the player's orders `given`; None if they left or are done."""
        done = self._steps_done(given)
        return None if done is None or done == len(self.steps) else self.steps[done]

    def passed_over(self, given: Sequence[OrderGiven], by_hand: int) -> list[Step]:
        """The steps of the last orders that were given for the player, as no card fitted.

        `given` are all of the player's orders up to now, of which the first `by_hand` end with one
        of their own. None of them are steps once the player has left the lesson.
        """
        before, done = self._steps_done(given[:by_hand]), self._steps_done(given)
        return [] if before is None or done is None else [*self.steps[before:done]]

    def _steps_done(self, given: Sequence[OrderGiven]) -> int | None:
        """How many steps were followed; None if the player has left the lesson.

        What was given for the player, as where none of their cards fits, leads nobody astray. It is
        a step where the lesson tells of it.
        """
        done = 0
        for it in given:
            if done < len(self.steps) and _is(it.order, self.steps[done].order):
                done += 1
            elif it.instruction is None:
                return None
        return done


def order_of(wanted: Mapping[str, Any], offers: Iterable[Order]) -> Order | None:
    """Which of the offers is the order that the lesson wants; None if none is."""
    return next((it for it in offers if _is(to_data(it), wanted)), None)


def _is(order: Mapping[str, Any], wanted: Mapping[str, Any]) -> bool:
    plain = msgspec.json.decode(msgspec.json.encode(order))
    return all(plain.get(name) == value for name, value in wanted.items())
