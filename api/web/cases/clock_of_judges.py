"""What the referee and the deputy do about the clock, on its page."""

from __future__ import annotations

from flask import Response, request
from marshmallow import fields, validate

from api.http.problems import Problem
from api.http.stores import stores
from api.rest.outcomes import granted
from api.rest.schemas.fields import identifier
from api.web.cases.clock import HolderForm, clock_told
from api.web.cases.frame import Form, back, sent
from api.web.cases.local_times import at, time_field, zone_field
from api.web.clock_fields import clock_of, fields_sent
from api.web.game.looking import look
from api.web.pages import web
from napoleon.play.clock import running, setting


class HoldForm(Form):
    """Why the clock is stopped."""

    reason = fields.String(load_default="")


class ExtensionForm(HolderForm):
    """Until when a seat has time, and why."""

    until = time_field()
    zone = zone_field()
    reason = fields.String(load_default="")


class ProcessForm(Form):
    """What is no longer waited for."""

    decision = identifier(required=True)
    sure = fields.String(required=True, validate=validate.Equal("on"))
    """That it is meant."""


@web.post("/games/<game_id>/clock")
def set_clock(game_id: str) -> Response:
    """Set a clock, or another one."""
    seen = look(game_id)
    filled = fields_sent(request.form, seen.rules.kinds)
    try:
        games, game = stores().games, seen.newest
        clock = granted(clock_of(filled), game)
        granted(setting.set_clock(games, game.id, seen.who.actor, clock, seen=game), game)
    except Problem as problem:
        return clock_told(look(game_id), problem, filled)
    return back(seen, "clock_page")


@web.post("/games/<game_id>/clock/remove")
def remove_clock(game_id: str) -> Response:
    """Play on without a clock."""
    seen = look(game_id)
    try:
        sent(Form)
        games, game = stores().games, seen.newest
        granted(setting.remove_clock(games, game.id, seen.who.actor, seen=game), game)
    except Problem as problem:
        return clock_told(look(game_id), problem)
    return back(seen, "clock_page")


@web.post("/games/<game_id>/clock/hold")
def hold_clock(game_id: str) -> Response:
    """Stop the clock."""
    seen = look(game_id)
    try:
        form = sent(HoldForm)
        games, game = stores().games, seen.newest
        granted(setting.hold(games, game.id, seen.who.actor, form["reason"], seen=game), game)
    except Problem as problem:
        return clock_told(look(game_id), problem)
    return back(seen, "clock_page")


@web.post("/games/<game_id>/clock/resume")
def resume_clock(game_id: str) -> Response:
    """Let the clock run again."""
    seen = look(game_id)
    try:
        sent(Form)
        games, game = stores().games, seen.newest
        granted(setting.resume(games, game.id, seen.who.actor, seen=game), game)
    except Problem as problem:
        return clock_told(look(game_id), problem)
    return back(seen, "clock_page")


@web.post("/games/<game_id>/clock/extend")
def extend_deadlines(game_id: str) -> Response:
    """Give a seat more time."""
    seen = look(game_id)
    try:
        form = sent(ExtensionForm)
        until = at(form["until"], form["zone"])
        games, game, by = stores().games, seen.newest, seen.who.actor
        said = (form["holder"], until, form["reason"])
        granted(setting.extend(games, game.id, by, *said, seen=game), game)
    except Problem as problem:
        return clock_told(look(game_id), problem)
    return back(seen, "clock_page")


@web.post("/games/<game_id>/clock/process")
def go_on_without(game_id: str) -> Response:
    """Do not wait for an answer any longer."""
    seen = look(game_id)
    try:
        form = sent(ProcessForm)
        games, game = stores().games, seen.newest
        by = seen.who.actor
        granted(running.process(games, game.id, by, form["decision"], seen=game), game)
    except Problem as problem:
        return clock_told(look(game_id), problem)
    return back(seen, "clock_page")
