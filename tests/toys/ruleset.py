"""A ruleset out of what a toy game says: its first event, sequence of play, verbs, what is seen.

Everything else that a game declares is the same in every toy, and stands here once.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any

import msgspec

from napoleon.chance import Chance
from napoleon.rules.events import REFEREE, Event
from napoleon.rules.kit.applying import applied_by, count_order
from napoleon.rules.kit.declared import DeclaredRules, NoPack
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rules.kit.table import Table
from napoleon.rules.kit.verbs import (
    CheckedVerb,
    FreeVerb,
    Rulebook,
    Verb,
    no_least,
    nothing_passes,
)
from napoleon.rules.known import Projection
from napoleon.rules.numbers import UNDECLARED, Numbers
from napoleon.rules.orders import Order, OrderGiven, Refusal
from napoleon.rules.picture.declared import Pictures
from napoleon.rules.prose.storybook import PLAIN, Storybook, Words
from napoleon.rules.standing_orders import StandingOrders
from napoleon.rules.tables import TextTable, plain_tables
from napoleon.rules.terms import VIEWS, Decision, Option, Result, ScenarioTitle, SetupRefused
from napoleon.rules.viewer import Viewer
from napoleon.rules.views import Views


class Position(msgspec.Struct, kw_only=True):
    """What every state holds; see `napoleon.rules.kit.table.Position`."""

    turn: int = 1
    phase: str = "start"
    draws: int = 0
    result: Result | None = None
    given: dict[str, int] = {}


Game = DeclaredRules[NoPack, Any, Table[Any, None], Any]
"""A toy game."""

ONLY = ScenarioTitle("only", "The only one")


def game(
    name: str,
    *,
    seats: Sequence[str],
    clauses: Mapping[str, str],
    state: type[Position],
    begins: type[Any],
    sequence: Sequence[Step[Any] | Part[Any]],
    verbs: Sequence[Verb[Any] | CheckedVerb[Any]],
    free: Sequence[FreeVerb[Any]] = (),
    views: type[Views],
    shows: Callable[[Any, str], dict[str, dict[str, Any]]],
    projection: Projection[Any] | None = None,
    note: Callable[[Any, OrderGiven], None] = lambda state, event: None,
    subject: str = "",
    passes: Callable[[Any], bool] = nothing_passes,
    least: Callable[[Any, Decision, Iterable[Order]], Order | None] = no_least,
    fades: bool = False,
    names: Mapping[str, str] = {},
    standing: StandingOrders | None = None,
    pictures: Pictures[Any] | None = None,
    tables: Callable[[Any, Words], list[TextTable]] = plain_tables,
    numbers: Numbers = UNDECLARED,
    storybook: Storybook = PLAIN,
) -> Game:
    """The rules of a toy.

    `begins` is the class of the first event of a game, which makes the state by its ``begin``;
    `shows` gives what a reader may know, as data for its `views` without turn and phase; of a game
    with a `projection` it is shown what that makes of the position. `note`
    takes an answer into the state; `subject` is the field of orders that names what they are given
    for. In a game that `fades`, cards do once they were seen.
    """

    def begin(pack: NoPack, scenario: str, options: Mapping[str, Any]) -> Event:
        if scenario != ONLY.id:
            raise SetupRefused(Refusal("UNKNOWN_SCENARIO", "END", f"No scenario {scenario}."))
        laid: Event = begins()
        now = laid.begin()  # type: ignore[attr-defined]
        return msgspec.structs.replace(laid, turn=now.turn, phase=now.phase)

    def note_order(now: Any, event: OrderGiven) -> None:
        count_order(now, event, subject)
        note(now, event)

    def table(now: Any, pack: NoPack, chance: Chance | None) -> Table[Any, None]:
        return Table(now, None, apply, chance)

    def view(now: Any, reader: Viewer) -> Views:
        seat = REFEREE if now.result is not None else reader.seat
        shown = shows(now if projection is None else known(now, reader), seat)
        when = {"turn": now.turn, "phase": now.phase}
        boards = {name: {**when, **shown.get(name, {})} for name in VIEWS}
        return msgspec.convert(boards, views)

    def known(now: Any, viewer: Viewer) -> Any:
        assert projection is not None
        return projection(now, viewer._replace(over=now.result is not None))

    apply = applied_by(begins, note_order)
    return DeclaredRules(
        name=name,
        title=name.replace("_", " ").capitalize(),
        version="1",
        pack=NoPack(),
        scenarios=(ONLY,),
        options=(Option("pace", "How fast it is played", "END", (1, 2)),),
        options_clause="END",
        clauses=clauses,
        names={**{seat: seat.replace("_", " ").title() for seat in seats}, **names},
        seats=lambda options: tuple(seats),
        state_type=state,
        book=Rulebook(
            sequence,
            {it.order: it for it in verbs},
            {it.order: it for it in free},
            "END",
            passes,
            least,
        ),
        cards_fade=lambda options: fades,
        table=table,
        apply=apply,
        begin=begin,
        views_type=views,
        view=view,
        projection=None if projection is None else known,
        tables=tables,
        standing=standing,
        pictures=pictures,
        numbers=numbers,
        storybook=storybook,
    )
