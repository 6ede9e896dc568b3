"""What the toys have in common beside what the kit gives to a game without a data pack."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from napoleon.rules.events import REFEREE
from napoleon.rules.kit.declared import DeclaredRules, NoPack
from napoleon.rules.kit.plain import plain_game
from napoleon.rules.kit.table import Table, count_order
from napoleon.rules.orders import OrderGiven
from napoleon.rules.terms import VIEWS, Option, ScenarioTitle
from napoleon.rules.viewer import Viewer
from napoleon.rules.views import Views

Game = DeclaredRules[NoPack, Any, Table[Any, None], Any]
"""A toy game."""

ONLY = ScenarioTitle("only", "The only one")


def game(
    name: str,
    *,
    views: type[Views],
    shows: Callable[[Any, str], Mapping[str, dict[str, Any]]],
    note: Callable[[Any, OrderGiven], None] = lambda state, event: None,
    subject: str = "",
    fades: bool = False,
    **more: Any,
) -> Game:
    """The rules of a toy.

    `shows` gives what a reader may know, as data for its `views` without turn and phase. `note`
    takes an answer into the state; `subject` is the field of orders that names what they are given
    for. In a game that `fades`, cards do once they were seen. `more` is as in `plain_game`.
    """

    def note_order(now: Any, event: OrderGiven) -> None:
        count_order(now, event, subject)
        note(now, event)

    def view(now: Any, reader: Viewer) -> Views:
        shown = shows(now, REFEREE if now.result is not None else reader.seat)
        when = {"turn": now.turn, "phase": now.phase}
        boards = {name: {**when, **shown.get(name, {})} for name in VIEWS}
        return msgspec.convert(boards, views)

    return plain_game(
        name,
        clause="END",
        only=ONLY,
        options=(Option("pace", "How fast it is played", "END", (1, 2)),),
        cards_fade=lambda options: fades,
        note=note_order,
        view=view,
        views_type=views,
        **more,
    )
