"""Take-backs: asking for a move back, seeing what that would mean, and answering."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask import Response

from api.http.problems import Problem
from api.rest.cases import Desk
from api.rest.schemas.fields import Number
from api.rest.schemas.takebacks import AnswerSchema, reroll, written
from api.rest.takebacks import answered, asked_for, going_back, withdrawn
from api.web.cases.frame import ActForm, Form, asked, back, desk_of, sent, shown
from api.web.game.looking import Look, look
from api.web.game.moments import positions
from api.web.pages import web
from napoleon.log.levels import STORY, told_at
from napoleon.play.referee import takebacks
from napoleon.rules.orders import Answered

MOST_POSITIONS = 30
"""How many positions are offered to go back to; an earlier one is asked for by its version."""

MOST_UNDONE = 40
"""How many sentences tell what would be undone."""


class GoingBackSchema(ma.Schema):
    """Which position somebody is thinking of going back to."""

    to = Number(validate=ma.validate.Range(min=1))


class AskForm(ActForm):
    """A move to be taken back."""

    to = Number(required=True, validate=ma.validate.Range(min=1))
    why = written("why the others should agree")
    reroll = reroll()
    then = ma.fields.String(
        load_default="takebacks_page", validate=ma.validate.OneOf(("takebacks_page", "game"))
    )
    """The page that is shown afterwards."""


class AnswerForm(AnswerSchema, Form):
    """What a seat answers."""


@web.get("/games/<game_id>/takebacks")
def takebacks_page(game_id: str) -> Response:
    """The requests of a game, and where one is made."""
    return _page(look(game_id), asked(GoingBackSchema).get("to"))


@web.post("/games/<game_id>/takebacks")
def ask_takeback(game_id: str) -> Response:
    """Take a move back, or ask the others for it."""
    seen, form = look(game_id), sent(AskForm)
    try:
        asked_for(seen.newest, seen.who.actor, form, form["expected"])
    except Problem as problem:
        return _page(look(game_id), form["to"], problem)
    return back(seen, form["then"])


@web.post("/games/<game_id>/takebacks/<version:takeback>/answer")
def answer_takeback(game_id: str, takeback: int) -> Response:
    """Agree, or refuse."""
    seen, form = look(game_id), sent(AnswerForm)
    try:
        answered(seen.newest, seen.who.actor, takeback, form)
    except Problem as problem:
        return _page(look(game_id), None, problem)
    return back(seen, "takebacks_page")


@web.post("/games/<game_id>/takebacks/<version:takeback>/withdraw")
def withdraw_takeback(game_id: str, takeback: int) -> Response:
    """Stop asking."""
    seen = look(game_id)
    sent(Form)
    try:
        withdrawn(seen.newest, seen.who.actor, takeback)
    except Problem as problem:
        return _page(look(game_id), None, problem)
    return back(seen, "takebacks_page")


def _page(seen: Look, to: int | None, problem: Problem | None = None) -> Response:
    game, seat = seen.newest, seen.who.seat
    desk = desk_of(seen)
    told_of = [desk.takeback_page(it) for it in reversed(game.takebacks.values())]
    waiting = [it for it in told_of if it["status"] == "open"]
    may_ask = seat and seen.laid and not game.over and not waiting
    found = positions(seen, seat, MOST_POSITIONS) if may_ask else []
    if to is None and found:
        to = found[0].version
    chosen = None
    if to is not None and seat and not waiting:
        try:
            chosen = _what_it_means(desk, to)
        except Problem as refused:
            problem = problem or refused
    return shown(
        "takebacks",
        seen,
        problem,
        waiting=waiting,
        settled=[it for it in told_of if it["status"] != "open"],
        positions=found,
        to_version=to,
        chosen=chosen,
    )


def _what_it_means(desk: Desk, to: int) -> dict[str, Any]:
    """What going back to version `to` would undo, and what could not be unlearnt."""
    found = going_back(desk, to)
    tells = told_at(STORY, desk.game)
    gone = takebacks.undone_by(desk.games, desk.game, found["to"])
    undone = [desk.present(it) for it in gone if tells(it) and not isinstance(it, Answered)]
    more = max(0, len(undone) - MOST_UNDONE)
    return {**found, "undone": undone[:MOST_UNDONE], "more": more}
