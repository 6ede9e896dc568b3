"""When somebody is away, in all their games: a part of their settings."""

from __future__ import annotations

from typing import Any

from flask import Response, request, url_for

from api.http.people import registry
from api.http.problems import Problem, refusal_problem
from api.people import absences
from api.people.signing_in import Present
from api.rest.my_absences import call_absence_off, shown
from api.rest.schemas.notifications import NewPersonAbsenceSchema
from api.web.cases.frame import checked
from api.web.desk_parts import own_number, part, present_here
from api.web.desk_settings import settings_shown
from api.web.pages import web
from api.web.sign_in import sent_on
from napoleon.play import counting
from napoleon.rules.orders import Refusal


@part
def _absences(who: Present) -> dict[str, Any]:
    today = counting.moment(registry().now()).date().isoformat()
    return {"away": [shown(it) for it in absences.of(registry(), who.person)], "today": today}


@web.post("/desk/absences")
def say_away() -> Response:
    """Say that one is away, in all one's games."""
    who, form = present_here(), request.form
    said = {name: form.get(name, "").strip() for name in ("first", "last")}
    zone = form.get("zone", "").strip() or who.person.zone or "UTC"
    try:
        days = checked(NewPersonAbsenceSchema, {**said, "time_zone": zone})
        made = absences.say(registry(), who.person.id, days["first"], days["last"], zone)
        if isinstance(made, Refusal):
            raise refusal_problem(made)
    except Problem as problem:
        return settings_shown(who, problem, filled=form)
    return _back()


@web.post("/desk/absences/off")
def call_away_off() -> Response:
    """Say that one is not away after all."""
    call_absence_off(present_here().person.id, own_number("absence"))
    return _back()


def _back() -> Response:
    return sent_on(url_for("web.desk_settings", _anchor="away"))
