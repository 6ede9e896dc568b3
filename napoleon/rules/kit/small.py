"""A small game in one call: what it declares of itself, and all that follows from that.

For a game in which seats go in turn, without a data pack and a map: one scenario, no options, and
declared verbs. Its lines, its buttons, its boards and the texts of its positions are made of what
it declares. A game that outgrows it gives its parts to `DeclaredRules` itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from napoleon.chance import Chance
from napoleon.rules.endings import as_data
from napoleon.rules.events import Event
from napoleon.rules.kit.applying import applied_by
from napoleon.rules.kit.declared import DeclaredRules, NoPack
from napoleon.rules.kit.declaring import Actor, Declared, DeclaredVerb, patterns_of, verbs_of
from napoleon.rules.kit.scenes import Scene
from napoleon.rules.kit.sequence import Part, Step, only_asks
from napoleon.rules.kit.table import Table, refuse
from napoleon.rules.kit.verbs import Rulebook, Verb
from napoleon.rules.kit.worded import DeclaredWording
from napoleon.rules.known import Projection, is_known
from napoleon.rules.notation.declared import DeclaredNotation, Positions
from napoleon.rules.notation.grammar import Grammar, Slot
from napoleon.rules.notation.names import Names
from napoleon.rules.notation.positions import NO_BOARD, PositionText
from napoleon.rules.notation.slots import named, number
from napoleon.rules.numbers import UNDECLARED, Numbers
from napoleon.rules.orders import Order
from napoleon.rules.terms import Decision, Result, ScenarioTitle, SetupRefused
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


class SmallState(msgspec.Struct, kw_only=True):
    """The fields that every state has; see `napoleon.rules.kit.table.Position`."""

    turn: int = 1
    phase: str = "play"
    draws: int = 0
    result: Result | None = None
    given: dict[str, int] = {}


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
        return [table.question(seat, self.kind, self.clause, self.prompt.text)]

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
    """
    first, title = next(iter(clauses)), name.replace("_", " ").capitalize()
    called = {**{seat: seat.replace("_", " ").title() for seat in turns.seats}, **names}
    projection = Projection(state, {state: lambda now, held, key, seat: key == seat})
    text = PositionText(f"Position of {title}", state, fields=(), lists=(), board=NO_BOARD)
    apply: Callable[[S | None, Event], S] = applied_by(begins)
    played: tuple[Verb[Table[S, None]], ...] = verbs_of(verbs)

    def begin(pack: NoPack, scenario: str, options: Mapping[str, Any]) -> Event:
        if scenario != name:
            detail = f"There is no scenario {scenario}."
            raise SetupRefused(refuse("UNKNOWN_SCENARIO", first, detail))
        laid = begins().begin()
        laid_out: Event = begins(turn=laid.turn, phase=laid.phase)
        return laid_out

    def table(now: S, pack: NoPack, chance: Chance | None) -> Table[S, None]:
        return Table(now, None, apply, chance)

    def known(now: S, viewer: Viewer) -> S:
        return projection(now, viewer._replace(over=now.result is not None))

    def view(now: S, viewer: Viewer) -> Views:
        when: Any = {"turn": now.turn, "phase": now.phase}
        held = [_hand(seat, cards) for seat, cards in hands(known(now, viewer)).items()]
        return Views(
            MapView(**when),
            OrderOfBattleView(**when),
            VictoryTrackView(**when, result=as_data(now.result)),
            HandView(**when, seat=viewer.seat, hands=held),
        )

    def write(pack: NoPack, now: S) -> str:
        return text.write(pack, msgspec.structs.asdict(now))

    return DeclaredRules(
        name=name,
        title=title,
        version="1",
        pack=NoPack(),
        scenarios=(ScenarioTitle(name, title),),
        options_clause=first,
        clauses=clauses,
        names=called,
        seats=lambda options: turns.seats,
        state_type=state,
        book=Rulebook((*steps, turns.step), {it.order: it for it in played}, {}, first),
        table=table,
        apply=apply,
        begin=begin,
        views_type=Views,
        view=view,
        projection=known,
        numbers=numbers,
        wording=DeclaredWording(
            verbs, {turns.kind: turns.prompt}, lambda now: table(now, NoPack(), None)
        ),
        notation_of=lambda rules: DeclaredNotation(
            Grammar(_slots(verbs), patterns_of(verbs)),
            lambda pack, now, seat: Names(called),
            Positions(write, write, text.read),
            rules,
        ),
    )


def _hand(seat: str, cards: Sequence[Any]) -> PlayerHand:
    shown = cards if all(map(is_known, cards)) else None
    return PlayerHand(player=seat, size=len(cards), cards=shown)


def _slots(verbs: Declared) -> dict[str, Slot]:
    """What stands in the fields of lines: numbers, or else anything that has a name."""
    lines = (line for it in verbs for line in (it.line, *it.lines))
    kinds = dict.fromkeys(kind for line in lines for kind in re.findall(r":(\w+)\}", line))
    return {
        kind: number("a number") if kind == "number" else named(kind, lambda scope: scope)
        for kind in kinds
    }
