"""A small game in one call: what it declares of itself, and all that follows from that.

For a game in which seats go in turn, without a data pack and a map: one scenario, no options, and
declared verbs. Its lines, its buttons, its boards and the texts of its positions are made of what
it declares. A game that outgrows it says of itself what `plain_game` asks, or gives its parts to
`DeclaredRules`.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from napoleon.chance import SeededChance
from napoleon.rules.endings import as_data
from napoleon.rules.kit.declared import DeclaredRules, NoPack
from napoleon.rules.kit.declaring import Actor, Declared, DeclaredVerb, patterns_of, verbs_of
from napoleon.rules.kit.plain import SmallState, names_of, plain_game, title_of
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.kit.table import Table
from napoleon.rules.kit.worded import DeclaredWording
from napoleon.rules.known import Projection, is_known
from napoleon.rules.notation.declared import DeclaredNotation, Positions
from napoleon.rules.notation.grammar import Grammar, Slot
from napoleon.rules.notation.names import Names
from napoleon.rules.notation.positions import NO_BOARD, PositionText
from napoleon.rules.notation.slots import named, number
from napoleon.rules.numbers import UNDECLARED, Numbers
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision, ScenarioTitle
from napoleon.rules.viewer import Viewer
from napoleon.rules.views import (
    HandView,
    MapView,
    OrderOfBattleView,
    PlayerHand,
    VictoryTrackView,
    Views,
)
from napoleon.rules.wording import Phrase

S = TypeVar("S", bound=SmallState)

Sides = Scene[Table[Any, None]]
"""What the rules of a seat look at whose turn it is."""


class ByTurns:
    """The question to the seat whose turn it is: the first of `seats` in the first turn, and so on.

    `prompt` is its text, and what the kind of decision is called.
    """

    def __init__(self, kind: str, seats: Sequence[str], clause: str, prompt: Phrase) -> None:
        self.kind = kind
        self.seats = tuple(seats)
        self.clause = clause
        self.prompt = prompt
        self.step: Step[Any] = Step(kind, lambda table: True, only_asks, self._asks)
        self.actor: Actor[Any, Any] = Actor(
            (kind,), "", lambda table, asked, _: Scene(table, asked.seat)
        )

    def _asks(self, table: Table[Any, Any]) -> list[Decision]:
        seat = self.seats[(table.state.turn - 1) % len(self.seats)]
        return [table.question(seat, self.kind, self.clause, self.prompt)]

    def verb(
        self, tag: str, clause: str, says: Phrase, does: Callable[[Any, Any], None], **more: Any
    ) -> DeclaredVerb[Any, Any, Any]:
        """One of the things that the seat may do: an order without fields.

        Its line is the words of its tag, and its button says `says`. `more` is as in
        `DeclaredVerb`. An order with fields is a `DeclaredVerb` of its own, whose actor is `actor`.
        """
        name = tag.title().replace("_", "")
        order: Any = msgspec.defstruct(
            name, [], bases=(Order,), frozen=True, tag=tag, namespace={"__doc__": f"{says.text}."}
        )
        line = tag.replace("_", " ")
        return DeclaredVerb(order, self.actor, clause, line=line, says=says, does=does, **more)


def small_game(
    name: str,
    *,
    clauses: Mapping[str, str],
    state: type[S],
    begins: type[Any],
    turns: ByTurns,
    verbs: Declared,
    hands: Callable[[S], Mapping[str, Sequence[Any]]],
    steps: Sequence[Step[Any] | Part[Any]] = (),
    names: Mapping[str, str] = {},
    numbers: Numbers = UNDECLARED,
) -> DeclaredRules[NoPack, S, Table[S, None], Views]:
    """The rules of a game in version 1, whose one scenario bears the name of the game.

    `begins` is the class of its first event, which makes the state by ``begin``. `steps` are what
    comes between turns, before anybody is asked. What the state hides of a seat, under whose id it
    is kept, only that seat knows; `hands` are the cards of each in what somebody knows of the
    state. `names` adds to those of the seats: all that fields of orders name has to be there, by
    id, as lines are read by these names. The kit's own citations go to the first clause.

    Raises ValueError for a game without clauses, and for one whose first legal orders name
    something that has no name: the game is set up once to see them.
    """
    title, called = title_of(name), names_of(turns.seats, names)
    text = PositionText(f"Position of {title}", state, fields=(), lists=(), board=NO_BOARD)

    def view(now: S, viewer: Viewer) -> Views:
        when: Any = {"turn": now.turn, "phase": now.phase}
        return Views(
            MapView(**when),
            OrderOfBattleView(**when),
            VictoryTrackView(**when, result=as_data(now.result)),
            HandView(**when, seat=viewer.seat, hands=[_hand(*it) for it in hands(now).items()]),
        )

    def write(pack: NoPack, now: S) -> str:
        return text.write(pack, msgspec.structs.asdict(now))

    rules = plain_game(
        name,
        clauses=clauses,
        clause=next(iter(clauses), ""),
        only=ScenarioTitle(name, title),
        seats=turns.seats,
        state=state,
        begins=begins,
        sequence=(*steps, turns.step),
        verbs=verbs_of(verbs),
        view=view,
        views_type=Views,
        projection=Projection(state, {state: lambda now, held, key, seat: key == seat}),
        names=names,
        numbers=numbers,
        wording=DeclaredWording(
            verbs,
            {turns.kind: turns.prompt},
            lambda now: rules.table(now, rules.pack, None),
        ),
        notation_of=lambda rules: DeclaredNotation(
            Grammar(_slots(verbs), patterns_of(verbs)),
            lambda pack, now, seat: Names(called),
            Positions(write, write, text.read),
            rules,
        ),
    )
    _check_names(rules, verbs)
    return rules


def _check_names(rules: DeclaredRules[NoPack, S, Table[S, None], Views], verbs: Declared) -> None:
    """Raise ValueError if an order of the first question names what has no name.

    Its line could be written, but not read back.
    """
    naming = {it: fields for it in verbs if (fields := _fields_with_names(it))}
    if not naming:
        return
    state: S | None = None
    for event in rules.setup(rules.scenarios[0].id, {}, SeededChance("0" * 64, rules.name, 0)):
        state = rules.apply(state, event)
    assert state is not None, "a set-up begins with an event"
    table = rules.table(state, rules.pack, None)
    for decision in rules.decisions(state):
        for verb, fields in naming.items():
            values = verb.candidates(table, decision)
            for field in fields:
                nameless = [it for it in values[field] if it not in rules.names]
                if nameless:
                    raise ValueError(_say_nameless(rules.name, verb, field, nameless))


def _say_nameless(game: str, verb: DeclaredVerb[Any, Any, Any], field: str, its: list[Any]) -> str:
    order = verb.order.__name__
    if all(isinstance(it, int) for it in its):
        return (
            f"{game}: the field {field!r} of {order} holds numbers: "
            f"write {{{field}:number}} in the line {verb.line!r}"
        )
    listed = ", ".join(f'"{it}": "{str(it).replace("_", " ").capitalize()}"' for it in its)
    return (
        f"{game}: the field {field!r} of {order} names things that have no name, so that its line "
        f"could not be read back; say what they are called, as in names={{{listed}}}"
    )


def _hand(seat: str, cards: Sequence[Any]) -> PlayerHand:
    shown = cards if all(map(is_known, cards)) else None
    return PlayerHand(player=seat, size=len(cards), cards=shown)


_SLOT = re.compile(r"\{(\w+):(\w+)\}")
"""A field in a line, and what kind of thing stands there."""

_NUMBER = "number"


def _slots(verbs: Declared) -> dict[str, Slot]:
    """What stands in the fields of lines: numbers, or else anything that has a name."""
    kinds = dict.fromkeys(kind for it in verbs for _, kind in _in_lines(it))
    return {
        kind: number("a number") if kind == _NUMBER else named(kind, lambda scope: scope)
        for kind in kinds
    }


def _fields_with_names(verb: DeclaredVerb[Any, Any, Any]) -> list[str]:
    """The fields of its orders that are said by name."""
    return [*dict.fromkeys(field for field, kind in _in_lines(verb) if kind != _NUMBER)]


def _in_lines(verb: DeclaredVerb[Any, Any, Any]) -> Iterator[tuple[str, str]]:
    """Each field that its lines hold, with its kind."""
    for line in (verb.line, *verb.lines):
        yield from _SLOT.findall(line)
