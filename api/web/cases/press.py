"""Press: where somebody writes to the others, by couriers too, and what was written."""

from __future__ import annotations

from typing import Any

import marshmallow as ma
from flask import Response, request

from api.http.people import mark_press_read, muted_in, shows_desk
from api.http.problems import Problem
from api.rest import dispatches
from api.rest.press import page_of
from api.rest.press import sent as written
from api.rest.schemas.dispatches import NewDispatchSchema
from api.rest.schemas.fields import Number
from api.rest.schemas.press import DIARY, AddressedSchema
from api.web.cases.frame import Form, as_typed, asked, back, sent, shown
from api.web.game.looking import Look, look
from api.web.pages import web
from napoleon.log.dispatches import PER_CENT
from napoleon.log.events.grey_press import UNSIGNED
from napoleon.log.press import ALL
from napoleon.play.bounds import FASTEST
from napoleon.play.dispatches import LATEST
from napoleon.play.press import may_write, readers_for
from napoleon.play.referee.texts import LONGEST


class PageSchema(ma.Schema):
    """Which page of the archive."""

    before = Number(validate=ma.validate.Range(min=1))


class LetterForm(AddressedSchema, Form):
    """What somebody writes, and to whom."""

    answers = Number(validate=ma.validate.Range(min=1))
    unsigned = ma.fields.Boolean(truthy={"yes"}, falsy={"no"})
    from_ = ma.fields.String(data_key="from", validate=ma.validate.OneOf(["table"]))
    """Where it was written, if not on the page of the press."""


class DispatchForm(NewDispatchSchema, Form):
    """A dispatch."""


class CharterForm(Form):
    """How dispatches fare."""

    # A form sends the digits of a number and not the number.
    lost = Number(required=True, validate=ma.validate.Range(0, PER_CENT))
    captured = Number(required=True, validate=ma.validate.Range(0, PER_CENT))
    pace = Number(required=True, validate=ma.validate.Range(1, FASTEST))


class ChangeForm(Form):
    """What the referee does with a dispatch."""

    due = Number(required=True, validate=ma.validate.Range(1, LATEST))
    held = ma.fields.String(validate=ma.validate.OneOf(["yes"]))
    reason = ma.fields.String(required=True, validate=ma.validate.Length(max=LONGEST))


@web.get("/games/<game_id>/press")
def press_page(game_id: str) -> Response:
    """What was written, and where somebody writes."""
    return _page(look(game_id))


@web.post("/games/<game_id>/press")
def send_press(game_id: str) -> Response:
    """Write to others, here or from beside the board."""
    seen = look(game_id)
    try:
        written_by_form(seen)
    except Problem as problem:
        return _page(look(game_id), problem, as_typed())
    if "from" not in request.form:
        return back(seen, "press_page")
    book = "diary" if request.form.getlist("to") == [DIARY] else "press"
    return back(seen, "game", _anchor=book)


def written_by_form(seen: Look) -> None:
    """Write what the form of the request says. Raises Problem."""
    written(seen.newest, seen.who.actor, sent(LetterForm))


@web.post("/games/<game_id>/dispatches")
def send_dispatch(game_id: str) -> Response:
    """Send a dispatch."""
    seen = look(game_id)
    try:
        dispatches.sent(seen.newest, seen.who.actor, sent(DispatchForm))
    except Problem as problem:
        return _page(look(game_id), problem, dispatch=as_typed())
    return back(seen, "press_page")


@web.post("/games/<game_id>/dispatches/charter")
def put_charter(game_id: str) -> Response:
    """Say how dispatches fare."""
    seen = look(game_id)
    try:
        dispatches.chartered(seen.newest, seen.who.actor, sent(CharterForm))
    except Problem as problem:
        return _page(look(game_id), problem)
    return back(seen, "press_page", _anchor="dispatches")


@web.post("/games/<game_id>/dispatches/<version:dispatch>")
def alter_dispatch(game_id: str, dispatch: int) -> Response:
    """Hold a dispatch, let it go on, or alter when it is due."""
    seen = look(game_id)
    try:
        form = sent(ChangeForm)
        wanted = {**form, "held": "held" in form}
        dispatches.altered(seen.newest, seen.who.actor, dispatch, wanted)
    except Problem as problem:
        return _page(look(game_id), problem)
    return back(seen, "press_page", _anchor="dispatches")


def _page(
    seen: Look,
    problem: Problem | None = None,
    form: dict[str, Any] | None = None,
    dispatch: dict[str, Any] | None = None,
) -> Response:
    wanted = asked(PageSchema)
    if not wanted:
        mark_press_read(seen.newest, seen.who.actor)
    return shown(
        "press",
        seen,
        problem,
        found=page_of(seen.newest, seen.who.viewer, wanted),
        muted=muted_in(seen.newest),
        has_desk=shows_desk(),
        readers=readers_for(seen.newest, seen.who.actor),
        may_write=may_write(seen.newest, seen.who.actor),
        everybody=ALL,
        nobody_known=UNSIGNED,
        diary=DIARY,
        longest=LONGEST,
        form=form or {},
        queue=dispatches.queue(seen.newest, seen.who.viewer),
        dispatch=dispatch or {},
        rides=seen.rules.couriers is not None,
        fastest=FASTEST,
        latest=LATEST,
        turn=0 if seen.newest.state is None else seen.newest.state.turn,
    )
