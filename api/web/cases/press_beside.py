"""Press beside the board: the newest letters with a line to write in, and one's diary.

They are no part of a position: looking back at an earlier one leaves them as they are.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from flask import Response, render_template, request

from api.http.people import mark_press_read, muted_in, press_read
from api.http.problems import Problem
from api.rest.press import page_of
from api.rest.schemas.press import DIARY
from api.web.cases.frame import as_typed
from api.web.cases.press import written_by_form
from api.web.game.looking import Look, look
from api.web.pages import headers, web
from napoleon.log.press import ALL
from napoleon.play.press import may_write, readers_for
from napoleon.play.referee.texts import LONGEST

LETTERS = 30
"""How many letters stand beside the board; the archive has all of them."""

PRESS, DIARY_BOOK = "press", "diary"

ANSWER = "text/html; charset=utf-8"


@web.get("/games/<game_id>/press/beside", endpoint="press_beside")
def press_part(game_id: str) -> Response:
    """The press as it stands beside the board; with ``?read`` its reader has it before them."""
    seen = look(game_id)
    if "read" in request.args:
        mark_press_read(seen.newest, seen.who.actor)
    return _answered(seen, PRESS)


@web.post("/games/<game_id>/press/beside")
def write_beside(game_id: str) -> Response:
    """Write to others, or in one's diary, from beside the board."""
    seen = look(game_id)
    typed = as_typed()
    book = DIARY_BOOK if typed.get("to") == [DIARY] else PRESS
    try:
        written_by_form(seen)
    except Problem as problem:
        return _answered(seen, book, problem, typed)
    return _answered(look(game_id), book)


@web.app_template_global("press_beside_the_board")
def beside(
    seen: Look, problem: Problem | None = None, typed: Mapping[str, Any] | None = None
) -> dict[str, Any]:
    """What the templates of the press and of the diary are told, as ``press``."""
    game = seen.newest
    found = page_of(game, seen.who.viewer, {"limit": LETTERS})["press"][::-1] if game.press else []
    own = {seen.who.actor, seen.who.seat}
    return {
        "letters": [it for it in found if not _is_entry(it)],
        "entries": [it for it in found if _is_entry(it) and it["to"][0] in own],
        "own": own,
        "read": press_read().get(game.id, {}).get(seen.who.actor, 0),
        "muted": muted_in(game) if found else (),
        "readers": readers_for(game, seen.who.actor),
        "may_write": may_write(game, seen.who.actor),
        "everybody": ALL,
        "diary": DIARY,
        "longest": LONGEST,
        "problem": problem,
        "typed": typed or {},
    }


def _is_entry(letter: Mapping[str, Any]) -> bool:
    return bool(letter["to"] == [letter["behalf"] or letter["by"]])


def _answered(
    seen: Look, book: str, problem: Problem | None = None, typed: Mapping[str, Any] | None = None
) -> Response:
    told = beside(seen, problem, typed)
    html = render_template(
        f"game/_{book}.html", press=told, look=seen, game=seen.newest, seat=seen.who.actor
    )
    status = 200 if problem is None else problem.status
    return Response(html, status, headers(), content_type=ANSWER)
