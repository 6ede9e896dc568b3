"""Press: where somebody writes to the others, and the archive of what was written."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask import Response

from api.http.problems import Problem
from api.rest.press import page_of
from api.rest.press import sent as written
from api.rest.schemas.fields import Number
from api.rest.schemas.press import NewLetterSchema
from api.web.cases.frame import Form, asked, back, sent, shown
from api.web.game.looking import Look, look
from api.web.pages import web
from napoleon.log.press import ALL
from napoleon.play.press import may_write, readers_for
from napoleon.play.referee.texts import LONGEST


class PageSchema(ma.Schema):
    """Which page of the archive."""

    before = Number(validate=ma.validate.Range(min=1))


class LetterForm(NewLetterSchema, Form):
    """What somebody writes, and to whom."""


@web.get("/games/<game_id>/press")
def press_page(game_id: str) -> Response:
    """What was written, and where somebody writes."""
    return _page(look(game_id))


@web.post("/games/<game_id>/press")
def send_press(game_id: str) -> Response:
    """Write to others."""
    seen = look(game_id)
    form: dict[str, Any] = {}
    try:
        form = sent(LetterForm)
        written(seen.newest, seen.who.actor, form)
    except Problem as problem:
        return _page(look(game_id), problem, form)
    return back(seen, "press_page")


def _page(
    seen: Look, problem: Problem | None = None, form: dict[str, Any] | None = None
) -> Response:
    wanted = asked(PageSchema)
    return shown(
        "press",
        seen,
        problem,
        found=page_of(seen.newest, seen.who.reader, wanted),
        readers=readers_for(seen.newest, seen.who.actor),
        may_write=may_write(seen.newest, seen.who.actor),
        everybody=ALL,
        longest=LONGEST,
        form=form or {},
    )
