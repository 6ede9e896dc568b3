"""The rules of a game without a data pack, out of what only that game can say of itself.

Here is what is the same in every such game: one version and one scenario, a table without a
pack, how the first event begins, and that everything is open once the game is over.
`napoleon.rules.kit.small` makes lines, buttons and boards besides.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, TypeVar

import msgspec

from napoleon.rules.events import Event
from napoleon.rules.kit.declared import DeclaredRules, NoPack
from napoleon.rules.kit.sequence import Part, Step
from napoleon.rules.kit.table import Table, applied_by, count_order, refuse
from napoleon.rules.kit.verbs import (
    CheckedVerb,
    FreeVerb,
    Rulebook,
    Verb,
    no_least,
    nothing_passes,
)
from napoleon.rules.known import Projection
from napoleon.rules.orders import Answered, Order
from napoleon.rules.terms import Decision, Result, ScenarioTitle, SetupRefused
from napoleon.rules.viewer import Viewer
from napoleon.rules.views import Views


class SmallState(msgspec.Struct, kw_only=True):
    """The fields that every state has; see `napoleon.rules.kit.table.Position`."""

    turn: int = 1
    phase: str = "play"
    draws: int = 0
    result: Result | None = None
    given: dict[str, int] = {}


S = TypeVar("S", bound=SmallState)
V = TypeVar("V", bound=Views)


def plain_game(
    name: str,
    *,
    clauses: Mapping[str, str],
    clause: str,
    only: ScenarioTitle,
    seats: Sequence[str],
    state: type[S],
    begins: type[Any],
    sequence: Sequence[Step[Any] | Part[Any]],
    verbs: Sequence[Verb[Any] | CheckedVerb[Any]],
    view: Callable[[S, Viewer], V],
    views_type: type[V],
    free: Sequence[FreeVerb[Any]] = (),
    passes: Callable[[Any], bool] = nothing_passes,
    least: Callable[[Any, Decision, Iterable[Order]], Order | None] = no_least,
    note: Callable[[S, Answered], None] = count_order,
    projection: Projection[S] | None = None,
    names: Mapping[str, str] = {},
    **more: Any,
) -> DeclaredRules[NoPack, S, Table[S, None], V]:
    """The rules of a game in version 1 with one scenario, and without a data pack.

    `only` is its scenario. `clause` is cited for what is wrong with a set-up, or with the time of
    an order. `begins` is the class of the first event, which makes the state by ``begin``. `view`
    shows what somebody may know: once the game is over, that is everything. It gets what a game's
    `projection` makes of the position. `note` takes an answer into the state. `names` adds to those
    of the seats. `more` is as in `DeclaredRules`.

    Raises ValueError for a game without clauses.
    """
    if not clauses:
        raise ValueError(
            f"{name} has no clauses: give the text of each rule under its id, as in "
            'clauses={"1.1": "Red and blue draw in turn."}'
        )
    apply: Callable[[S | None, Event], S] = applied_by(begins, note)

    def begin(pack: NoPack, scenario: str, options: Mapping[str, Any]) -> Event:
        if scenario != only.id:
            detail = f"There is no scenario {scenario}."
            raise SetupRefused(refuse("UNKNOWN_SCENARIO", clause, detail))
        laid = begins().begin()
        laid_out: Event = begins(turn=laid.turn, phase=laid.phase)
        return laid_out

    def known(now: S, viewer: Viewer) -> S:
        viewer = viewer._replace(over=now.result is not None)
        return now if projection is None else projection(now, viewer)

    return DeclaredRules(
        name=name,
        title=title_of(name),
        version="1",
        pack=NoPack(),
        scenarios=(only,),
        options_clause=clause,
        clauses=clauses,
        names=names_of(seats, names),
        seats=lambda options: tuple(seats),
        state_type=state,
        book=Rulebook(
            sequence,
            {it.order: it for it in verbs},
            {it.order: it for it in free},
            clause,
            passes,
            least,
        ),
        table=lambda now, pack, chance: Table(now, None, apply, chance),
        apply=apply,
        begin=begin,
        views_type=views_type,
        view=lambda now, viewer: view(known(now, viewer), viewer),
        projection=None if projection is None else known,
        **more,
    )


def title_of(name: str) -> str:
    """The title of a game, by its name."""
    return name.replace("_", " ").capitalize()


def names_of(seats: Sequence[str], names: Mapping[str, str]) -> dict[str, str]:
    """What seats are called, and all else that has a name."""
    return {**{seat: seat.replace("_", " ").title() for seat in seats}, **names}
