"""Parts of the settings of a desk: each is a chapter with a template, and says what that shows."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from flask import request

from api.http.people import shows_desk, signed_in
from api.http.problems import Problem
from api.http.stores import stores
from api.people.signing_in import Present
from api.web.game_names import NamesTold, scenario_of, title_of
from api.web.pages import holder_name, web
from napoleon.log.errors import UnknownGame
from napoleon.log.replayer import UNREADABLE

Part = Callable[[Present], dict[str, Any]]
"""Says what the template of a part shows of somebody's settings."""

_PARTS: list[Part] = []


def part(told: Part) -> Part:
    """Let a part be among the settings."""
    _PARTS.append(told)
    return told


def parts_told(who: Present) -> dict[str, Any]:
    """What the templates of all parts show of somebody's settings."""
    return {name: value for told in _PARTS for name, value in told(who).items()}


def present_here() -> Present:
    """Who is signed in. Raises Problem 401 ``TOKEN_REQUIRED``."""
    who = signed_in() if shows_desk() else None
    if who is None:
        raise Problem("TOKEN_REQUIRED", "Only people who are signed in have a desk.")
    return who


def own_number(name: str) -> int:
    """The id that a form has in a field; 0, which nothing has, for anything else."""
    said = request.form.get(name, "")
    return int(said) if said.isascii() and said.isdigit() and len(said) < 19 else 0


@web.app_template_global()
def game_called(game_id: str) -> str:
    """What a game is called, by its titles; its id if it is not known here any more."""
    try:
        game = stores().games.open(game_id)
        rules = stores().games.rules(game)
    except (UnknownGame, *UNREADABLE):
        return game_id
    return title_of(rules, scenario_of(rules, game))


@web.app_template_global()
def holder_called(game_id: str, holder: str) -> str:
    """What a seat of a game is called, with the name of its holder, if they go by one."""
    try:
        game = stores().games.open(game_id)
        seat = holder_name(holder, NamesTold(stores().games.rules(game)))
        name = stores().games.names_shown(game_id).get(holder)
    except (UnknownGame, *UNREADABLE):
        return holder
    return f"{name} ({seat})" if name else seat
