"""The working table: a position that rules read, on which they record events that move it on."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Generic, Protocol, TypeVar, cast, get_args

import msgspec

from napoleon.chance import SECRET, Chance
from napoleon.rules.events import Event
from napoleon.rules.orders import Answered, Refusal
from napoleon.rules.phrases import Note
from napoleon.rules.terms import Decision, Result


class Position(Protocol):
    """What a table reads of the state of a game. The rest is the game's own."""

    turn: int
    phase: str
    draws: int
    result: Result | None
    given: dict[str, int]
    """Orders that each seat has given in answer to a decision; numbers its decisions."""


S = TypeVar("S", bound=Position)
D = TypeVar("D")
T = TypeVar("T")


def stays(table: Any) -> None:
    """Nothing goes on by itself at a table that was set up by hand."""


def answering(seat: str, subject: str = "") -> str:
    """What stands for a seat that answers for a `subject`; the seat itself without one.

    >>> answering("coalition", "russia"), answering("coalition")
    ('coalition/russia', 'coalition')
    """
    return f"{seat}/{subject}" if subject else seat


class GameEnded(Exception):
    """Unwinds the rules when the game is over: nothing happens after that."""


class Table(Generic[S, D]):
    """A position, the data that the rules look up, and chance, as every chapter sees them.

    The caller hands over `state`: `record` lets `apply` change it at once, so that the
    next line of a rule reads the new position. `data` is what a game's rules look up, such as
    its data pack. A table without `chance` only reads. `fog` marks what happens in fog of war.
    """

    def __init__(
        self,
        state: S,
        data: D,
        apply: Callable[[S, Event], S],
        chance: Chance | None = None,
        *,
        fog: bool = False,
    ) -> None:
        self.state = state
        self.data = data
        self.fog = fog
        self._apply = apply
        self._chance = chance
        self.recorded: list[Event] = []
        self.acting = ""
        """Seat whose order is being carried out; events are stamped with it."""
        self.go_on: Callable[[Any], object] = stays
        """What goes on by the rules at a table after an order, for those who try one on a copy."""
        self.scenes: dict[Any, Any] = {}
        """What was looked at in this position; nothing of it outlasts the next event."""

    def record(self, event: Event, *clauses: str, by: str | None = None) -> None:
        """Record `event` because of `clauses`, and apply it.

        `by` names the seat whose sealed answer is carried out; otherwise it is the acting seat.
        Raises GameEnded if that was the end of the game.
        """
        stamp = msgspec.structs.force_setattr
        stamp(event, "clauses", clauses)
        stamp(event, "by", self.acting if by is None else by)
        if self.fog:
            stamp(event, "fog", True)
        self._apply(self.state, event)
        self.scenes.clear()
        stamp(event, "turn", self.state.turn)
        stamp(event, "phase", self.state.phase)
        self.recorded.append(event)
        if self.state.result is not None:
            raise GameEnded

    def draw(self, options: Sequence[T], purpose: str, chain: str = SECRET) -> tuple[T, int]:
        """One of `options` by chance, and the number of the draw, which its event must carry.

        Most of what is drawn from holds something hidden: a deck hides its other cards, or in whose
        hands they are. The `chain` is public only for what lies open, such as a die.
        """
        assert self._chance is not None, "this table only reads"
        number = self.state.draws
        return self._chance.pick(options, purpose, chain), number

    def question(
        self, seat: str, kind: str, clause: str, prompt: Note, subject: str = ""
    ) -> Decision:
        """A decision of `seat`, under an id that other seats' answers leave alone.

        If it decides for a `subject`, its answers for others leave the id alone as well.
        """
        number = self.state.given.get(answering(seat, subject), 0) + 1
        of = f"-{subject}" if subject else ""
        return Decision(f"{seat}-{number}-{kind}{of}", seat, kind, clause, prompt, subject=subject)


def copies_of(state_type: type[S]) -> Callable[[S], S]:
    """Makes deep copies of the positions of a game."""
    decode = msgspec.msgpack.Decoder(state_type).decode

    def copied(state: S) -> S:
        return decode(msgspec.msgpack.encode(state))

    return copied


def refuse(code: str, clause: str, detail: str, **facts: Any) -> Refusal:
    """A refusal; the caller may know every fact in it."""
    return Refusal(code, clause, detail, facts)


ANSWERS = frozenset(get_args(Answered))
"""The classes of the events that tell of an answer; what comes of it is told by others."""

B = TypeVar("B")
B_co = TypeVar("B_co", covariant=True)


class Laid(Protocol[B_co]):
    """The event that a game begins with."""

    def begin(self) -> B_co:
        """The position that this event starts from."""


def count_order(state: Any, event: Answered, subject: str = "") -> None:
    """Count the orders of each seat, by which its next decision is numbered.

    `subject` is the field of orders that names what they are given for: these are counted for each
    subject, too.
    """
    answers = [event.player]
    if named := event.order.get(subject):
        answers.append(answering(event.player, named))
    for it in answers:
        state.given[it] = state.given.get(it, 0) + 1


def applied_by(
    laid: type[Laid[B]], note_order: Callable[[B, Answered], None] = count_order
) -> Callable[[B | None, Event], B]:
    """The `apply` of a game that begins with an event of the class `laid`.

    A position is moved on in place. `note_order` counts what the game counts of its orders, and is
    `count_order` or calls it; all other events change what their own classes say.
    """

    def apply(state: B | None, event: Event) -> B:
        if state is None:
            assert isinstance(event, laid), f"a game begins with {laid.__name__}"
            return event.begin()
        kind = type(event)
        if kind in ANSWERS:
            note_order(state, cast(Answered, event))
        else:
            event.apply(state)  # type: ignore[attr-defined]
        return state

    return apply
